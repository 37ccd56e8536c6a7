"""The YAML parser's complaints in a card maker's words."""

from __future__ import annotations

from yaml import MarkedYAMLError, YAMLError
from yaml.error import Mark

from generator.catalog.problems import InputError, Place

_FLOW = {"]": "[", "}": "{"}


def explain(error: YAMLError, text: str, file: str) -> InputError:
    """What to tell the user about a syntax error in ``text``."""
    if not isinstance(error, MarkedYAMLError):
        return _refused(f"this is not YAML: {error}", file, None, None)
    problem = error.problem or ""
    mark = error.problem_mark or error.context_mark
    opened = error.context_mark or mark
    character = _character(text, mark)
    if character == "\t" or "tab character" in problem:
        return _refused("YAML does not allow tabs for indentation", file, mark, "use spaces instead")
    if "mapping values are not allowed" in problem:
        hint = "put the text in quotes if the colon belongs to it; otherwise check the indentation"
        return _refused("a colon cannot stand here", file, mark, hint)
    if "expected ',' or" in problem:
        bracket = _FLOW.get(problem.rstrip("'")[-1:], "[")
        return _refused(f"the `{bracket}` is not closed, or a comma is missing", file, opened, None)
    if "expected node content" in problem:
        return _refused("a value is missing here, or a bracket is not closed", file, mark, None)
    if "end of stream" in problem and "quoted" in (error.context or ""):
        return _refused("the quotes are not closed", file, opened, None)
    if "cannot start any token" in problem:
        message = f"text cannot begin with `{character}`"
        return _refused(message, file, mark, "put the text in quotes")
    if "unknown escape character" in problem:
        hint = "use single quotes, or write `\\\\` for a backslash"
        return _refused("a backslash in double quotes needs a known letter behind it", file, mark, hint)
    if "did not find expected" in problem or "could not find expected" in problem:
        hint = "check the indentation, colons and quotes here and just above"
        return _refused("this does not fit the lines above", file, mark, hint)
    return _refused(f"this is not YAML: {problem or error}", file, mark, None)


def _refused(message: str, file: str, mark: Mark | None, hint: str | None) -> InputError:
    place = Place(file, mark.line + 1, mark.column + 1) if mark else Place(file)
    return InputError(message, place=place, hint=hint)


def _character(text: str, mark: Mark | None) -> str:
    if mark is None:
        return ""
    lines = text.split("\n")
    line = lines[mark.line] if mark.line < len(lines) else ""
    return line[mark.column : mark.column + 1]
