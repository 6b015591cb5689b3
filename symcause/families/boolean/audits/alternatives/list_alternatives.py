"""Alternatives from a list of Boolean members, and whether an experiment tells one apart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from symcause.answers import Unknown, Unsat
from symcause.errors import LimitError
from symcause.families.boolean.audits.alternatives.alternative_models import ShownAlternative, show
from symcause.families.boolean.audits.audit_options import AuditOptions
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.space.boolean_space import BooleanSpace


@dataclass(frozen=True)
class ListedAlternatives:
    """What was found; *separable* is None where it is not known, for the *reason*."""

    shown: tuple[ShownAlternative, ...]
    separable: bool | None
    reason: str | None
    unreached: LimitError | None


def listed_alternatives(
    space: BooleanSpace, reference: BooleanSCM, options: AuditOptions
) -> ListedAlternatives:
    """The nearest other members of the fewest disturbed cells, each run by the kernel."""
    shown: list[ShownAlternative] = []
    unreached = None
    for other in islice(space.others(reference), options.limit):
        if isinstance(other, Unknown):
            unreached = LimitError(other.reason)
            break
        targets, errors = options.targets, space.hypotheses.errors
        shown.append(show(space.problem, reference, other, targets=targets, errors=errors))
    separation = space.separate(reference)
    if isinstance(separation, Unknown):
        return ListedAlternatives(tuple(shown), None, separation.reason, unreached)
    return ListedAlternatives(tuple(shown), not isinstance(separation, Unsat), None, unreached)
