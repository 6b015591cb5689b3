"""The version spaces of all families do what every version space must do."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.boolean.files.document import read_boolean
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.space.boolean_space import BooleanSpace
from symcause.models.disclosure import Disclosure, Setting
from symcause.testing import Case, VersionSpaceConformance
from tests.amounts import EXHAUSTIVE
from tests.boolean.brute import random_problem, random_scm, random_world

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.mark.few(16)
class TestBooleanSpace(VersionSpaceConformance):
    def cases(self) -> Iterator[Case]:
        for path in sorted(EXAMPLES.glob("*.json")):
            document = json.loads(path.read_text(encoding="utf-8"))
            if document["format"] == "symcause.boolean/1":
                problem = read_boolean(document)
                further = [
                    replace(w, id=f"more_{w.id}", split=Split.TRAIN) for w in problem.heldout
                ]
                yield Case(problem, problem.with_worlds(tuple(further)) if further else None)
        for setting in Setting:
            for seed in range(30):
                yield random_case(seed, setting)

    def space(self, problem: BooleanProblem) -> BooleanSpace:
        return symcause.space(problem)

    def execute(
        self, problem: BooleanProblem, model: BooleanSCM, experiment: Mapping[str, object]
    ) -> Mapping[str, object]:
        """One variable after the other and row by row, by the definition."""
        done: Any = experiment["assignments"]
        given = {**experiment["context"], **done}  # type: ignore[dict-item]
        if not any(isinstance(value, list) for value in given.values()):
            return self.state(model, given, done)
        number = next(len(value) for value in given.values() if isinstance(value, list))
        rows = [
            {v: value[i] if isinstance(value, list) else value for v, value in given.items()}
            for i in range(number)
        ]
        states = [self.state(model, row, done) for row in rows]
        return {v: [state[v] for state in states] for v in problem.variables}

    def state(self, model: BooleanSCM, given: Mapping[str, int], done: Any) -> dict[str, int]:
        state = dict(given)
        for name in model.order:
            if name not in done:
                state[name] = int(model.functions[name](state))
        return {name: state[name] for name in model.variables}

    def about(self, model: BooleanSCM, variable: str) -> object:
        return model.functions.get(variable)

    def tried(self, space: BooleanSpace) -> Iterable[Any]:
        names = space.problem.variables
        for found in super().tried(space):  # it has values for the roots of two models
            yield {**found, "context": {**dict.fromkeys(names, 0), **found["context"]}}
        rng = random.Random(space.problem.id)
        context = {v: [rng.randint(0, 1) for _ in range(3)] for v in names}
        yield {"assignments": {}, "context": context}
        yield {"assignments": {names[0]: 1}, "context": context}
        yield {"assignments": {names[-1]: [0, 1, 1]}, "context": context}

    def leaves_more(self, space: BooleanSpace) -> bool:
        return space.problem.setting is Setting.HIDDEN_ROOTS

    def outsiders(self, problem: BooleanProblem) -> Iterable[BooleanSCM]:
        rng = random.Random(problem.id)
        size = len(problem.variables)
        for roots in (problem.disclosure.size_of_root_set, 1):
            yield random_scm(rng, rng.sample(problem.variables, size), roots, 2)
        yield random_scm(rng, ["Y1", "Y2", "Y3"], 1, 2)

    def beyond_reach(self) -> BooleanProblem | None:
        names = tuple(f"X{i}" for i in range(1, 41))
        rows = ("01" * 20, "10" * 20)
        world = World("w", Split.TRAIN, Mode.NONE, (), rows)
        return BooleanProblem("wide", Disclosure(Setting.HIDDEN_ORDER, names, names[:4]), (world,))


@pytest.mark.few(8)
class TestSmallFormulas(TestBooleanSpace):
    """Classes that are bounded by how mechanisms are written, where searches know less."""

    def cases(self) -> Iterator[Case]:
        for setting in Setting:
            for seed in range(8):
                yield random_case(seed, setting)

    def space(self, problem: BooleanProblem) -> BooleanSpace:
        return symcause.space(problem, max_ast=4, max_depth=3)

    def beyond_reach(self) -> BooleanProblem | None:
        return super().beyond_reach() if EXHAUSTIVE else None


def random_case(seed: int, setting: Setting) -> Case:
    """A random problem with an observational world, and one world more.

    Without any, a root set could leave no scored cell: it is then admitted only by further worlds.
    """
    rng = random.Random(f"conformance {seed} {setting}")
    size = rng.choice((2, 3, 3, 4))
    problem, model = random_problem(rng, size, setting, rng.randint(1, 3), rng.choice((3, 6)))
    worlds = (random_world(rng, model, "seen", 3, problem.variables) for _ in iter(int, 1))
    observed = next(world for world in worlds if world.mode is Mode.NONE)
    more = random_world(rng, model, "more", 4, problem.variables)
    bound = rng.choice((1, 2)) if size == 4 else rng.choice((None, 1, 2))
    problem = replace(problem, id=f"{setting}-{seed}", max_parents=bound).with_worlds((observed,))
    return Case(problem, problem.with_worlds((more,)))


def test_rows_that_are_equal_are_counted_as_equal() -> None:
    """Whatever the order of the names in what is shown, also further inside."""
    from symcause.testing.coins.problem import CoinProblem
    from symcause.testing.coins.space import CoinSpace

    class Nested(CoinSpace):
        def outcome(self, model: Any, experiment: Any) -> dict[str, object]:
            return {"row": {"heads": model[experiment["look"]], "coin": experiment["look"]}}

        def learnt(self, experiment: Any, outcome: Any) -> CoinProblem:
            return super().learnt(experiment, {"heads": outcome["row"]["heads"]})

        def given(self, experiment: Any, outcome: Any) -> Any:
            return Nested(self.learnt(experiment, outcome))

    class Tests(VersionSpaceConformance):
        def cases(self) -> Iterator[Case]:
            yield Case(CoinProblem("c", ("a", "b"), {}))

        def space(self, problem: Any) -> Any:
            return Nested(problem)

        def execute(self, problem: Any, model: Any, experiment: Any) -> dict[str, object]:
            return {"row": {"coin": experiment["look"], "heads": model[experiment["look"]]}}

    for case in Tests().cases():
        Tests().test_what_if_counts_what_members_show(case)
    with pytest.raises(AssertionError, match=r"override edges_of\(model\)"):
        Tests().edges_of({"a": True})
