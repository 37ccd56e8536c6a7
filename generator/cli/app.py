"""The ``gatepress`` command; its sub-commands are the modules of :mod:`generator.cli.commands`.

Each module there is a command, with a function ``command`` and ``EXAMPLES``, the command lines that its help
shows; each package inside is a group of commands. A command is imported only when it is run or listed, so
that starting stays fast.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from generator.catalog.paths import removing_temporary_files
from generator.catalog.plugins import find_plugin, plugin_modules
from generator.catalog.problems import MissingExtraError, Problem, Problems
from generator.catalog.wording import clipped
from generator.cli.console import print_json, visible_streams
from generator.cli.options import with_options
from generator.cli.print_problems import StopRun, print_all, print_problems, problems_as_dict

EXAMPLES = (
    "gatepress build battle-gate",
    "gatepress play battle-gate",
    "gatepress deck new",
    "gatepress docs",
)


def _examples(lines: Iterable[str]) -> str:
    """What stands at the end of a help; click leaves the lines behind ``\\b`` as they are."""
    return "\n".join(["Examples:", "", "\b", *(f"  {line}" for line in lines)])


class Command(TyperCommand):
    """A command whose usage names what is required as it is, without typer's braces."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        return [piece.strip("{}") for piece in super().collect_usage_pieces(ctx)]


class CommandGroup(TyperGroup):
    """A group whose commands are the modules of ``package``.

    It overrides ``list_commands`` and ``get_command``, as click's documentation describes for commands that
    are loaded lazily.
    """

    package: ClassVar[str] = "generator.cli.commands"

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the commands, sorted."""
        del ctx
        return list(plugin_modules(self.package))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now; None if there is none."""
        names = self.list_commands(ctx)
        # For an unknown name typer suggests similar commands, so all of them must be loaded.
        for name in [cmd_name] if cmd_name in names else names:
            if name not in self.commands:
                self.add_command(_load_command(self.package, name), name)
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Lists the commands, each with its whole summary: click cuts off what is longer than a line."""
        del ctx
        rows = [(name, _summary(module)) for name, module in plugin_modules(self.package).items()]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _summary(module: str) -> str:
    """The first sentence of a command's help; read, for importing all commands takes longer than most run.

    To parse their files takes as long as all else that the list of commands needs.
    """
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    source = Path(spec.origin).read_text("utf-8")
    _, _, command = source.partition("\ndef command(")
    words = " ".join((command or source).split('"""', 2)[1].partition("\n\n")[0].split())
    return re.split(r"(?<=\.) ", words)[0]


def _load_command(package: str, name: str) -> Any:
    module = find_plugin(package, name)
    assert module is not None
    if hasattr(module, "__path__"):
        return get_command(_group(module))
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name, cls=Command, epilog=_examples(module.EXAMPLES))(with_options(module.command))
    return get_command(app)


def _group(module: ModuleType) -> typer.Typer:
    """The group of the commands in a package; its help is the docstring of the package."""
    kind = type("Group", (CommandGroup,), {"package": module.__name__})
    app = typer.Typer(
        cls=kind,
        help=module.__doc__,
        epilog=_examples(module.EXAMPLES),
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
    )
    app.callback()(_nothing)
    return app


def _nothing() -> None:
    """A group does nothing itself."""


WrongUsage: type[Any] = typer.BadParameter.__bases__[0]
"""Click's UsageError. Typer brings a click of its own along, or not, but knows this one in any case."""
MAX_USAGE_LINE = 400
"""Letters of a line about wrong usage: it may quote an option's value."""


_TEXT = frozenset({"--help", "-h", "--version"})
"""Whoever asks for one of them wants words on standard output, whatever else is asked."""


RENAMED = {
    "hands": ("--seats", "--players"),
    "play": ("--seats", "--players"),
    "simulate": ("--seats", "--bots"),
    "sweep": ("--seats", "--bots"),
    "tune": ("--seats", "--bots"),
}
"""Options that had another name before, by command: the old one still does, until the next version."""


def _by_new_names(args: Sequence[str]) -> list[str]:
    """The arguments with the options as they are called now; a note says so of an old name."""
    old, new = RENAMED.get(args[0] if args else "", ("", ""))
    renamed = [new + arg[len(old) :] if old and arg.partition("=")[0] == old else arg for arg in args]
    if renamed != [*args]:
        print(f"Note: {old} is called {new} now; the old name goes with the next version.", file=sys.stderr)
    return renamed


class Gatepress(CommandGroup):
    """The whole command line: here all that is printed becomes visible, and all problems are reported."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command and exits with its status; out of ``standalone_mode``, as click says."""
        given = _by_new_names(sys.argv[1:] if args is None else args)
        run = partial(super().main, given, prog_name, complete_var, False, windows_expand_args, **extra)
        as_json = "--json" in given
        asks_for_text = not _TEXT.isdisjoint(given)
        with removing_temporary_files(), visible_streams(as_json=as_json and not asks_for_text):
            if not standalone_mode:
                return run()
            sys.exit(_status(run, as_json=as_json))


def _status(run: Callable[[], object], *, as_json: bool) -> int:
    """Runs a command and reports what ended it: its exit status."""
    try:
        status = run()
    except StopRun as stopped:
        _report_stop(stopped, as_json=as_json)
        return 1
    except WrongUsage as error:
        _report_wrong_usage(error, as_json=as_json)
        return int(error.exit_code)
    except MissingExtraError as missing:
        report_end_of_run(missing.at(None))
        return 1
    except typer.Abort:
        print("Aborted!", file=sys.stderr)
        return 1
    except Exception as error:
        own_code = sys.modules.get("generator.rules.own_code")
        problem = None
        if own_code is not None and isinstance(error, own_code.RulesError):
            problem = error.problem()
        elif own_code is not None and own_code.pulse():
            problem = own_code.damage_by_own_code()
        if problem is None:
            raise
        problems = Problems()
        problems.extend([problem])
        _report_stop(StopRun(problems, counted=False), as_json=as_json)
        return 1
    return status if isinstance(status, int) else 0


def _report_stop(stopped: StopRun, *, as_json: bool) -> None:
    """What is wrong; who asked for JSON gets it also then."""
    if as_json:
        print_json(problems_as_dict(stopped.problems))
    elif stopped.counted:
        print_all(stopped.problems)
    else:
        print_problems(stopped.problems)


def report_end_of_run(problem: Problem) -> None:
    """Reports what ended a run that can no longer do so itself."""
    problems = Problems()
    problems.extend([problem])
    _report_stop(StopRun(problems, counted=False), as_json="--json" in sys.argv[1:])


def _report_wrong_usage(error: Any, *, as_json: bool) -> None:
    if as_json:
        problems = Problems()
        problems.extend([Problem(error.format_message())])
        print_json(problems_as_dict(problems))
        return
    shown = StringIO()
    error.show(shown)
    for line in shown.getvalue().splitlines():
        print(clipped(line, MAX_USAGE_LINE), file=sys.stderr)


app = typer.Typer(
    name="gatepress",
    cls=Gatepress,
    no_args_is_help=True,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog=_examples(EXAMPLES),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Print-ready cards, tokens, boards, boxes and rulebooks from YAML or a spreadsheet.",
)


def _version(wanted: bool) -> None:
    if wanted:
        from generator import __version__

        typer.echo(f"gatepress {__version__} ({'compiled' if _is_compiled() else 'plain'})")
        raise typer.Exit


def _is_compiled() -> bool:
    """Whether the rules, and what else a wheel can bring compiled, are; to import them takes too long."""
    rules = Path(__file__).parents[1] / "rules"
    return any((rules / f"protocol{ending}").is_file() for ending in EXTENSION_SUFFIXES)


@app.callback()
def gatepress(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Print-ready cards, tokens, boards, boxes and rulebooks from YAML or a spreadsheet."""
    del version
