"""Intervention groups: how the members of a class part by the parents of a variable that is set."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from symcause.families.statements.documents.question_documents import InterventionPart
from symcause.families.statements.space.hypothesis_verdict import Judgement


def interventions(found: Judgement) -> tuple[InterventionPart, ...]:
    """Every intervention that parts the members, the one that leaves least open first."""
    parts = []
    for v, name in enumerate(found.problem.variables):
        groups: dict[int, list[bool]] = defaultdict(list)
        for member, told in zip(found.faithful.members, found.told, strict=True):
            groups[member.parents[v]].append(told[found.at])
        if len(groups) > 1:
            parts.append((name, list(groups.values())))
    ranked = [_part(name, groups) for name, groups in parts]
    return tuple(sorted(ranked, key=_rank))


def _part(name: str, groups: list[list[bool]]) -> InterventionPart:
    sizes = [len(group) for group in groups]
    still = [len(group) for group in groups if len(set(group)) > 1]
    return InterventionPart(
        experiment={"do": name},
        worst=max(sizes),
        expected=str(Fraction(sum(n * n for n in sizes), sum(sizes))),
        settles=not still,
        worst_open=max(still, default=0),
        outcomes=len(groups),
    )


def _rank(part: InterventionPart) -> tuple[int, int, Fraction, str]:
    assert part.worst is not None
    name = str(part.experiment["do"])
    return part.worst_open, part.worst, Fraction(str(part.expected)), name
