"""Forged linear certificates: whatever is changed in one, a false claim is never accepted."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from symcause.families.linear.files.document_writer import fingerprint
from symcause.families.linear.models.laboratory import Semantics
from symcause.families.linear.problem.problem import Gold, LinearProblem
from symcause.families.linear.verifier.kernel import verify
from symcause.models.equations import Effect, Equation
from tests.linear.certificate_cases import COUNT, TARGET, VERDICT, case, made

F = Fraction
Document = dict[str, Any]
Forgery = Callable[[Document], None]


def part(document: Document, kind: str) -> Document:
    """The first variable with evidence of a kind."""
    return next(entry for entry in document["evidence"]["variables"] if entry.get(kind))


def changed(number: int | str) -> str:
    return str(Fraction(number) + 1)


def wrong_hash(document: Document) -> None:
    document["problem"]["sha256"] = "0" * 64


def other_family(document: Document) -> None:
    document["family"] = "boolean"


def no_family(document: Document) -> None:
    del document["family"]


def other_format(document: Document) -> None:
    document["format"] = "symcause.certificate/2"


def more_graphs(document: Document) -> None:
    document["claim"]["graphs"] += 1


def models_of_rationals(document: Document) -> None:
    document["claim"]["models"] = document["claim"]["graphs"]


def claimed_unique(document: Document) -> None:
    document["claim"] = {"name": "unique", "parents": {}}


def claimed_inconsistent(document: Document) -> None:
    document["claim"] = {"name": "inconsistent"}


def unknown_claim(document: Document) -> None:
    document["claim"]["name"] = "obvious"


def other_identity(document: Document) -> None:
    document["identity"] = "models"


def narrower_class(document: Document) -> None:
    document["class"]["max_parents"] = 0


def other_semantics(document: Document) -> None:
    document["class"]["semantics"] = str(Semantics.SHIFT)


def target_may_cause(document: Document) -> None:
    document["class"]["target_may_cause"] = True


def integers(document: Document) -> None:
    document["class"] |= {"domain": "integer", "min": -3, "max": 3}


def range_of_rationals(document: Document) -> None:
    document["class"] |= {"min": -3, "max": 3}


def minimum_effect(document: Document) -> None:
    document["class"]["min_effect"] = "0.5"


def wrong_witness(document: Document) -> None:
    entry = next(e for e in document["evidence"]["variables"] if e["variable"] == "f")
    feasible = next(found for found in entry["feasible"] if found[1])
    feasible[1][0] = changed(feasible[1][0])


def zero_effect(document: Document) -> None:
    feasible = next(
        found for e in document["evidence"]["variables"] for found in e["feasible"] if found[1]
    )
    feasible[1][0] = 0


def short_witness(document: Document) -> None:
    feasible = next(
        found for e in document["evidence"]["variables"] for found in e["feasible"] if found[1]
    )
    feasible[1].pop()


def witness_left_out(document: Document) -> None:
    part(document, "feasible")["feasible"].pop()


def witness_twice(document: Document) -> None:
    found = part(document, "feasible")["feasible"]
    found.append(found[0])


def witness_of_a_refuted_set(document: Document) -> None:
    entry = part(document, "inconsistent")
    parents = entry["inconsistent"][0][0]
    entry["feasible"].append([parents, [1] * parents.bit_count()])


def child_as_parent(document: Document) -> None:
    part(document, "feasible")["feasible"][0][0] |= 1 << 3  # the target is no candidate


def refutation_left_out(document: Document) -> None:
    for entry in document["evidence"]["variables"]:
        entry.pop("inconsistent", None)


def zero_left_out(document: Document) -> None:
    for entry in document["evidence"]["variables"]:
        entry.pop("zero", None)


def wrong_combination(document: Document) -> None:
    entries = [e for v in document["evidence"]["variables"] for e in v.get("inconsistent", ())]
    rows = next(rows for _, rows in entries if len(rows) > 1)  # one row alone may be scaled
    rows[0][1] = changed(rows[0][1])


def empty_combination(document: Document) -> None:
    part(document, "inconsistent")["inconsistent"][0][1] = []


def larger_refutation(document: Document) -> None:
    """The same combination for all candidates."""
    entry = part(document, "inconsistent")
    entry["inconsistent"][0][0] = 7 & ~(1 << ["x0", "x1", "x2", "f"].index(entry["variable"]))


def wrong_zero(document: Document) -> None:
    rows = part(document, "zero")["zero"][0][2]
    rows[0][1] = changed(rows[0][1])


def zero_of_another(document: Document) -> None:
    found = part(document, "zero")["zero"][0]
    found[1] = next(p for p in range(4) if p != found[1])


def zero_outside(document: Document) -> None:
    found = part(document, "zero")["zero"][0]
    found[0] &= ~(1 << found[1])


def row_that_is_not_there(document: Document) -> None:
    part(document, "zero")["zero"][0][2][0][0] = 99


def rows_out_of_order(document: Document) -> None:
    rows = part(document, "zero")["zero"][0][2]
    rows.append(rows[0])


def float_in_a_combination(document: Document) -> None:
    part(document, "zero")["zero"][0][2][0][1] = 0.5


def division_by_zero(document: Document) -> None:
    part(document, "zero")["zero"][0][2][0][1] = "1/0"


def variables_swapped(document: Document) -> None:
    entries = document["evidence"]["variables"]
    entries[0], entries[1] = entries[1], entries[0]


def variable_left_out(document: Document) -> None:
    document["evidence"]["variables"].pop()


def renamed_variable(document: Document) -> None:
    document["evidence"]["variables"][0]["variable"] = "x1"


def counted_rationals(document: Document) -> None:
    document["evidence"]["variables"][0]["counted"] = [[0, []]]


def unknown_key(document: Document) -> None:
    document["evidence"]["variables"][0]["trust"] = True


COUNT_FORGERIES: list[Forgery] = [
    wrong_hash,
    other_family,
    no_family,
    other_format,
    more_graphs,
    models_of_rationals,
    claimed_unique,
    claimed_inconsistent,
    unknown_claim,
    other_identity,
    narrower_class,
    other_semantics,
    target_may_cause,
    integers,
    range_of_rationals,
    minimum_effect,
    wrong_witness,
    zero_effect,
    short_witness,
    witness_left_out,
    witness_twice,
    witness_of_a_refuted_set,
    child_as_parent,
    refutation_left_out,
    zero_left_out,
    wrong_combination,
    empty_combination,
    larger_refutation,
    wrong_zero,
    zero_of_another,
    zero_outside,
    row_that_is_not_there,
    rows_out_of_order,
    float_in_a_combination,
    division_by_zero,
    variables_swapped,
    variable_left_out,
    renamed_variable,
    counted_rationals,
    unknown_key,
]


def ambiguous() -> LinearProblem:
    return case(4, targets=2, sink=True)


@pytest.mark.few(40)
@pytest.mark.parametrize("forge", COUNT_FORGERIES, ids=lambda f: f.__name__)
def test_a_forged_count_is_rejected(forge: Forgery) -> None:
    problem = ambiguous()
    document = made(problem, COUNT)
    assert verify(problem, document).accepted
    forge(document)
    assert verify(problem, document).accepted is False


def other_graph(document: Document) -> None:
    parents = document["claim"]["parents"]
    name = next(name for name, found in parents.items() if found)
    parents[name] = []


def cyclic_graph(document: Document) -> None:
    parents = document["claim"]["parents"]
    effect = next(name for name, found in parents.items() if found and name != "f")
    parents[parents[effect][0]] = [effect]


def stranger(document: Document) -> None:
    document["claim"]["parents"]["f"] = ["y"]


def fewer_variables(document: Document) -> None:
    document["claim"]["parents"].popitem()


@pytest.mark.parametrize(
    "forge", [other_graph, cyclic_graph, stranger, fewer_variables], ids=lambda f: f.__name__
)
def test_a_forged_graph_is_rejected(forge: Forgery) -> None:
    problem = case(4)
    document = made(problem, VERDICT)
    assert document["claim"]["name"] == "unique" and verify(problem, document).accepted
    forge(document)
    assert verify(problem, document).accepted is False


@pytest.mark.parametrize("part", ["parents", "coefficient", "base", "square"])
def test_a_gold_that_is_not_the_member_is_noticed(part: str) -> None:
    """Dressed up with the hash of a problem whose gold is another."""
    problem = case(4)
    model = problem.gold_model()
    assert model is not None
    equations = dict(model.equations)
    name = next(n for n in ("f", *equations) if equations[n].effects)
    (parent, effect), *rest = equations[name].effects
    base, effects = equations[name].base, dict(rest)
    if part == "coefficient":
        effects[parent] = Effect(effect.linear + 1)
    elif part == "base":
        effects[parent], base = effect, base + 1
    elif part == "square":
        effects[parent] = Effect(effect.linear, F(1))
    equations[name] = Equation.of(base, effects)
    if part == "square":
        forged = replace(problem, gold=None)
        object.__setattr__(forged, "gold", Gold(equations))
    else:
        forged = replace(problem, gold=Gold(equations))
    document = made(problem, VERDICT)
    document["problem"]["sha256"] = fingerprint(forged)
    found = verify(forged, document)
    assert found.accepted is False and "gold" in found.reason


def other_value(document: Document) -> None:
    document["claim"]["value"] = changed(document["claim"]["value"])


def no_ways(document: Document) -> None:
    del document["evidence"]["target"]


def way_left_out(document: Document) -> None:
    document["evidence"]["target"].pop()


def wrong_way(document: Document) -> None:
    rows = document["evidence"]["target"][0][1]
    rows[0][1] = changed(rows[0][1])


@pytest.mark.parametrize(
    "forge", [other_value, no_ways, way_left_out, wrong_way], ids=lambda f: f.__name__
)
def test_a_forged_target_is_rejected(forge: Forgery) -> None:
    problem = case(4)
    document = made(problem, TARGET)
    assert verify(problem, document).accepted
    forge(document)
    assert verify(problem, document).accepted is False


def fewer_models(document: Document) -> None:
    document["claim"]["models"] -= 1


def no_models(document: Document) -> None:
    del document["claim"]["models"]


def counted_left_out(document: Document) -> None:
    part(document, "counted")["counted"].pop()


def counted_twice(document: Document) -> None:
    found = part(document, "counted")["counted"]
    found.append(found[0])


def other_range(document: Document) -> None:
    document["class"]["max"] = 1


def wrong_pivot(document: Document) -> None:
    found = next(s for e in document["evidence"]["variables"] for s in e["counted"] if s[1])
    found[1][0][1][0][1] = changed(found[1][0][1][0][1])


def pivot_twice(document: Document) -> None:
    found = next(s for e in document["evidence"]["variables"] for s in e["counted"] if s[1])
    found[1].append(found[1][0])


def pivot_outside(document: Document) -> None:
    found = next(s for e in document["evidence"]["variables"] for s in e["counted"] if s[1])
    found[1][0][0] = 2


def witnessed_integers(document: Document) -> None:
    document["evidence"]["variables"][0]["feasible"] = [[0, []]]


INTEGER_FORGERIES: list[Forgery] = [
    fewer_models,
    no_models,
    counted_left_out,
    counted_twice,
    other_range,
    wrong_pivot,
    pivot_twice,
    pivot_outside,
    witnessed_integers,
]


@pytest.mark.parametrize("forge", INTEGER_FORGERIES, ids=lambda f: f.__name__)
def test_a_forged_count_of_integers_is_rejected(forge: Forgery) -> None:
    problem = case(0, size=3, targets=0, integer=True)
    document = made(problem, COUNT)
    assert document["claim"]["models"] > 1
    assert verify(problem, document).accepted
    forge(document)
    assert verify(problem, document).accepted is False


def test_a_claim_about_more_evidence_does_not_hold_with_less() -> None:
    """Evidence made for the whole episode, dressed up for the beginning of it."""
    for seed in range(5):
        problem = case(seed)
        weaker = problem.shortened(1)
        document = made(problem)
        document["problem"]["sha256"] = fingerprint(weaker)
        assert verify(weaker, document).accepted is False


def test_no_random_change_makes_another_claim_true() -> None:
    """Numbers anywhere in the evidence are changed: either rejected, or the same claim still proven."""
    rng = random.Random(9)
    problem = ambiguous()
    original = made(problem, COUNT)
    for _ in range(150):
        document = copy.deepcopy(original)
        _mutate(document["evidence"], rng)
        document["claim"]["graphs"] += rng.choice((-1, 1))
        assert verify(problem, document).accepted is False


def _mutate(node: Any, rng: random.Random) -> None:
    """Change one number somewhere below."""
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        keys = [key for key in keys if key != "variable"]
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(node[key], dict | list):
            node = node[key]
        else:
            node[key] = rng.choice((0, 1, 2, 7, "1/2", "-1"))
            return
