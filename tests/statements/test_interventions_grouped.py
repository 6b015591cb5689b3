"""Interventions that part the DAGs that fit, recounted; and what is said of a stored label."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from msgspec import structs

from symcause.audits.question import ask
from symcause.families.statements.audits.intervention_groups import _part, _rank
from symcause.families.statements.audits.verdict_sentence import headline, sentence_of
from symcause.families.statements.documents.audit_document import StatementsAudit
from tests.statements.cases import of_dag


def test_groups_are_recounted() -> None:
    rng = Random(4)
    parts = []
    for _ in range(60):
        groups = [
            [rng.random() < 0.5 for _ in range(rng.randint(1, 5))] for _ in range(rng.randint(2, 4))
        ]
        part, number = _part("A", groups), sum(map(len, groups))
        mixed = [len(group) for group in groups if True in group and False in group]
        assert part.experiment == {"do": "A"} and part.outcomes == len(groups)
        assert part.worst == max(map(len, groups)) and part.settles == (mixed == [])
        assert part.worst_open == (max(mixed) if mixed else 0)
        left = [
            len(group) for group in groups for _ in group
        ]  # of every DAG, how many read the same
        assert Fraction(str(part.expected)) == Fraction(sum(left), number)
        parts.append(part)
    ranked = sorted(parts, key=_rank)
    told = [(p.worst_open, p.worst, Fraction(str(p.expected))) for p in ranked]
    assert told == sorted(told)


@pytest.mark.parametrize(("right", "by_sentence"), [*product([True, False, None], repeat=2)])
def test_a_stored_label_is_said_to_be_wrong_where_it_is(
    right: bool | None, by_sentence: bool | None
) -> None:
    document = ask("audit", of_dag("AB BC", 3, "parent", "AB"))
    assert isinstance(document, StatementsAudit)
    plain = sentence_of(structs.replace(document, gold_right=None))
    told = structs.replace(document, gold=1, gold_right=right, gold_right_by_sentence=by_sentence)
    told = structs.replace(told, sentence_reading="path")
    more = sentence_of(told).removeprefix(plain.removesuffix("."))
    wrong, only = (
        "; the stored label 1 is wrong.",
        "; the stored label 1 is right by its sentence alone",
    )
    if right is False and by_sentence is True:
        assert more == f"{only} (path)."
    else:
        assert more == (wrong if right is False else ".")
    assert headline(told).endswith("says otherwise") == (right is False)
