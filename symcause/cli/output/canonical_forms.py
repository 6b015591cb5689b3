"""Canonical forms in the output of a pool: what each problem is up to names, in its document."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from symcause.audits.documents import AuditDocument, Document
from symcause.audits.publication.canonical_problem import canonical_gold, canonical_problem
from symcause.cli.output.result_file import Line
from symcause.cli.runs.question_run import Delivery
from symcause.errors import LimitError, UsageError
from symcause.formats.pools.problem_files import Item
from symcause.formats.problems import Problem


def with_canonical_forms(delivery: Delivery) -> Delivery:
    """The same delivery, of documents with the canonical digests of their problems."""
    before, complete = delivery.finish, delivery.complete

    def finish(document: Document, item: Item, single: bool) -> tuple[Document, int]:
        code = document.code
        if before is not None:
            document, code = before(document, item, single)
        if not isinstance(document, AuditDocument):
            return document, code
        return replace(document, canonical=_digests(cast("Problem", item.problem))), code

    def whole(line: Line) -> bool:
        return "canonical" in line and complete(line)

    return replace(delivery, finish=finish, complete=whole)


def _digests(problem: Problem) -> dict[str, str | None]:
    """SHA-256 of what a problem and its gold are up to names; None where it is not known, or no gold."""
    try:
        gold = canonical_gold(problem)
        digest = canonical_problem(problem).digest
    except (LimitError, UsageError):  # too many orders of names; a family without a structure
        return {"problem": None, "gold": None}
    return {"problem": digest, "gold": None if gold is None else gold.digest}
