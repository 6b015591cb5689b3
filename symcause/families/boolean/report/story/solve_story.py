"""The solve story: Boolean models that were found, and what is proven of their size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UnsetType

from symcause.audits.story import Block, Grid, Section, Story
from symcause.families.boolean.documents.question_results import BooleanSolve
from symcause.models.number_phrases import plural

_SENTENCES = {
    "solved": "This model explains the training worlds.",
    "inconsistent": "No model of the class explains the training worlds.",
    "unknown": "Whether a model explains the training worlds is not known.",
}


def solve_story(d: BooleanSolve) -> Story:
    """The report of ``symcause solve``."""
    known = [note for note in (d.reason, d.incomplete_reason) if isinstance(note, str)]
    return Story(
        f"{d.problem} · {d.setting}",
        _sentence(d),
        facts=(("status", d.status), ("setting", d.setting), ("class", str(d.scope))),
        notes=(
            f"class: {d.scope}",
            *(n for n in dict.fromkeys(known) if not _repeats(n, d.status)),
        ),
        sections=_sections(d),
    )


def _sentence(d: BooleanSolve) -> str:
    """Of noisy worlds: how many cells the model leaves unexplained. No model leaves fewer."""
    sentence = _SENTENCES.get(d.status, f"{d.status[:1].upper()}{d.status[1:]}.")
    if d.status != "solved" or not d.scope.noisy or d.disturbed is None:
        return sentence
    cells = plural(d.disturbed, "disturbed cell") if d.disturbed else "no disturbed cell"
    fewest = ", and none has fewer" if d.disturbed and d.optimal else ""
    return f"{sentence.rstrip('.')} with {cells}{fewest}."


def _repeats(note: str, status: str) -> bool:
    return _SENTENCES.get(status, "").lower() == f"{note.lower()}."


def _sections(d: BooleanSolve) -> tuple[Section, ...]:
    if d.roots is None or d.mechanisms is None or d.total_ast is None:
        return ()
    if isinstance(d.members, UnsetType):
        return (Section("", _solution(d.roots, d.mechanisms, d.total_ast, _least(d, d.optimal))),)
    listed = [
        Section(
            f"Member {i}",
            _solution(m.roots, m.mechanisms, m.total_ast, _least(d, m.optimal), m.disturbed),
        )
        for i, m in enumerate(d.members, 1)
    ]
    rest = "all there are" if d.complete is True else "there are more"
    last = Section("", (f"\n{plural(len(d.members), 'member')} listed: {rest}",))
    return (*listed, last)


def _least(d: BooleanSolve, optimal: bool) -> str:
    """What is proven of a size: with errors, disturbed cells come before it."""
    if not optimal:
        return ""
    return " (the least with so few disturbed cells)" if d.scope.noisy else " (the least possible)"


def _solution(
    roots: Sequence[str], mechanisms: Mapping[str, str], size: int, proof: str, disturbed: int = 0
) -> tuple[Block, ...]:
    cells = f"; {plural(disturbed, 'disturbed cell')}" if disturbed else ""
    return (
        f"  roots {', '.join(roots) or 'none'}; total AST {size}{proof}{cells}",
        Grid(("variable", "mechanism"), tuple((f"  {v}", text) for v, text in mechanisms.items())),
    )
