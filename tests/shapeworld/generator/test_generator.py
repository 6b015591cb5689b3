"""Generated cases: as released, corrected, of prescribed difficulty, certified."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from symcause.errors import LimitError, UsageError
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.files.document import read_shapeworld
from symcause.families.shapeworld.generator.published_cases import (
    connected_edges,
    names,
    released_edges,
)
from symcause.families.shapeworld.generator.shapeworld_generator import ShapeWorldGenerator
from symcause.families.shapeworld.models.causal_relations import closure
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.verifier.kernel import verify


class _Coins(Random):
    """A source of chosen coin tosses: below one half for an edge."""

    def __init__(self, tosses: tuple[int, ...]) -> None:
        super().__init__(0)
        self._tosses = iter(tosses)

    def random(self) -> float:
        return 0.25 if next(self._tosses) else 0.75


@pytest.mark.parametrize(
    ("size", "yes", "unconnected"),
    [
        (4, Fraction(283, 384), Fraction(11, 32)),
        (5, Fraction(1857, 2560), Fraction(197, 512)),
        (6, Fraction(22403, 30720), Fraction(6619, 16384)),
    ],
)
def test_the_released_generator_by_all_its_coin_tosses(
    size: int, yes: Fraction, unconnected: Fraction
) -> None:
    pairs = list(combinations(range(size), 2))
    causal = missed = worlds = 0
    for tosses in product((0, 1), repeat=len(pairs)):
        effects = closure(released_edges(size, _Coins(tosses)))
        causal += sum(effects[x] >> y & 1 for x, y in pairs)
        missed += effects[0] | 1 != (1 << size) - 1
        worlds += 1
    assert Fraction(causal, worlds * len(pairs)) == yes
    assert Fraction(missed, worlds) == unconnected


def problems(generator: ShapeWorldGenerator, items: int = 4) -> list[ShapeWorldProblem]:
    return [read_shapeworld(document) for i in range(items) for document in generator.items(i)]


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_corrected_worlds_are_connected_shuffled_and_balanced(size: int) -> None:
    found = problems(ShapeWorldGenerator(shapes=size), 8)
    assert len(found) == 48
    assert sum(problem.right is True for problem in found) == 24
    relations = [problem.gold_relation for problem in found]
    everything = (1 << size) - 1
    for relation in relations:
        assert relation is not None
        assert any(below | 1 << x == everything for x, below in enumerate(relation.effects))
    assert any(
        relation is not None
        and any(below & ((1 << x) - 1) for x, below in enumerate(relation.effects))
        for relation in relations
    ), "causes are not always listed first"
    assert all(problem.initial == problem.shapes for problem in found)
    assert len({(p.id.rpartition("-")[0], p.cause, p.effect) for p in found}) == 48


@pytest.mark.parametrize(
    "options",
    [
        {"shapes": 3},
        {"shapes": 5, "unconnected": True},
        {"shapes": 4, "shortest_proof": 2},
        {"shapes": 5, "unconnected": True, "moving": 2, "worst_case": 3},
    ],
)
def test_every_world_is_balanced_whatever_is_prescribed(options: dict[str, Any]) -> None:
    generator = ShapeWorldGenerator(**options)
    for index in range(6):
        answers = [generator.report(one)["answer"] for one in generator.items(index)]
        assert answers and answers.count("yes") == answers.count("no")
    odd = ShapeWorldGenerator(**options, questions=3)
    for index in range(6):
        answers = [odd.report(one)["answer"] for one in odd.items(index)]
        assert len(answers) in (1, 3) and abs(answers.count("yes") - answers.count("no")) == 1
    one = ShapeWorldGenerator(**options, questions=1)
    assert {one.report(*one.items(index))["answer"] for index in range(12)} == {"yes", "no"}


def test_released_worlds_list_causes_first() -> None:
    for problem in problems(ShapeWorldGenerator(shapes=5, as_released=True), 10):
        relation = problem.gold_relation
        assert relation is not None
        assert all(not below & ((1 << x) - 1) for x, below in enumerate(relation.effects))
        assert problem.index[problem.cause] < problem.index[problem.effect]


def test_items_depend_on_options_and_number_alone() -> None:
    generator = ShapeWorldGenerator(shapes=5, seed=3)
    assert generator.items(7) == generator.items(7)
    assert generator.items(7) != generator.items(8)
    first = generator.items(7)[0]
    assert generator.is_ours(first)
    assert not ShapeWorldGenerator(shapes=5, seed=4).is_ours(first)
    assert not ShapeWorldGenerator(shapes=5, seed=3, answer="yes").is_ours(first)
    assert not generator.is_ours({"id": "x"})


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"shapes": 4, "shortest_proof": 1, "answer": "yes"}, ("yes", 3, 1)),
        ({"shapes": 5, "unconnected": True, "shortest_proof": 4}, (None, 4, 4)),
        ({"shapes": 5, "unconnected": True, "moving": 2, "worst_case": 3}, (None, 3, None)),
        ({"shapes": 4, "moving": 0, "answer": "no"}, ("no", 1, 1)),
    ],
)
def test_prescribed_difficulty(
    options: dict[str, object], wanted: tuple[str | None, int | None, int | None]
) -> None:
    generator = ShapeWorldGenerator(**options)  # type: ignore[arg-type]
    for document in generator.items(0) + generator.items(1):
        report = generator.report(document)
        problem = read_shapeworld(document)
        optimum = Optimum(open_space(problem))
        assert report["answer"] == ("yes" if problem.right else "no") == generator.verdict(document)
        assert report["worst_case"] == optimum.worst_case()
        assert report["shortest_proof"] == optimum.shortest_proof()
        facts = (report["answer"], report["worst_case"], report["shortest_proof"])
        assert all(w is None or w == f for w, f in zip(wanted, facts, strict=True))


def test_certified_cases_carry_a_proof_and_a_certificate() -> None:
    for document in ShapeWorldGenerator(shapes=4, certified=True, questions=3).items(0):
        problem = read_shapeworld(document)
        metadata = problem.metadata
        assert verify(problem, metadata["certificate"]).accepted
        played = read_shapeworld({**document, "transcript": metadata["proof"]})
        assert open_space(played).answering(not problem.right) is None
        case = metadata["case"]
        assert isinstance(case, dict) and len(played.transcript) == case["shortest_proof"]


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(UsageError, match="add --unconnected"):
        ShapeWorldGenerator(shortest_proof=3)
    with pytest.raises(UsageError, match="leave out --moving"):
        ShapeWorldGenerator(as_released=True, moving=1)
    with pytest.raises(UsageError, match="yes or no"):
        ShapeWorldGenerator(answer="maybe")
    with pytest.raises(UsageError, match="the worst case is always 3"):
        ShapeWorldGenerator(shapes=4, worst_case=1)
    with pytest.raises(UsageError, match="--moving 0 to 4"):
        ShapeWorldGenerator(shapes=4, moving=5)
    with pytest.raises(LimitError, match="no such case"):
        ShapeWorldGenerator(shapes=4, moving=0, worst_case=3).items(0)
    with pytest.raises(LimitError, match="at most 6 shapes"):
        ShapeWorldGenerator(shapes=7, certified=True).items(0)


def test_names_and_connected_worlds() -> None:
    assert len(set(names(40))) == 40
    children = connected_edges(5, Random(1))
    assert closure(children)[0] | 1 == 0b11111
