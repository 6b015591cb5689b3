"""Conversion in the Python API: a problem changed as its family can, or as the text of another format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from symcause.api.dispatch import posed_as
from symcause.audits.convert import Convert
from symcause.audits.question import question
from symcause.errors import UsageError, did_you_mean
from symcause.formats.pools.problem_writer import PICTURES, spelled, targets
from symcause.formats.python_rows import plain

if TYPE_CHECKING:
    from symcause.formats.problems import Problem


def converted(problem: Problem, to: str | None, options: Mapping[str, object]) -> Any:
    """The problem with these options of its family; with *to* the text of it in that format."""
    if to is not None and to not in (known := (*targets(), *PICTURES)):
        remedy = did_you_mean(str(to), known)
        raise UsageError("problems cannot be written so", value=to, remedy=remedy)
    asked = question(
        "convert",
        posed := posed_as(problem, "convert"),
        **{key: plain(value) for key, value in options.items()},
    )
    assert isinstance(asked, Convert)
    result = asked.converted(posed)
    if to in PICTURES:
        from symcause.reports.export import pictured

        return pictured(result, to)
    return result if to is None else spelled(result, to)
