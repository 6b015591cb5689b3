"""The run view of a scenario report: whether a scored run won, and what its design was worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import UNSET

from symcause.audits.story import Section, Tone
from symcause.families.scenario.documents.question_documents import Bounds
from symcause.families.scenario.documents.score_document import RunScore, TriedPart
from symcause.families.scenario.report.plot_bounds import ends, spelled_ends
from symcause.models.number_phrases import fixed, plural
from symcause.reports.figures.steps.step_columns import Column
from symcause.reports.figures.steps.survival_dots import Tries
from symcause.reports.views.run_record import ToldRun


def run_record(score: RunScore) -> ToldRun:
    """The run behind a score."""
    steps = score.budget.deployments
    return ToldRun(
        score.run or f"{score.problem} by {score.model or 'unnamed'}",
        str(score.problem),
        score.model or "unnamed",
        _word(score),
        _tone(score),
        _headline(score),
        right=score.win if score.right is UNSET else score.right,
        steps=steps or None,
        tries=_tries(score.budget.tried),
        facts=tuple(_facts(score)),
        sections=tuple(_sections(score)),
        columns={
            "pattern": score.pattern,
            "survived": None if score.survival is None else round(score.survival, 3),
            "value": _number(score.value),
            "chance to win": _number(score.p_win),
            "deployments": steps or None,
            "units": score.budget.units or None,
            "rubric": None if score.rubric is None else round(score.rubric.normalised, 3),
        },
    )


def _word(score: RunScore) -> str:
    if score.valid is False:
        return "invalid"
    if score.right is not UNSET:
        return {True: "reaches it", False: "falls short", None: "no result"}[score.right]
    if score.win is None and score.survival is None:
        return "no result"
    if score.win is not True:
        return "lost" if score.win is False and score.survival is not None else "no result"
    return "won by luck" if score.lucky else "won"


def _tone(score: RunScore) -> Tone:
    return {
        "won": Tone.GOOD,
        "reaches it": Tone.GOOD,
        "falls short": Tone.BAD,
        "invalid": Tone.BAD,
        "won by luck": Tone.SOME,
        "lost": Tone.BAD,
    }.get(_word(score), Tone.UNKNOWN)


def _headline(score: RunScore) -> str:
    word, steps = _word(score), score.budget.deployments
    text = f"{word[0].upper()}{word[1:]}"
    if steps:
        text += f" after {plural(steps, 'deployment')}"
    value = _bounds(score.value)
    return text if value is None else f"{text}: the design is worth {value}"


def _facts(score: RunScore) -> Iterator[tuple[str, str]]:
    yield "player", score.model or "unnamed"
    if score.survival is not None:
        yield "survived", fixed(score.survival, 3)
    chance = _bounds(score.p_win)
    if chance is not None:
        yield "chance to win", chance
    if score.budget.units:
        yield "units tried", str(score.budget.units)
    if score.rubric is not None:
        yield "rubric", f"{score.rubric.points:g} of {score.rubric.max:g} points"
    if score.pattern is not None:
        yield "pattern", score.pattern


def _sections(score: RunScore) -> Iterator[Section]:
    if score.reason:
        yield Section("What went wrong", (score.reason,))
    if score.budget.violations:
        yield Section("Beyond the budget", score.budget.violations)


def _bounds(found: Bounds | tuple[Bounds, ...] | None) -> str | None:
    """A value; of several designs that the record does not tell apart, the least and the greatest."""
    every = [found] if isinstance(found, Bounds) else list(found or ())
    if not every:
        return None
    both = [ends(one) for one in every]
    return spelled_ends((min(low for low, _ in both), max(high for _, high in both)))


def _number(found: Bounds | tuple[Bounds, ...] | None) -> float | str | None:
    """The same for a column: a number where there is one."""
    words = _bounds(found)
    return words if words is None or "–" in words else float(words)


def _tries(tried: Sequence[TriedPart]) -> Tries:
    steps = [
        (
            Column(_design(part), f"deployment {i}"),
            None if part.survived is None else (part.survived, part.units),
        )
        for i, part in enumerate(tried, 1)
    ]
    return [(Column("start", "the start"), None), *steps] if steps else ()


def _design(part: TriedPart) -> str:
    named = " ".join(f"{name}={_value(value)}" for name, value in part.design.items())
    return f"{part.units} × {named}" if named else f"{part.units} units"


def _value(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
