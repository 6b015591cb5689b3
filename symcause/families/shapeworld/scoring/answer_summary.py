"""The summary of scored ShapeWorld answers: what is kept by model, structure and template.

A *case* is what the published tables count: its truth is known, and it does not come from a log of failures
only. Accuracy is right / all, where no result counts as wrong. What transcripts prove is about *logged*
answers: results tables hold no transcripts.
"""

from __future__ import annotations

from symcause.families.shapeworld.documents.score_document import ShapeWorldScore
from symcause.families.shapeworld.problem.verdict_kinds import Support, TranscriptVerdict
from symcause.scoring.answer_groups import Group, Grouped, Row, Sheet

STEPS = ("informative", "set_up", "wasted", "void")
"""Kinds of interventions."""

FIELDS = ("model", "structure", "template", "start", "shapes", "file")

SHEET = Sheet(
    flags=(
        *("case", "right", "yes", "no", "error"),
        *(
            "logged",
            "possible",
            "impossible",
            *map(str, Support),
            "lucky",
            "contradicts",
            "inferred",
            "conflicts",
            "abstained",
        ),
    ),
    numbers=("interventions", *STEPS, "surplus", "excess"),
    units=("right",),
    counted=("pattern", "scope", "template", "mark"),
)


def numbers_of(score: ShapeWorldScore) -> Row:
    """What is kept of an answer."""
    row: dict[str, object] = {"mark": score.mark}
    if is_case(score):
        row |= {"case": True, "right": score.right is True, str(score.truth): True}
        row |= {"error": score.answer is None or score.mark is not None}
        row |= {"interventions": score.interventions, "template": score.template or ""}
    if not score.logged:
        return row
    impossible = score.verdict in (
        TranscriptVerdict.INCONSISTENT,
        TranscriptVerdict.INVALID,
        TranscriptVerdict.OUTSIDE,
    )
    row |= {"logged": True, "impossible": impossible, "possible": not impossible}
    if score.abstained:  # of claims alone it is said what transcripts prove
        row["abstained"] = not impossible and score.contradicts_key is not True
    elif score.support is not None:
        row[score.support] = True
    row |= {name: getattr(score.kinds, name) for name in STEPS}
    row |= {"surplus": score.surplus, "excess": None if impossible else score.excess}
    row |= {"pattern": score.pattern, "scope": score.scope.name, "lucky": score.lucky}
    row |= {"contradicts": score.contradicts_key is True, "inferred": score.inferred}
    return row | {"conflicts": score.start_conflicts is True}


def is_case(score: ShapeWorldScore) -> bool:
    return score.truth is not None and not score.failure


class ShapeWorldSummary:
    """Grows by one answer at a time; the answers themselves are forgotten."""

    def __init__(self) -> None:
        self.answers = Grouped(SHEET, *FIELDS)
        self._truths: dict[str, bool] = {}  # of the cases, whoever answered

    def take(self, score: ShapeWorldScore, file: str = "") -> None:
        """Count one answer."""
        structure, template = score.structure or "", score.template or ""
        key = (score.model, structure, template, score.start or "", score.shapes, file)
        self.answers.take(key, numbers_of(score), score.problem)
        if is_case(score):
            self._truths[score.problem] = score.truth == "yes"

    def models(self, flag: str) -> dict[str, Group]:
        """By model, in order of appearance; only those with answers of the kind *flag*."""
        groups = {str(model): group for (model,), group in self.answers.by("model").items()}
        return {model: group for model, group in groups.items() if group.count(flag)}

    def by(self, *fields: str) -> list[tuple[tuple[str, ...], Group]]:
        """The cases by some fields, in the order of their names."""
        pairs = self.answers.by(*fields).items()
        named = [(tuple(map(str, key)), group) for key, group in pairs if group.count("case")]
        return sorted(named, key=lambda item: item[0])

    def constants(self) -> dict[str, Group]:
        """What systems would get that always answer the same, without any intervention."""
        groups = {}
        for answer in (True, False):
            group = groups[f"always {'yes' if answer else 'no'}"] = Group(SHEET)
            for problem, truth in self._truths.items():
                row = {"case": True, "right": truth is answer, "yes" if truth else "no": True}
                group.add({**row, "error": False, "interventions": 0}, problem)
        return groups
