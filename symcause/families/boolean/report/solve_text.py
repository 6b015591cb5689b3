"""Solutions for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.reports.terminal import heading, styled, table, to_text

if TYPE_CHECKING:
    from rich.console import RenderableType

Document = Mapping[str, Any]


def solve_text(document: Document) -> str:
    """The report of ``symcause solve``."""
    return to_text(_parts(document))


def _parts(d: Document) -> Iterator[RenderableType]:
    yield styled(f"{d['problem']} · {d['setting']} · {d['status']}", "bold")
    yield f"  class: {HypothesisClass.named(d['class'])}"
    notes = [d[key] for key in ("reason", "stopped", "incomplete_reason") if d.get(key)]
    yield from (f"  {note}" for note in dict.fromkeys(notes))
    if d["status"] != "solved":
        return
    if "members" not in d:
        yield from _solution(d)
        return
    for i, member in enumerate(d["members"], 1):
        yield heading(f"Member {i}")
        yield from _solution(member)
    number = len(d["members"])
    listed = f"{number} member{'' if number == 1 else 's'} listed"
    yield f"\n{listed}: " + ("all there are" if d["complete"] else "there are more")


def _solution(d: Document) -> Iterator[RenderableType]:
    proof = " (the least possible)" if d["optimal"] else ""
    yield f"  roots {', '.join(d['roots']) or 'none'}; total AST {d['total_ast']}{proof}"
    yield table(
        ("variable", "mechanism"), [(f"  {v}", text) for v, text in d["mechanisms"].items()]
    )
