"""Audits of scenarios: verdicts, optima with proven bounds, traps, structure, baselines, claims."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from symcause import registry
from symcause.audits.document_json import dumps, revived
from symcause.audits.errata import Reading
from symcause.audits.question import answered, ask
from symcause.audits.schemas import schema_of
from symcause.budgets import Meter
from symcause.errors import ProblemError, UsageError
from symcause.families.scenario.audits.claimed.erratum_readings import Complaint
from symcause.families.scenario.audits.data_traps import Traps
from symcause.families.scenario.audits.gold_errata import _kind
from symcause.families.scenario.audits.threshold_status import Easy, status
from symcause.families.scenario.audits.trial_advice import _survived
from symcause.families.scenario.audits.value_sweeps import Sweep, sweeps
from symcause.families.scenario.documents.question_documents import (
    Bounds,
    ScenarioAudit,
    ScenarioCheck,
    ScenarioSolve,
)
from symcause.families.scenario.files.document import read_scenario
from symcause.families.scenario.models.model_components import Integer
from symcause.families.scenario.models.rational_intervals import Interval, point
from symcause.families.scenario.optimum import optimum_search as searching
from symcause.families.scenario.optimum.design_list import designs
from symcause.families.scenario.optimum.optimum_search import Search
from symcause.families.scenario.optimum.stage_conflict import conflict
from symcause.families.scenario.problem.problem import ScenarioProblem, Server, Space
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.questions.check import Check
from symcause.families.scenario.questions.solve import Solve
from symcause.families.scenario.report.figures.sweep_figures import sweep_figures
from symcause.families.scenario.report.view import view
from symcause.families.scenario.scoring.prompts import told
from symcause.families.scenario.value.claim_judge import Predicates
from symcause.families.scenario.value.valuer import Valuer
from symcause.formats.pools.problem_files import read_problem
from symcause.grammar.scenario.scenario_terms import Name, show
from tests.amounts import some
from tests.scenario.cases import published, random_scenario, toy

if TYPE_CHECKING:
    from symcause.families.scenario.problem.problem import Trial

ALTITUDE: dict[str, Any] = {
    "format": "symcause.scenario/1",
    "id": "heights",
    "design": {
        "shield": {"type": "integer", "min": 0, "max": 3, "default": 0},
        "profile": {"type": "choice", "options": ["zone", "low", "high"], "default": "zone"},
        "paint": {"type": "choice", "options": ["red", "blue"], "default": "red"},
    },
    "constraints": ["shield <= 2"],
    "variables": [
        {"name": "zone", "draw": {"categorical": {"a": "0.5", "b": "0.5"}}},
        {"name": "band", "is": 'case(zone, a: "low", b: "high")'},
        {"name": "altitude", "is": 'if(profile == "zone", band, profile)'},
        {
            "name": "loss",
            "is": "case(zone, a: 0.6, b: 0.1) - shield/20 + case(altitude, low: 0, high: 0.1)",
        },
        {"name": "survived", "draw": {"bernoulli": "1 - loss"}},
    ],
    "outcome": "survived",
    "stages": {"2": {"zone": {"categorical": {"a": "0", "b": "1"}}}},
    "observe": {"records": ["altitude"], "select": "survived", "counts": True},
    "history": {"records": 50, "policy": [{"weight": 1, "design": {}}]},
    "budget": {"deployments": 5, "units": 100},
    "evaluate": {"fleet": 100, "threshold": "0.7"},
    "claims": {
        "optimum": {"shield": 2, "profile": "low"},
        "gold": [
            {"id": "low-is-better", "predicate": "effect(altitude, high, low) > 0"},
            {"id": "in-b", "predicate": 'effect(shield, 0, 2 | zone == "b") >= 1/10'},
        ],
        "distractors": [
            {"id": "high-is-best", "predicate": "best(profile) == high"},
            {"id": "vague", "text": "something is going on"},
        ],
    },
}


def _heights(**changes: Any) -> ScenarioProblem:
    return read_scenario({**deepcopy(ALTITUDE), **changes})


def _audit(problem: ScenarioProblem, effort: int = 5_000_000, **options: Any) -> ScenarioAudit:
    found = answered(Audit(effort=effort, **options), problem)
    assert isinstance(found, ScenarioAudit)
    return found


# --- optimum ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_branch_and_bound_agrees_with_listing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = read_scenario(random_scenario(Random(seed), loop=seed % 2 == 0))
    listed = designs(problem, Space.DECLARED, 100)
    assert listed is not None
    valuer = Valuer(problem)
    best = max(valuer.value(design).low for design in listed)
    *_, exact = Search(valuer, Space.DECLARED).run(Meter(1_000_000))
    assert exact.exact and exact.upper == best
    monkeypatch.setattr(searching, "OPTIMUM_DESIGNS", 0)
    bounds = list(Search(valuer, Space.DECLARED).run(Meter(20_000_000)))
    assert all(found.upper >= best - Fraction(1, 10**12) for found in bounds)
    assert all(found.value.low <= best for found in bounds)
    assert bounds[-1].value.low == best and bounds[-1].upper - best < Fraction(1, 10**8)


def test_bounds_only_narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = published("weather_noise")
    last = None
    for found in Search(Valuer(problem), Space.DECLARED).run(Meter(3_000_000)):
        if last is not None:
            assert found.value.low >= last.value.low
            assert found.upper <= last.upper + Fraction(1, 10**9)
        last = found
    assert last is not None and last.upper < Fraction(36, 100)


def test_far_designs_are_found_where_ranges_have_no_end() -> None:
    base = published("deployment_zone_trap_categorical_no_selection_bias")
    for found in Search(Valuer(base), Space.ACCEPTED).run(Meter(20_000_000)):
        if found.value.low > Fraction("0.888"):
            break
    assert Fraction("0.888") < found.value.low < found.upper < Fraction("0.91")


def test_accepted_designs_have_no_cap_and_a_bound_all_the_same() -> None:
    for name, most in (("weather_noise", "0.55"), ("deployment_zone_trap_env_shift", "0.7")):
        valuer = Valuer(published(name))
        first = next(Search(valuer, Space.ACCEPTED).run(Meter(0)))
        assert first.upper < Fraction(most)


def test_weather_is_solved_and_its_best_design_is_the_same_in_both_stages() -> None:
    document = _audit(published("weather_noise"), effort=60_000_000)
    assert document.verdict == "unreachable" and document.settled is False and document.code == 1
    best = document.optimum
    assert best is not None
    expected = {
        "engine_def": 30,
        "antenna_def": 30,
        "cockpit_def": 4,
        "wing_def": 13,
        "body_def": 13,
    }
    assert {name: best.design[name] for name in expected} == expected
    assert Fraction(best.upper) - Fraction(best.low) < Fraction(1, 10**8)
    assert document.stages.conflict is False and document.stages.unseen == ()
    assert document.traps["antenna_def"].status == "undefined"


@pytest.mark.few(2)
@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("antenna_trap", "threshold-off"),
        ("antenna_trap_local_optima", "trivial"),
        ("deployment_zone_trap_categorical", "sound"),
        ("deployment_zone_trap_categorical_no_selection_bias", "unreachable"),
        ("deployment_zone_trap_env_shift", "unreachable"),
    ],
)
def test_verdicts_of_released_scenarios_are_said_as_soon_as_bounds_decide(
    name: str, verdict: str
) -> None:
    for document in Audit(effort=120_000_000).answers(published(name)):
        if document.verdict != "unknown":
            break
    assert document.verdict == verdict
    assert document.settled is (verdict == "sound")


# --- toys -------------------------------------------------------------------------------------------------


def test_toy_altitude_is_audited_exactly() -> None:
    document = _audit(toy("toy-altitude"))
    best = document.optimum
    assert best is not None and best.exact
    assert best.design == {"shield": 2, "module": "filter", "profile": "low"}
    assert (best.low, best.high, best.upper) == ("9617/12500",) * 3
    assert document.threshold is not None and document.threshold.gap is not None
    assert document.threshold.gap.low == "2117/12500"
    assert document.exactness == "rational"
    trap = document.traps["altitude"]
    assert trap.status == "proven" and set(trap.pair or ()) == {"low", "high"}
    assert document.identifiable is not None
    (pair,) = document.identifiable.pairs
    assert (pair.a, pair.b, pair.n) == ("optimum", "default", 20)
    assert abs(pair.p - 0.976247715) < 1e-9
    random = next(b for b in document.baselines if b.name == "uniform random")
    assert not random.sampled and random.low == random.high


def test_toy_gauss_hides_its_counts() -> None:
    document = _audit(toy("toy-gauss"))
    assert document.verdict == "trivial"
    assert document.threshold is not None and document.threshold.by == "default"
    assert document.identifiable is not None
    assert (document.identifiable.counts, document.identifiable.twin) == (False, None)
    assert document.exactness == "interval"


# --- verdicts ---------------------------------------------------------------------------------------------


def test_threshold_status_follows_the_bounds() -> None:
    threshold, gap = Fraction(3, 4), (Fraction(5, 100), Fraction(8, 100))

    def word(low: str, high: str, easy: str = "0.5", claimed: Any = gap) -> str:
        known = [Easy("default", {}, point(Fraction(easy)))]
        return status(threshold, Interval(Fraction(low), Fraction(high)), known, claimed).word

    assert word("0.6", "0.74") == "unreachable"
    assert word("0.6", "0.75") == "unknown"
    assert word("0.81", "0.82") == "sound"
    assert word("0.81", "0.9") == "unknown"
    assert word("0.84", "0.9") == "off"
    assert word("0.76", "0.79") == "off"
    assert word("0.84", "0.9", claimed=None) == "sound"
    assert word("0.81", "0.82", easy="0.75") == "trivial"
    unsure = [Easy("default", {}, Interval(Fraction(7, 10), Fraction(8, 10)))]
    best = Interval(Fraction(81, 100), Fraction(82, 100))
    assert status(threshold, best, unsure, gap).word == "unknown"


def test_a_small_scenario_from_front_to_back() -> None:
    document = _audit(_heights())
    assert document.verdict == "sound" and document.settled is True and document.code == 0
    assert document.default is not None and document.default.low == "3/5"
    assert document.inert == ("paint",)
    assert document.equal_options == {}
    trap = document.traps["altitude"]
    assert (trap.status, trap.pair) == ("proven", ("low", "high"))
    assert [(v.value, v.population.low) for v in trap.levels] == [("low", "1/2"), ("high", "1/2")]
    low, high = trap.levels
    assert (low.seen, high.seen) == (Bounds(low="2/5", high="2/5"), Bounds(low="4/5", high="4/5"))
    assert (low.done.low, high.done.low) == ("13/20", "11/20")
    assert low.shown is not None and low.shown.low == "1/3"
    assert trap.association is not None and trap.association.low == "2/5"
    assert trap.effect is not None and trap.effect.low == "-1/10"
    assert {c.id: (c.kind, c.status) for c in document.claims} == {
        "optimum": ("optimum", "true"),
        "low-is-better": ("gold", "true"),
        "in-b": ("gold", "true"),
        "high-is-best": ("distractor", "false"),
        "vague": ("distractor", "unknown"),
    }
    assert {b.name for b in document.baselines} >= {
        "default",
        "history",
        "all-maximum",
        "uniform random",
    }


def test_keys_survive_json_and_the_story_tells_the_finding() -> None:
    document = _audit(_heights())
    body = json.loads(dumps(document))
    for key in (
        *(
            "problem",
            "space",
            "verdict",
            "settled",
            "default",
            "optimum",
            "threshold",
            "win",
            "traps",
        ),
        *("inert", "equal_options", "stages", "identifiable", "baselines", "claims", "exactness"),
        *("seconds", "family"),
    ):
        assert key in body
    assert set(body["optimum"]) == {"design", "low", "high", "upper", "exact"}
    assert revived(body, ScenarioAudit) == document
    story = Audit().story(document)
    assert story.verdict == "sound" and "0.70" in story.sentence
    assert [section.title for section in story.sections][:2] == ["Optimum and threshold", "Traps"]


def test_without_a_threshold_there_is_no_verdict() -> None:
    document = deepcopy(ALTITUDE)
    del document["evaluate"]
    found = _audit(read_scenario(document))
    assert found.verdict is None and found.code == 0 and found.optimum is not None


def test_a_space_without_designs_is_invalid() -> None:
    found = _audit(_heights(constraints=["shield > 3"]))
    assert found.verdict == "invalid" and found.code == 1


def test_the_accepted_space_is_another_one() -> None:
    with pytest.raises(UsageError, match="one space"):
        _audit(_heights(), space="accepted")
    found = _audit(replace(_heights(), server=Server()), space="accepted")
    assert found.space == "accepted" and found.optimum is not None
    assert int(found.optimum.design["shield"]) > 2
    with pytest.raises(UsageError, match="no such space"):
        Audit(space="declarred").frame(_heights())


def test_stages_differ_in_the_best_design_and_in_what_can_happen() -> None:
    variables = [
        {"name": "cold", "draw": {"bernoulli": "1"}},
        {
            "name": "survived",
            "draw": {"bernoulli": "if(cold, 0.2, 0.8) + if(cold, 0.1, -0.1)*shield"},
        },
    ]
    problem = _heights(
        variables=variables,
        stages={"2": {"cold": {"bernoulli": "0.1"}}},
        observe={"counts": True},
        evaluate={"fleet": 100, "threshold": "0.7", "stage": "2"},
        claims={},
    )
    found = _audit(problem)
    assert found.stages.conflict is True
    assert found.stages.unseen == ("cold = false",)


def _wide(stage_2: str) -> ScenarioProblem:
    """A space that is too large to be listed; *stage_2* is the chance of cold then."""
    numbers = {"type": "integer", "min": 0, "max": 60, "default": 10}
    return read_scenario(
        {
            "format": "symcause.scenario/1",
            "id": "wide",
            "design": {"coat": numbers, "keel": numbers},
            "constraints": ["coat + keel <= 70"],
            "variables": [
                {"name": "cold", "draw": {"bernoulli": "0.9"}},
                {"name": "warmth", "is": "coat/200 * if(cold, 1, -1)"},
                {"name": "survived", "draw": {"bernoulli": "0.5 + warmth + keel/1000"}},
            ],
            "outcome": "survived",
            "stages": {"2": {"cold": {"bernoulli": stage_2}}},
            "evaluate": {"fleet": 100, "threshold": "0.5", "stage": "2"},
        }
    )


@pytest.mark.few(1)
@pytest.mark.parametrize(("chance", "expected"), [("0.1", True), ("0.8", False)])
def test_a_conflict_of_stages_is_proven_in_a_large_space(chance: str, expected: bool) -> None:
    problem = _wide(chance)
    assert designs(problem, Space.DECLARED, searching.OPTIMUM_DESIGNS) is None
    found = _audit(problem, effort=20_000_000)
    assert found.stages.conflict is expected
    assert [design.name for design in found.stages.designs] == ["default", "best known"]
    assert set(found.stages.designs[0].values) == {"1", "2"}


@pytest.mark.few(1)
@pytest.mark.parametrize("chance", ["0.1", "0.8"])
def test_conflicts_of_listed_and_cut_spaces_agree(chance: str) -> None:
    """The same question by listing every design."""
    problem = _wide(chance)
    every = designs(problem, Space.DECLARED, 10_000)
    assert every is not None
    valuer = Valuer(problem)
    best = []
    for stage, cold in (("1", Fraction("0.9")), ("2", Fraction(chance))):
        values = [
            Fraction(1, 2) + (2 * cold - 1) * design["coat"] / 200 + design["keel"] / 1000
            for design in every
        ]
        for i in range(0, len(every), 400):
            assert valuer.value(every[i], stage).low == values[i]
        most = max(values)
        best.append({i for i, value in enumerate(values) if value == most})
    *_, found = Search(valuer, Space.DECLARED).run(Meter(20_000_000))
    assert conflict(valuer, Space.DECLARED, found, Meter(20_000_000)) is not bool(best[0] & best[1])


def test_sweeps_hold_every_value_between_their_points() -> None:
    problem = _wide("0.1")
    found = _audit(problem, effort=5_000_000)
    valuer = Valuer(problem)
    assert {(s.variable, s.around) for s in found.sweeps} == {
        (name, around) for name in ("coat", "keel") for around in ("default", "optimum")
    }
    assert found.optimum is not None
    bases = {"default": {"coat": 10, "keel": 10}, "optimum": found.optimum.design}
    for sweep in found.sweeps:
        known = {int(point.value): (point.low, point.high) for point in sweep.points}
        for band in sweep.bands:
            known |= dict.fromkeys(range(band.first, band.last + 1), (band.low, band.high))
        assert sorted(known) == list(range(61))
        for at, (low, high) in some(known.items(), 20):
            design = {
                k: Fraction(v) for k, v in {**bases[sweep.around], sweep.variable: at}.items()
            }
            assert Fraction(low) <= valuer.value(design).low <= Fraction(high)


@pytest.mark.parametrize("turned", [False, True])
def test_what_changes_nothing_is_passed_over(turned: bool) -> None:
    """Wherever it stands: what comes after it is swept all the same."""
    document = deepcopy(ALTITUDE)
    order = list(document["design"].items())
    document["design"] = dict(order[::-1] if turned else order)
    problem = read_scenario(document)
    found = sweeps(Valuer(problem), Space.DECLARED, "default", problem.default, Meter(10**9))
    assert {one.variable for one in found if isinstance(one, Sweep)} == {"shield", "profile"}


@pytest.mark.parametrize(
    ("select", "seen", "told"),
    [
        (None, (True, False, True), 2),
        (None, (True, None, True), None),
        ("survived", (True, True), 2),
        ("zone", (True, False, True), None),
    ],
)
def test_survivors_are_counted_where_nobody_is_left_out(
    select: str | None, seen: tuple[bool | None, ...], told: int | None
) -> None:
    """In records of all units that say how each of them ended, or of those who survived."""
    observe = SimpleNamespace(counts=True, select=None if select is None else Name(select))
    records = [SimpleNamespace(values={} if one is None else {"survived": one}) for one in seen]
    known = cast("ScenarioProblem", SimpleNamespace(observe=observe, outcome="survived"))
    assert _survived(cast("Trial", SimpleNamespace(survived=None, records=records)), known) == told
    assert _survived(cast("Trial", SimpleNamespace(survived=1, records=records)), known) == 1


# --- traps ------------------------------------------------------------------------------------------------


def test_without_counts_only_shares_among_the_shown_are_seen() -> None:
    problem = _heights(observe={"records": ["altitude"], "select": "survived", "counts": False})
    trap = Traps(Valuer(problem)).trap("altitude")
    assert trap.data == "selected" and trap.status == "proven"
    assert trap.association is not None and trap.association.low == Fraction(2, 3)
    assert trap.by_selection is False


def test_a_trap_made_by_selection() -> None:
    """Among records of loud units, good ones look bad: being loud is a common effect."""
    problem = read_scenario(
        {
            "format": "symcause.scenario/1",
            "id": "collider",
            "variables": [
                {"name": "good", "draw": {"bernoulli": "1/2"}},
                {"name": "luck", "draw": {"bernoulli": "1/2"}},
                {
                    "name": "survived",
                    "draw": {"bernoulli": "if(good, 0.6, 0.5) + if(luck, 0.3, -0.3)"},
                },
                {"name": "loud", "is": "luck or good"},
            ],
            "outcome": "survived",
            "observe": {"records": ["good", "survived"], "select": "loud", "counts": False},
            "history": {"records": 10, "policy": [{"weight": 1}]},
            "claims": {"traps": ["good"]},
        }
    )
    trap = Traps(Valuer(problem)).trap("good")
    assert trap.status == "proven" and trap.by_selection is True
    assert trap.effect is not None and trap.effect.low == Fraction(1, 10)


def test_a_history_of_two_designs_varies_what_it_varies() -> None:
    policy = {
        "cycle": [{"design": {"shield": 2}}, {"design": {"shield": 0}, "force": {"zone": "b"}}]
    }
    problem = _heights(history={"records": 50, "policy": policy})
    trap = Traps(Valuer(problem)).trap("shield")
    assert trap.status == "proven" and trap.pair == (0, 2)
    assert Traps(Valuer(problem)).trap("paint").status == "undefined"


# --- claims -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("predicate", "word"),
    [
        ("effect(shield, 0, 2) == 1/10", "true"),
        ("effect(shield, 0, 2) > 0.1", "false"),
        ("best(shield) == 3", "true"),
        ("best(profile) != low", "false"),
        ("effect(altitude, low, high | survived) > 0", "false"),
        (None, "unknown"),
    ],
)
def test_predicates(predicate: str | None, word: str) -> None:
    assert Predicates(Valuer(_heights())).status(predicate) == word


@pytest.mark.parametrize(
    ("ends", "word"),
    [
        ({"low": (5, 6), "mid": (1, 2), "high": (3, 5)}, "true"),
        ({"low": (4, 6), "mid": (1, 2), "high": (3, 5)}, "unknown"),
        ({"low": (4, 6), "mid": (3, 5), "high": (1, 2)}, "unknown"),
        ({"low": (1, 2), "mid": (3, 5), "high": (0, 1)}, "false"),
        ({"low": (1, 2), "mid": (2, 2), "high": (2, 2)}, "unknown"),
        ({"low": (2, 2), "mid": (2, 2), "high": (0, 2)}, "true"),
    ],
)
def test_the_best_is_at_least_as_good_as_every_other(
    ends: dict[str, tuple[int, int]], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """True if it is above each of the others for sure, false if one of them is above it."""
    valuer = Valuer(_heights())
    monkeypatch.setattr(Predicates, "_values", lambda *_: ([*ends], True))
    held = {name: Interval(Fraction(a), Fraction(b)) for name, (a, b) in ends.items()}
    monkeypatch.setattr(Predicates, "_doing", lambda _self, _name, value, _event: held[value])
    assert Predicates(valuer).status("best(profile) == low") == word
    other = {"true": "false", "false": "true", "unknown": "unknown"}[word]
    assert Predicates(valuer).status("best(profile) != low") == other


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        ([("T", (False, False)), ("T", (False,))], "ill-posed"),
        ([("T", (False,)), ("V", (False,))], "wrong"),
        ([("V", (False,))], "wrong"),
        ([("T", (False,)), ("V", (True, False))], "ill-posed"),
        ([("T", (True, False)), ("V", (False,))], "reading"),
        ([("V", (True, False))], "reading"),
    ],
)
def test_what_kind_of_fault_it_is(found: list[tuple[str, tuple[bool, ...]]], kind: str) -> None:
    """Wrong in every reading; a threshold that no reading makes right; else a matter of reading."""
    complaints = [
        Complaint(
            "a", "b", tuple(Reading(name=str(r), right=r) for r in right), threshold=about == "T"
        )
        for about, right in found
    ]
    assert _kind(complaints) == kind


@pytest.mark.parametrize(
    "predicate", ["shield is good", "effect(shild, 0, 1) > 0", "best(profile) == lo"]
)
def test_bad_predicates_are_refused(predicate: str) -> None:
    with pytest.raises(ProblemError):
        Predicates(Valuer(_heights())).status(predicate)


# --- the other questions ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "right", "inside"),
    [
        ('{"design": {"shield": 2, "profile": "low"}}', True, True),
        ('I would take {"shield": 2, "profile": "low"} here.', True, True),
        ('{"shield": 3, "profile": "low"}', False, False),
        ('{"design": {}}', False, True),
        ('{"shield": "many"}', False, None),
        ('{"shields": 2}', False, None),
        ("no idea", False, None),
        ("", False, None),
    ],
)
def test_check_values_any_readable_answer(answer: str, right: bool, inside: bool | None) -> None:
    document = answered(Check(answer=answer), _heights())
    assert isinstance(document, ScenarioCheck)
    assert (document.right, document.in_space) == (right, inside)
    assert document.code == int(not right)
    assert (document.value is None) == (document.reason is not None)
    assert Check().story(document).title == "heights"


def test_solve_finds_the_optimum() -> None:
    document = answered(Solve(effort=5_000_000), _heights())
    assert isinstance(document, ScenarioSolve)
    assert document.status == "solved" and document.optimal and document.optimum is not None
    assert document.optimum.design == {"shield": 2, "profile": "low", "paint": "red"}
    assert document.win is not None
    assert "shield 2" in Solve().story(document).sentence


def test_prompts_tell_the_space_and_not_the_mechanism() -> None:
    text = told(published("deployment_zone_trap_categorical")).text
    assert "shield_def: whole number from 0 to 50" in text and "75 per cent" in text
    for secret in ("emi", "fail", "epsilon", "flight_profile"):
        assert secret not in text


def test_questions_are_light_to_import() -> None:
    code = (
        "import sys, symcause.families.scenario as f\n"
        "from symcause.registry import load\n"
        "[load(name) for name in f.FAMILY.questions.values()]\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {
        "numpy",
        "flint",
        "lark",
        "rich",
        "symcause.families.scenario.value.valuer",
    }


# --- the family in the house ------------------------------------------------------------------------------


def test_one_line_of_the_registry_is_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(registry.FAMILIES, "scenario", "symcause.families.scenario")
    path = tmp_path / "heights.json"
    path.write_text(json.dumps(ALTITUDE))
    problem = read_problem(path)
    assert registry.family_of(problem).name == "scenario"
    found = ask("check", problem, answer='{"shield": 2, "profile": "low"}')
    assert isinstance(found, ScenarioCheck) and found.right
    with pytest.raises(UsageError, match="count does not apply to scenarios"):
        ask("count", problem)
    with pytest.raises(UsageError, match="--space does not take this"):
        ask("audit", problem, space="all")
    for name in ("scenario", "run", "rubric", "scenario.audit", "scenario.check", "scenario.solve"):
        assert schema_of(name)["$schema"]


def test_an_action_space_alone_is_no_problem(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(registry.FAMILIES, "scenario", "symcause.families.scenario")
    path = tmp_path / "action_space.json"
    path.write_text('{"numerical": {}, "constraints": {}}')
    with pytest.raises(ProblemError, match="action space"):
        read_problem(path)


def test_a_game_takes_the_action_space_beside_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(registry.FAMILIES, "scenario", "symcause.families.scenario")
    game = {"experiment": {"name": "weather_noise"}, "resources": {"stage2_fleet_size": 10}}
    (tmp_path / "game.json").write_text(json.dumps(game))
    wide = {"engine_def": {"min": 1, "max": 7, "default": 3}}
    space = {"numerical": wide, "constraints": {"total_def_budget": 40}}
    (tmp_path / "action_space.json").write_text(json.dumps(space))
    problem = read_problem(tmp_path / "game.json")
    assert isinstance(problem, ScenarioProblem)
    assert problem.design["engine_def"] == Integer(1, 7, 3)
    assert problem.evaluate is not None and problem.evaluate.fleet == 10
    assert show(problem.constraints[0]).endswith("<= 40")


def test_a_single_variable_is_drawn_once() -> None:
    problem = read_scenario(
        {
            "format": "symcause.scenario/1",
            "id": "one",
            "design": {"shield": {"type": "integer", "min": 0, "max": 4, "default": 0}},
            "variables": [{"name": "survived", "draw": {"bernoulli": "1/2 + shield/10"}}],
            "outcome": "survived",
            "evaluate": {"fleet": 100, "threshold": "0.8"},
        }
    )
    document = _audit(problem)
    assert [sweep.around for sweep in document.sweeps] == ["default", "optimum"]
    ((figure, moves),) = sweep_figures(document.sweeps, 0.8)
    assert moves and figure.svg.count("<circle") == 5 and "others at" not in _texts(figure.svg)
    shown = view(document, problem)
    assert shown is not None and shown["shaded"] is False


def _texts(svg: str) -> str:
    return " ".join(re.findall(r"<text[^>]*>([^<]*)", svg))


def test_names_of_options_are_never_cut_off() -> None:
    names = ("a_rather_long_name", "another_long_name", "the_longest_name_of_all", "x", "y")
    options = [f"{name}_{i}" for i, name in enumerate(names)]
    arms = ", ".join(f"{option}: {i}/10" for i, option in enumerate(options))
    problem = read_scenario(
        {
            "format": "symcause.scenario/1",
            "id": "options",
            "design": {"kind": {"type": "choice", "options": options, "default": options[0]}},
            "variables": [{"name": "survived", "draw": {"bernoulli": f"case(kind, {arms})"}}],
            "outcome": "survived",
        }
    )
    ((figure, _),) = sweep_figures(_audit(problem).sweeps, None)
    assert all(option in _texts(figure.svg) for option in options) and "…" not in figure.svg


def test_a_space_without_designs_has_no_solution() -> None:
    problem = read_scenario({**deepcopy(ALTITUDE), "constraints": ["shield > 10"]})
    *_, document = Solve().answers(problem)
    assert (document.status, document.code) == ("inconsistent", 1)
    assert document.reason == "no design meets the constraints"
