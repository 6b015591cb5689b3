"""Variable facts of a Boolean audit: everything that its sections say about one variable."""

from __future__ import annotations

from dataclasses import dataclass

from symcause.audits.verdicts import Verdict
from symcause.families.boolean.documents.audit_document import BooleanAudit


@dataclass(frozen=True)
class VariableFacts:
    """Scored cells, coverage of gold's inputs, shortcuts, local alternatives, and fitting mechanisms.

    *status*: ``settled`` if every explaining model has the same mechanism and none has a root in its
    place, ``open`` if they differ, ``none`` if there is no mechanism.
    """

    cells: int | None
    coverage: float | None
    shortcuts: int | None
    local: int | None
    mechanisms: int | None
    status: str | None


def variable_facts(d: BooleanAudit, name: str) -> VariableFacts:
    """The facts about a variable of this name."""
    exposed = None if d.exposure is None else d.exposure.variables.get(name)
    covered = None if d.support is None else d.support.parents.get(name)
    loosest = d.local_alternatives[-1].counts if d.local_alternatives else {}
    fits = (d.variables or {}).get(name)
    return VariableFacts(
        None if exposed is None else exposed.scored_cells,
        None if covered is None else covered.coverage,
        (d.shortcuts or {}).get(name),
        loosest.get(name),
        None if fits is None else fits.mechanisms,
        _known_alike(d, name) if fits is None else _status(d, name, fits.mechanisms),
    )


def _known_alike(d: BooleanAudit, name: str) -> str | None:
    """The status where mechanisms were not counted: what verdict and edges say; None if they do not."""
    if d.verdict == Verdict.UNIQUE and not d.counts_behaviours:
        return "settled" if (d.member is None or name in d.member.mechanisms) else "none"
    arrows = [status for edge, status in (d.edges or {}).items() if edge.endswith(f"->{name}")]
    return "open" if "open" in arrows else None


def _status(d: BooleanAudit, name: str, mechanisms: int) -> str:
    arrows = [status for edge, status in (d.edges or {}).items() if edge.endswith(f"->{name}")]
    if mechanisms == 1 and "open" not in arrows:
        return "settled"
    return "open" if mechanisms else "none"
