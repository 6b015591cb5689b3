"""The public part in the checks of suites: the evaluator's part gives it again, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from symcause.errors import Complaint, ProblemError, SymcauseError, shorten
from symcause.formats.json_text import decode_text, read_json
from symcause.suites.checks.suite_verdict import CheckResult
from symcause.suites.folder.suite_files import Ticking, suite_files
from symcause.suites.folder.suite_folder import SuiteFolder
from symcause.suites.folder.suite_reader import ReadSuite
from symcause.version import __version__


def made_again(
    folder: SuiteFolder, read: ReadSuite, tick: Ticking
) -> tuple[CheckResult, dict[str, bytes]]:
    """Make the files of a suite again and compare them; the check, and the files."""
    complaints = list(read.complaints)
    try:
        files = suite_files(read.suite, tick)
    except SymcauseError as error:
        return CheckResult(2, [*complaints, error.complaint]), {}
    remedy = _remedy(read)
    for path, data in files.items():
        held = folder.data(path)
        if held is not None and held != data:
            complaints += _differences(folder.file(path), path, held, data, remedy)
    return CheckResult(2, complaints, counts={"files": len(files)}), files


def _remedy(read: ReadSuite) -> str:
    if read.suite.version != __version__:
        return (
            f"this suite was made with symcause {read.suite.version}: verify it with that version"
        )
    return "get it again from the suite's publisher, or make the suite again"


def _differences(
    file: str, path: str, held: bytes, made: bytes, remedy: str
) -> Iterator[Complaint]:
    if path.endswith(".json"):
        yield from _in_document(file, None, held, made, remedy)
        return
    if not path.endswith(".jsonl"):
        lines = zip_longest(held.splitlines(), made.splitlines())
        at = next((n for n, (a, b) in enumerate(lines, 1) if a != b), 0)
        text = "it says something else than the evaluator's part gives"
        yield Complaint(text, file, f"line {at}", None, remedy)
        return
    differing = [
        (number, one, other)
        for number, (one, other) in enumerate(zip_longest(held.splitlines(), made.splitlines()), 1)
        if one != other
    ]
    for number, one, other in differing:
        place = f"line {number}"
        if one is None:
            yield Complaint("a record is missing", file, _named(other, place), None, remedy)
        elif other is None:
            text = "a record that the evaluator's part does not give"
            yield Complaint(text, file, _named(one, place), None, remedy)
        else:
            yield from _in_document(file, _named(one, place), one, other, remedy)


def _named(line: bytes, place: str) -> str:
    """The id of a record, where it has one."""
    try:
        document = read_json(decode_text(line))
    except SymcauseError:
        return place
    name = document.get("id") if isinstance(document, dict) else None
    return f"{place} ({name})" if isinstance(name, str) else place


def _in_document(
    file: str, place: str | None, held: bytes, made: bytes, remedy: str
) -> Iterator[Complaint]:
    """The keys whose values differ."""
    text = "it says something else than the evaluator's part gives"
    try:
        one, other = read_json(decode_text(held)), read_json(decode_text(made))
        if not isinstance(one, dict) or not isinstance(other, dict):
            raise ProblemError("not an object")
    except SymcauseError:
        yield Complaint(text, file, place, None, remedy)
        return
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    for key in keys:
        inner = key if place is None else f"{place}: {key}"
        yield Complaint(text, file, inner, shorten(one.get(key)), remedy)
    if not keys:
        yield Complaint("its bytes are written otherwise", file, place, None, remedy)
