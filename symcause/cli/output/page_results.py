"""Page results, an output of the CLI: those of this run and, with --resume, those before."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from symcause.audits.documents import ErrorDocument, Result
from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.bounds.cli_bounds import NAMED_FILES, RESULT_LINE_BYTES
from symcause.cli.output.output_files import refuse_device
from symcause.cli.runs.question_request import Asked
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import Item, read_problems

if TYPE_CHECKING:
    from symcause.audits.members import Members
    from symcause.audits.of_space.space_question import OfSpace
    from symcause.reports.space_drawing.result_picture import Compared, Opened

Collect = Callable[[Result, object], None]
"""Takes a result and its problem (None where that could not be read)."""


@contextmanager
def result_page(
    html: str | None,
    sources: Sequence[str],
    asked: Asked,
    earlier: str | None = None,
    head: Mapping[str, str | None] | None = None,
) -> Iterator[Collect | None]:
    """A collector of documents for the page, or None; *earlier* is a file with results to begin with.

    *head* has the title and the author of a page that is sent on.
    """
    if html is None and any((head or {}).values()):
        raise UsageError("--title and --author need --html FILE")
    if html is None:
        yield None
        return
    from symcause.reports.page.result_page import Head, ResultPage

    told = Head(**(head or {}), asked=asked.words)
    named = asked.command or asked.name
    asking = opened_as(asked), compared_as(asked)
    with ResultPage(html, called(sources), named, told, *asking) as page:
        if earlier is not None:
            refuse_device(earlier)
        if earlier is not None and Path(earlier).exists():
            for document, problem in recalled(Path(earlier), sources, asked):
                page.take(document, problem)
        yield page.take


def opened_as(asked: Asked) -> Opened:
    """How a problem's space is opened in the class that was asked for."""

    def opened(problem: object) -> Members[Any]:
        return cast("OfSpace[Any]", asked.to(problem)).opened(problem)

    return opened


def compared_as(asked: Asked) -> Compared:
    """The two models that a question to a space compares; of another question none."""

    def compared(space: Members[Any]) -> tuple[Any, ...]:
        question = asked.to(space.problem)
        return question.compared(space) if isinstance(question, SeparateOfSpace) else ()

    return compared


def recalled(
    results: Path, sources: Sequence[str], asked: Asked
) -> Iterator[tuple[Result, object]]:
    """Whole documents of an earlier run with their problems; both come in the order of the input."""
    items = _items(sources, asked.name)
    with results.open("rb") as file:
        while line := file.readline(RESULT_LINE_BYTES):
            if len(line) == RESULT_LINE_BYTES and not line.endswith(b"\n"):
                raise UsageError(
                    f"a line has more than {RESULT_LINE_BYTES:,} bytes: no page shows it",
                    file=str(results),
                )
            try:
                data = json.loads(line)
            except (ValueError, RecursionError):
                return  # a torn last line
            if not isinstance(data, dict) or data.get("lost") is True:
                continue
            name = data.get("problem")
            document: Result | None = asked.revived(data)
            if document is None and "error" in data:
                document = ErrorDocument(problem=name, error=str(data["error"]))
            if document is not None:
                yield document, next((item.problem for item in items if item.id == name), None)


def called(sources: Sequence[str]) -> str:
    """The title of a page about these files.

    >>> called(("a/x.json", "-", "b/y.json", "z.json"))
    'x.json, standard input and 2 more'
    """
    names = ["standard input" if source == "-" else Path(source).name for source in sources]
    few = ", ".join(names[:NAMED_FILES])
    return few if len(names) <= NAMED_FILES else f"{few} and {len(names) - NAMED_FILES} more"


def _items(sources: Sequence[str], question: str) -> Iterator[Item]:
    for source in sources:
        if source != "-":
            yield from read_problems(source, question=question)
