"""The stored label of an audit of statements, against what follows in all DAGs that fit."""

from __future__ import annotations

from symcause.families.statements.audits.gold_errata import erratum
from symcause.families.statements.documents.audit_document import StatementsAudit
from symcause.families.statements.problem.problem import StatementsProblem
from symcause.reports.figures.stored_answers import RIGHT, UNKNOWN, Shares, StoredAnswer


def stored_label(problem: StatementsProblem, document: StatementsAudit) -> StoredAnswer:
    """The item, by its erratum where it has one."""
    listed = erratum(problem, document)
    follows = document.label if isinstance(document.gold, int) else document.verdict
    undecided = document.label is None and document.verdict != "inconsistent"
    kind = listed.kind if listed is not None else UNKNOWN if undecided else RIGHT
    count = document.count
    return StoredAnswer(
        problem.id,
        document.hypothesis,
        str(document.gold),
        None if document.label is None else str(follows),
        kind,
        "label",
        "statements",
        (listed.cause or "") if listed is not None else "",
        None if count is None else Shares(count, document.holds_in, "DAG"),
    )
