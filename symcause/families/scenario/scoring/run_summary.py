"""The run summary of scenario scoring: what is kept by file, scenario and model.

A run was *played*, or is *told* by a published table (a survival, and no design behind it), or is only
*judged* (a line of a panel: points, and no run behind them), or there is a *design* alone, the answer to a
prompt (a value, and no fleet behind it).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import UNSET

from symcause.families.scenario.documents.question_documents import Bounds
from symcause.families.scenario.documents.score_document import RunScore
from symcause.scoring.answer_groups import Group, Grouped, Row, Sheet
from symcause.scoring.bootstrap import Total, Unit

SHEET = Sheet(
    flags=(
        *("drawn", "judged", "mandatory"),
        *("win", "lucky", "justified", "noise", "over_budget"),
        *("valid", "in_space", "right"),
    ),
    numbers=("survival", "points", "normalised", "value", "p_win"),
    counted=("pattern", "survived", "ending", "maximum"),
)
DIMENSIONS = Sheet(numbers=("share",))
CLAIMS = Sheet(flags=("found", "held"), numbers=("turn",))
DISTANCES = Sheet(numbers=("distance",))

PLAYED, TOLD, JUDGED, DESIGN = "played", "told", "judged", "design"

COMPARED = (PLAYED, DESIGN)
"""The kinds in which systems are compared."""

ENDINGS = ("won, justified", "won by luck", "won, not justified", "not won", "no result")
"""What becomes of a run."""


def ending(score: RunScore) -> str:
    """One of the :data:`ENDINGS`."""
    if score.win is not True:
        return ENDINGS[4 if score.survival is None else 3]
    if score.lucky is True:
        return ENDINGS[1]
    return ENDINGS[0 if score.justified is True else 2]


def kind_of(score: RunScore) -> str:
    """Played, told, judged, or a design alone."""
    if score.valid is not UNSET:
        return DESIGN
    if score.budget.deployments or (score.rubric is None and score.survival is None):
        return PLAYED
    if score.survival is not None and score.value is None:
        return TOLD
    return JUDGED if score.rubric is not None and not is_drawn(score) else PLAYED


def is_drawn(score: RunScore) -> bool:
    return score.win is not None or score.survival is not None or bool(score.reason)


def numbers_of(score: RunScore) -> Row:
    """What is kept of a run."""
    if score.valid is not UNSET:
        return _design_numbers(score)
    drawn, rubric = is_drawn(score), score.rubric
    row: dict[str, object] = {
        "drawn": drawn,
        "ending": ending(score) if drawn else None,
        "survival": score.survival,
        "survived": score.survival,
        "win": score.win is True,
        "lucky": score.lucky is True,
        "justified": score.justified is True,
        "noise": score.noise is True,
        "over_budget": bool(score.budget.violations),
        "pattern": score.pattern,
        "judged": rubric is not None,
    }
    if rubric is not None:
        row |= {"points": rubric.points, "normalised": rubric.normalised, "maximum": rubric.max}
        row["mandatory"] = rubric.mandatory is True
    return row


def _design_numbers(score: RunScore) -> Row:
    """What is kept of a design: what one outside the space would be worth is not held against others."""
    row: dict[str, object] = {"valid": score.valid is True, "right": score.right is True}
    if score.in_space is not True:
        return row | {"in_space": False}
    return row | {"in_space": True, "value": _least(score.value), "p_win": _least(score.p_win)}


def _least(found: object) -> float | None:
    """The lower end of the bounds of one number."""
    return float(Fraction(found.low)) if isinstance(found, Bounds) else None


class RunSummary:
    """Grows by one run at a time; the runs themselves are forgotten."""

    def __init__(self) -> None:
        self.runs = Grouped(SHEET, "kind", "file", "scenario", "model")
        self.dimensions = Grouped(DIMENSIONS, "model", "dimension", "pattern")
        self.claims = Grouped(CLAIMS, "model", "scenario", "claim", "kind")
        self.distances = Grouped(DISTANCES, "scenario", "model", "turn")

    def take(self, score: RunScore, file: str) -> None:
        """Count one run."""
        kind, scenario, model = kind_of(score), score.problem or "", score.model or ""
        self.runs.take((kind, file, scenario, model), numbers_of(score), scenario)
        for claim in score.claims:
            row = {"found": claim.first is not None, "held": claim.held, "turn": claim.first}
            self.claims.take((model, scenario, claim.id, claim.kind), row, scenario)
        for turn, distance in enumerate(score.claim_distance):
            self.distances.take((scenario, model, turn), {"distance": distance}, scenario)
        if score.rubric is not None and kind != TOLD:
            for name, share in score.rubric.dimensions.items():
                key = (model, name, score.pattern or "")
                self.dimensions.take(key, {"share": share}, scenario)

    def by(self, *fields: str, kinds: tuple[str, ...] = (PLAYED,)) -> dict[tuple[str, ...], Group]:
        """The runs of these kinds by some fields, in order of appearance."""
        groups = self.runs.by(*fields, where=lambda kind, *_: kind in kinds)
        return {tuple(map(str, key)): group for key, group in groups.items()}


def survivals(group: Group) -> Mapping[float, int]:
    """How often each survival was reached."""
    return {float(str(value)): n for value, n in group.counts("survived").items()}


def exact_survival(group: Group) -> Fraction:
    """The sum of the survivals as they are written."""
    pairs = survivals(group).items()
    return sum((Fraction(str(value)) * n for value, n in pairs), Fraction(0))


def run_by_run(group: Group) -> dict[Unit, Total]:
    """Each survival by itself, for a bootstrap over runs."""
    pairs = sorted(survivals(group).items())
    values = (value for value, n in pairs for _ in range(n))
    return {place: Total(value, 1) for place, value in enumerate(values)}
