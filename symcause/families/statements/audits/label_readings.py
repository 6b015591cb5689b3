"""The readings of a stored label: every sense that the words of its hypothesis leave open.

A benchmark that prints sentences leaves some of them open: whether a cause through something else may also
be a direct one, whether a common effect is a child of both. Where a file names the reading, or its sentence
does, there is no other. The relation of the published generator is none of them: it tells the first of two
variables from the second, and its sentence does not.
"""

from __future__ import annotations

from symcause.audits.errata import Reading
from symcause.families.statements.documents.audit_document import StatementsAudit
from symcause.families.statements.models.relations import PATH
from symcause.families.statements.problem.problem import SENTENCE, StatementsProblem
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict, gold_right

_CAUSE = {
    PATH: "a cause through something else, which may be a direct one as well",
    "strict": "a cause through something else and not a direct one",
}
_OPEN: dict[str, dict[str, str]] = {
    "parent": {PATH: "a direct cause"},
    "child": {PATH: "a direct effect"},
    "ancestor": _CAUSE,
    "descendant": _CAUSE,
    "collider": {
        PATH: "a common effect, of each by a path past the other",
        "direct": "a common child",
        "any": "a common descendant",
    },
    "confounder": {
        PATH: "a common cause, of each by a path past the other",
        "direct": "a common parent",
        "any": "a common ancestor",
    },
}
"""What the sentences of a relation leave open; any cause at all is none of it: they ask for a mediator."""


def label_readings(problem: StatementsProblem, document: StatementsAudit) -> tuple[Reading, ...]:
    """Every reading that is left open, and whether the stored label is right in it."""
    asked, readings = problem.hypothesis, document.readings or {}
    open_ones = _OPEN[asked.relation]
    if SENTENCE not in problem.metadata or asked.reading != PATH:
        phrase = open_ones.get(asked.reading, "as the file names it")
        open_ones = {asked.reading: phrase}
    return tuple(
        Reading(
            name=f"{reading}: {phrase}",
            right=gold_right(HypothesisVerdict(readings[reading]), problem.gold),
        )
        for reading, phrase in open_ones.items()
        if reading in readings
    )
