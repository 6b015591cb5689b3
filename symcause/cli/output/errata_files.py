"""Errata files, an output of the CLI: one line an item, and a page for the maintainers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from msgspec import UnsetType

from symcause.audits.document_json import dumps
from symcause.audits.documents import Document, ErrorDocument, Result
from symcause.audits.errata import Erratum, errata_of, finder_of
from symcause.audits.question import Question
from symcause.cli.output.output_files import SideFile, refuse_device
from symcause.cli.output.page_results import Collect, called, recalled
from symcause.cli.runs.question_request import Asked
from symcause.errors import UsageError
from symcause.registry import families, family_of

OPTION, PAGE = "--errata", "--errata-page"


class ForErrata(Asked, frozen=True):
    """The audit of problems with gold; families that store none are refused by name."""

    def to(self, problem: object, known: Mapping[str, object] | None = None) -> Question[Any, Any]:
        if finder_of(problem) is None:
            able = ", ".join(one.title for one in families() if one.errata is not None)
            raise UsageError(
                f"{OPTION} does not apply to {family_of(problem).title}",
                remedy=f"it applies to {able}",
            )
        return super().to(problem, known)


@contextmanager
def errata_files(
    lines: str | None,
    page: str | None,
    sources: Sequence[str],
    asked: Asked,
    earlier: str | None = None,
) -> Iterator[Collect | None]:
    """A collector of errata for a file of lines and a page, None where neither is asked for.

    *earlier* is a file with results of an earlier run to begin with.
    """
    if lines is None and page is None:
        yield None
        return
    errata: list[Erratum] = []
    looked_at = 0

    with ExitStack() as stack:
        rows = None if lines is None else stack.enter_context(SideFile(lines))
        file = None if page is None else stack.enter_context(SideFile(page))

        def take(document: Result, problem: object) -> None:
            nonlocal looked_at
            if isinstance(document, ErrorDocument) or problem is None:
                return
            looked_at += 1
            for one in errata_of(problem, document, source_of(document, sources)):
                if rows is not None:
                    rows.write(f"{dumps(one)}\n")
                if file is not None:
                    errata.append(one)

        if earlier is not None:
            refuse_device(earlier)
            if Path(earlier).exists():
                for document, problem in recalled(Path(earlier), sources, asked):
                    take(document, problem)
        yield take
        if file is not None:
            from symcause.reports.errata_page import errata_page

            file.write(errata_page(errata, looked_at, called(sources)))


def source_of(document: Document, sources: Sequence[str]) -> str:
    """The file that an item is in: by its name, or by the way to it from a folder that was given."""
    asked = document.asked
    file = None if isinstance(asked, UnsetType) else asked.problem
    if file is None:
        return called(("-",))
    path = Path(file)
    for folder in map(Path, sources):
        if folder != path and path.is_relative_to(folder):
            return str(Path(folder.name) / path.relative_to(folder))
    return path.name
