"""Compiles modules in place: ``build.py`` runs it in its copy, with the C compiler's level and the modules.

Types were checked by ``make check``; here they only say what to make of the code.
"""

import sys

from mypyc.build import mypycify
from setuptools import setup

LOOSE = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]

level, *names = sys.argv[1:]
modules = mypycify([*LOOSE, *names], opt_level=level, debug_level="0", group_name="generator.compiled")
if sys.platform != "win32":
    # Python's own flags ask for every warning: of generated code nobody reads them, and gcc is busy with what
    # may be uninitialised three times as long as with compiling it.
    for module in modules:
        module.extra_compile_args.append("-Wno-all")
setup(name="rules", packages=[], ext_modules=modules, script_args=["--quiet", "build_ext", "--inplace"])
