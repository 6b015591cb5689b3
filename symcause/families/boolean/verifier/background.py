"""Background knowledge in the Boolean verifier: checked on models, counted by filters.

A function on S = P ∪ U, signed parents P, is for every pattern of U a monotone function of P after the
parents of sign ``-`` are turned. For up to four signed parents all tables are gone through and the
monotone ones kept; h is then a product over the patterns of U, and g follows by the same Möbius inversion
as without signs. Where mechanisms are *unate* every functional parent has one sign, so g counts the
tables on S that use all of S, are unate, have the stated signs and agree with the rows.
"""

from __future__ import annotations

from functools import cache

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.verifier.certificate_question import CertifiedQuestion
from symcause.kernel.nodes import Beyond, Rejected
from symcause.models.background_knowledge import Knowledge

MOST_SIGNED = 4  # parents
"""Most signed parents of one function: it is found among all tables of this many."""


def check_known(known: Knowledge, scm: BooleanSCM) -> None:
    """Reject a model with an edge that is ruled out, without one that is required, or of a wrong sign."""
    tier = {name: i for i, names in enumerate(known.tiers or ()) for name in names}
    for name, function in scm.functions.items():
        for j, parent in enumerate(function.parents):
            edge = (parent, name)
            late = known.tiers is not None and tier[parent] > tier[name]
            outside = known.candidates is not None and edge not in known.candidates
            if edge in known.forbid or late or outside:
                raise Rejected(f"{parent}->{name} is against the knowledge")
            moves = {
                (function.table >> (p | 1 << j) & 1) - (function.table >> p & 1)
                for p in range(1 << len(function.parents))
                if not p >> j & 1
            } - {0}
            sign = dict(known.signs).get(edge)
            if moves & ({-1} if sign == "+" else {1} if sign == "-" else set()):
                raise Rejected(f"{parent}->{name} has not the sign {sign}")
            if known.unate and len(moves) > 1:
                raise Rejected(f"{parent}->{name} raises and lowers")
    for cause, effect in known.require:
        if effect not in scm.functions or cause not in scm.functions[effect].parents:
            raise Rejected(f"{cause}->{effect} is required and not there")


def signed_counts(
    known: Knowledge, question: CertifiedQuestion, variable: str, seen: dict[int, list[int]]
) -> dict[int, int]:
    """h for every parent set, or under *unate* g at once.

    *seen* has, for every parent set without conflict, one row for each of its patterns that a row shows.
    """
    signs = {edge[0]: sign for edge, sign in known.signs if edge[1] == variable}
    counts: dict[int, int] = {}
    for parents, rows in seen.items():
        names = [v for v in question.problem.variables if parents >> question.position[v] & 1]
        shown = {
            sum(question.value(row, p) << j for j, p in enumerate(names)): question.value(
                row, variable
            )
            for row in rows
        }
        stated = [signs.get(name) for name in names]
        signed = len(names) if known.unate else len(names) - stated.count(None)
        if signed > MOST_SIGNED:
            raise Beyond(f"{variable} has {signed} signed parents: more than the kernel counts")
        count = _unate if known.unate else _monotone
        question.work.spend(40 + (2200 if known.unate else 170) << (len(names) - signed), "signs")
        counts[parents] = count(stated, shown)
    return counts


def _monotone(signs: list[str | None], shown: dict[int, int]) -> int:
    """How many functions with these signs have the outputs that are shown."""
    places = [j for j, sign in enumerate(signs) if sign is not None]
    turned = sum(1 << j for j, sign in enumerate(signs) if sign == "-")
    free = [j for j, sign in enumerate(signs) if sign is None]
    outputs: dict[int, tuple[int, int]] = {}
    for pattern, output in shown.items():
        outer = sum((pattern >> j & 1) << i for i, j in enumerate(free))
        inner = 1 << sum(((pattern ^ turned) >> j & 1) << i for i, j in enumerate(places))
        seen, value = outputs.get(outer, (0, 0))
        outputs[outer] = seen | inner, value | inner * output
    listed = tables(len(places))
    product: int = len(listed) ** ((1 << len(free)) - len(outputs))
    for seen, value in outputs.values():
        product *= sum(table & seen == value for table in listed)
    return product


@cache
def tables(inputs: int) -> tuple[int, ...]:
    """The monotone ones among all tables of this many inputs."""
    return tuple(table for table in range(1 << (1 << inputs)) if not _falls(table, inputs))


def _falls(table: int, inputs: int) -> bool:
    low = [p for p in range(1 << inputs) for j in range(inputs) if not p >> j & 1]
    high = [p | 1 << j for p in range(1 << inputs) for j in range(inputs) if not p >> j & 1]
    return any(table >> p & 1 and not table >> q & 1 for p, q in zip(low, high, strict=True))


@cache
def unate_tables(inputs: int) -> tuple[tuple[int, int], ...]:
    """(table, the inputs that lower it) for the unate tables that use every input: turned monotone ones."""
    pairs = []
    for table in tables(inputs):
        uses = all(
            any((table >> p ^ table >> (p | 1 << j)) & 1 for p in range(1 << inputs))
            for j in range(inputs)
        )
        for turned in range(1 << inputs) if uses else ():
            moved = sum((table >> (p ^ turned) & 1) << p for p in range(1 << inputs))
            pairs.append((moved, turned))
    return tuple(pairs)


def _unate(signs: list[str | None], shown: dict[int, int]) -> int:
    seen = sum(1 << pattern for pattern in shown)
    value = sum(output << pattern for pattern, output in shown.items())
    falling = sum(1 << j for j, sign in enumerate(signs) if sign == "-")
    rising = sum(1 << j for j, sign in enumerate(signs) if sign == "+")
    return sum(
        table & seen == value and not turned & rising and not falling & ~turned
        for table, turned in unate_tables(len(signs))
    )
