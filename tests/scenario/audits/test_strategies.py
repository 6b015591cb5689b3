"""Strategies that builders call optimal: every completion counts, and errata say on what they rest."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import symcause
from symcause.budgets import Meter
from symcause.errors import ProblemError
from symcause.families.scenario.audits.gold_errata import erratum
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.optimum.strategy_completions import Completing, Completions
from symcause.families.scenario.problem.problem import ScenarioProblem, Server, Space
from tests.amounts import amount, some

LARGE = {"type": "integer", "min": 0, "max": 60, "default": 0}
SMALL = {"type": "integer", "min": 0, "max": 6, "default": 1}


def scenario(claims: dict[str, Any], domain: dict[str, Any] = SMALL, **more: Any) -> dict[str, Any]:
    """Two numbers and a module; armour helps and weight hurts a little."""
    return {
        "format": "symcause.scenario/1",
        "id": "boats",
        "design": {
            "hull": domain,
            "sail": domain,
            "module": {"type": "choice", "options": ["plain", "pump"], "default": "plain"},
            "sent": {"type": "boolean", "default": False},
        },
        "constraints": [f"hull + sail <= {domain['max'] + 2}"],
        "variables": [
            {"name": "storm", "draw": {"bernoulli": "0.5"}},
            {"name": "dry", "is": 'if(sent and module == "pump", 0.2, 0)'},
            {
                "name": "survived",
                "draw": {
                    "bernoulli": f"clip(0.2 + dry + 0.4 * hull / {domain['max']} "
                    f"- if(storm, 0.2, 0.1) * sail / {domain['max']}, 0, 1)"
                },
            },
        ],
        "outcome": "survived",
        "evaluate": {"fleet": 100, "threshold": "0.5"},
        "claims": claims,
    } | more


def read(claims: dict[str, Any], **more: Any) -> ScenarioProblem:
    return read_scenario(scenario(claims, **more))


def worth(problem: ScenarioProblem, hull: int, sail: int, pumped: bool) -> Fraction:
    """The value, by hand."""
    most = problem.design["hull"].most
    base = (
        Fraction(1, 5) + (Fraction(1, 5) if pumped else 0) + Fraction(2, 5) * Fraction(hull, most)
    )
    values = [
        min(max(base - slope * Fraction(sail, most), 0), 1)
        for slope in (Fraction(1, 5), Fraction(1, 10))
    ]
    return sum(values, Fraction(0)) / 2


def every(problem: ScenarioProblem, hulls: range, sent: tuple[bool, ...]) -> list[Fraction]:
    """The values of all completions, by brute force."""
    most = problem.design["hull"].most
    found = []
    for hull, sail, pump, flag in product(hulls, range(most + 1), (False, True), sent):
        if hull + sail <= most + 2:
            found.append(worth(problem, hull, sail, pump and flag))
    return found


def completions(problem: ScenarioProblem) -> Completions:
    (strategy,) = problem.claims.strategies
    search = Completing(problem, Space.DECLARED, strategy)
    return search.bounded(search.known(), Meter(10**6), Meter(10**6))


@pytest.mark.parametrize("domain", [SMALL, LARGE])
def test_bounds_are_those_of_every_completion(domain: dict[str, Any]) -> None:
    most = domain["max"]
    for low, high in some([(0, most // 2), (most // 3, None), (most, None), (2, 2)], 2):
        named: dict[str, Any] = {"hull": [low, high] if low != high else low}
        problem = read({"strategies": [{"design": named}]}, domain=domain)
        hulls = range(low, (most if high is None else high) + 1)
        values = every(problem, hulls, (False, True))
        found = completions(problem)
        assert float(found.upper) == pytest.approx(float(max(values)), abs=1e-9)
        assert float(found.lower) == pytest.approx(float(min(values)), abs=1e-9)
        assert found.upper >= max(values) and found.lower <= min(values)


def test_flags_and_options_are_kept_to() -> None:
    named = {"module": "pump", "sent": True, "hull": 3}
    problem = read({"strategies": [{"design": named}]})
    found = completions(problem)
    values = [worth(problem, 3, sail, True) for sail in range(6)]
    assert (found.upper, found.lower) == (max(values), min(values))
    assert found.value.low == worth(problem, 3, 1, True) and found.inside


def test_a_strategy_that_no_design_keeps_to_refutes_nothing() -> None:
    named = {"hull": [5, None], "sail": [5, None]}
    problem = read({"strategies": [{"design": named, "survival": ["0.9", "1"]}]})
    assert not completions(problem).some
    audit = symcause.audit(problem)
    assert {claim.status for claim in audit.claims} == {"unknown"}
    assert erratum(problem, audit) is None or audit.verdict != "sound"


def random_ranges(rng: Random) -> tuple[dict[str, Any], tuple[Fraction, Fraction]]:
    low = rng.randint(0, 6)
    high = rng.choice([None, *range(low, 7)])
    ends = sorted(Fraction(rng.randint(0, 20), 20) for _ in range(2))
    return {"hull": [low, high]}, (ends[0], ends[1])


def test_a_range_is_refuted_only_if_no_completion_lies_in_it() -> None:
    rng = Random(59)
    for _ in range(amount(10, 200)):
        named, (low, high) = random_ranges(rng)
        stated = {"design": named, "survival": [str(low), str(high)]}
        problem = read({"strategies": [stated]})
        first, last = named["hull"]
        values = every(problem, range(first, (6 if last is None else last) + 1), (False, True))
        part = next(c for c in symcause.audit(problem).claims if c.kind == "survival")
        inside = any(low <= value <= high for value in values)
        outside = max(values) < low or min(values) > high
        assert part.status != "false" or not inside
        assert part.status != "true" or inside
        assert part.status == "false" if outside else True


def test_an_optimal_strategy_is_one_with_a_best_completion() -> None:
    best = {"hull": 6, "sail": 0, "module": "pump", "sent": True}
    for named, word in (
        ({"hull": 6}, "true"),
        ({"hull": 5}, "false"),
        ({"hull": [4, None]}, "true"),
        (best, "true"),
    ):
        (part,) = symcause.audit(read({"strategies": [{"design": named}]})).claims
        assert (part.kind, part.status) == ("strategy", word), named


# --- errata -----------------------------------------------------------------------------------------------


def listed(problem: ScenarioProblem) -> Any:
    return erratum(problem, symcause.audit(problem))


SOURCE = {"text": "hull=5 is best", "place": "notes.md: line 3"}


def test_a_strategy_that_is_not_the_best_is_a_matter_of_reading() -> None:
    """It wins, and may be called optimal for that."""
    told = listed(
        read({"strategies": [{"design": {"hull": 5, "module": "pump", "sent": True}, **SOURCE}]})
    )
    assert told.kind == "reading" and told.derived == ["false"]
    (shown,) = told.shown
    assert "completed by defaults, is worth 0." in shown
    assert '"hull=5 is best", notes.md: line 3' in shown
    assert [reading.right for reading in told.basis.readings] == [False, True]


def test_a_survival_that_no_completion_has_is_wrong() -> None:
    claims = {"strategies": [{"design": {"hull": [5, None]}, "survival": ["0.9", "1"], **SOURCE}]}
    told = listed(read(claims))
    assert told.kind == "wrong"
    assert told.stored == ["survival hull 5 or more"]
    assert told.basis is not None and all(r.right is False for r in told.basis.readings)


def test_a_survival_of_a_release_whose_program_leaves_numbers_out_is_not_called_wrong() -> None:
    from dataclasses import replace

    claims = {"strategies": [{"design": {"hull": [5, None]}, "survival": ["0.9", "1"], **SOURCE}]}
    problem = replace(read(claims), server=Server(unread=("x: never used",)), source=None)
    told = listed(problem)
    assert told.kind == "reading"
    assert told.basis.unless == "x: never used"
    assert [r.right for r in told.basis.readings] == [False, None, None]


def test_a_gap_that_holds_for_what_is_called_optimal_is_a_matter_of_reading() -> None:
    """Measured from the best design it is off, from the strategy that is called optimal it is not."""
    strategy = {"design": {"hull": 5, "module": "pump", "sent": True}}
    claims = {"strategies": [strategy], "gap": ["0.2", "0.25"], "sources": {"gap": SOURCE}}
    told = listed(read(claims))
    assert (told.kind, told.derived[0]) == ("reading", "threshold-off")
    assert 'claimed in notes.md: line 3: "hull=5 is best"' in told.reason
    off = listed(read({"gap": ["0.2", "0.25"]}))
    assert off.kind == "ill-posed" and all(r.right is False for r in off.basis.readings)


def test_a_history_outside_the_space_does_not_make_the_threshold_wrong() -> None:
    """Whoever may send it wins; who may not has to find something."""
    history = {
        "records": 5,
        "policy": [{"design": {"hull": 6, "sail": 3, "sent": True, "module": "pump"}}],
    }
    problem = read({}, history=history)
    audit = symcause.audit(problem)
    note = (
        "history: a design is outside the declared space: hull + sail <= 8 does not hold (it is 9)"
    )
    assert audit.verdict == "trivial" and note in audit.notes
    assert audit.sentence.endswith(
        "a design of the history reaches it, though it is no declared design."
    )
    told = listed(problem)
    assert told.kind == "reading"
    assert [r.right for r in told.basis.readings] == [False, True]
    inside = {"records": 5, "policy": [{"design": {"hull": 6, "sent": True, "module": "pump"}}]}
    assert listed(read({}, history=inside)).kind == "ill-posed"


def test_every_erratum_has_a_basis() -> None:
    for claims in (
        {"optimum": {}},
        {"gold": [{"id": "g", "predicate": "effect(hull, 0, 1) < 0"}]},
        {"strategies": [{"design": {"hull": 0}, "survival": ["0.9", "1"]}]},
    ):
        told = listed(read(claims))
        assert told is not None and told.basis is not None and told.basis.proved
        assert told.basis.readings and told.kind == "wrong"
    beyond = listed(read({}, evaluate={"fleet": 100, "threshold": "0.9"}))
    assert beyond.kind == "ill-posed" and beyond.basis.unless == "the threshold were 0.8000 or less"


@pytest.mark.parametrize(
    ("claims", "place"),
    [
        ({"strategies": [{"design": {"hull": [3, 1]}}]}, "claims.strategies[0].design.hull"),
        ({"strategies": [{"design": {"module": [0, 1]}}]}, "claims.strategies[0].design.module"),
        ({"strategies": [{"design": {"mast": 1}}]}, "claims.strategies[0].design"),
        ({"strategies": [{"design": {}, "survival": ["1", "0"]}]}, "claims.strategies[0].survival"),
        ({"strategies": [{"design": {}, "text": "x"}]}, "claims.strategies[0]"),
        ({"sources": {"gold": {"text": "x", "place": "y"}}}, "claims.sources.gold"),
    ],
)
def test_claims_that_cannot_be_are_refused(claims: dict[str, Any], place: str) -> None:
    with pytest.raises(ProblemError) as caught:
        read(claims)
    assert place in str(caught.value)
