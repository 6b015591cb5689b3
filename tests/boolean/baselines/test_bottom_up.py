"""The bottom-up search against its definition: every combination built, looked at and counted by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import islice

import pytest

from symcause.families.boolean.baselines.bottom_up_search import SearchLimits, search
from symcause.models.expressions import Expression, Operation, Variable, evaluate, spell

Known = dict[int, list[tuple[int, Expression]]]


def plain(
    columns: Mapping[str, int],
    wanted: int,
    mask: int,
    operators: tuple[str, ...],
    budget: SearchLimits,
) -> Iterator[tuple[int, str]]:
    """Sizes and texts of hits; argument lists of one key are merged and the first is kept."""
    levels: Known = {}
    lists: dict[tuple[str, int], list[tuple[Expression, ...]]] = {}
    seen: set[int] = set()
    steps = 0

    def value(expression: Expression) -> int:
        return evaluate(expression, columns, mask)

    def key(operator: str, arguments: tuple[Expression, ...]) -> tuple[int, ...]:
        if operator != "iff":
            return (value(Operation(operator, arguments)),)
        return value(Operation("and", arguments)), value(Operation("or", arguments))

    def built(size: int) -> Iterator[Expression]:
        nonlocal steps
        if size == 1:
            yield from map(Variable, columns)
            return
        if "not" in operators:
            yield from (Operation("not", (inner,)) for _, inner in levels[size - 1])
        for operator in operators:
            if operator in ("not", "if"):
                continue
            kept: dict[tuple[int, ...], tuple[Expression, ...]] = {}
            for last in range(1, size - 1):
                for _, argument in levels[last]:
                    shorter = [(e,) for _, e in levels[size - 1 - last]]
                    for begun in (*shorter, *lists.get((operator, size - 1 - last), ())):
                        arguments = (*begun, argument)
                        yield Operation(operator, arguments)
                        if len(kept) < budget.states:
                            kept.setdefault(key(operator, arguments), arguments)
                        steps += 1
                        if steps > budget.steps:
                            break
                    if steps > budget.steps:
                        break
                if steps > budget.steps:
                    break
            else:
                lists[operator, size - 1] = list(kept.values())

    for size in range(1, budget.cap + 1):
        levels[size] = []
        for expression in built(size):
            column = value(expression)
            if column == wanted:
                yield size, spell(expression)
            if column not in seen and len(levels[size]) < budget.states:
                seen.add(column)
                levels[size].append((column, expression))
        if steps > budget.steps:
            return


@pytest.mark.few(24)
@pytest.mark.parametrize("seed", range(120))
def test_hits_are_those_of_the_definition_and_come_in_its_order(seed: int) -> None:
    rng = random.Random(seed)
    rows = rng.randint(2, 6)
    columns = {f"X{i}": rng.getrandbits(rows) for i in range(1, rng.randint(2, 6))}
    all_five = ("not", "and", "or", "xor", "iff")
    operators = rng.choice((all_five, ("and", "or"), ("not", "and", "iff", "if"), ("iff", "xor")))
    budget = SearchLimits(
        rng.randint(1, 7), rng.choice((3, 10, 200, 50_000)), rng.choice((10, 500, 3000))
    )
    asked = columns, rng.getrandbits(rows), (1 << rows) - 1, operators, budget
    expected = list(islice(plain(*asked), 40))
    found = [(hit.size, spell(hit.expression)) for hit in islice(search(*asked), 40)]
    assert found == expected
