"""Episodes with crystals: the protocol, the crystal that is followed, judgements against brute force."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from symcause.answers import Unknown
from symcause.episodes.agents import played
from symcause.episodes.episode import Episode, rules_of
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.episodes.rules import Best, Refused
from symcause.episodes.transcripts.transcript_reader import read_transcripts
from symcause.errors import UsageError
from symcause.families.linear.audits.plan.adaptive_plan import AdaptivePlan, adaptive_plan
from symcause.families.linear.episode.rules import LinearRules
from symcause.families.linear.files.dataset_view import MIN_EFFECT
from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Hidden, Semantics
from symcause.families.linear.problem.problem import (
    BaseRange,
    Coefficients,
    Gold,
    LinearProblem,
)
from symcause.families.linear.problem.problem import Episode as Drawing
from symcause.formats.json_text import plain_number
from symcause.formats.pools.problem_files import read_problem
from symcause.formats.python_rows import as_written
from symcause.models.exact_numbers import print_number
from symcause.registry import load
from symcause.testing import EpisodeCase, EpisodeConformance
from tests.amounts import amount
from tests.linear.cases import (
    brute_graphs,
    brute_models,
    episode,
    integers,
    problem_of,
    published,
    random_model,
)

PLANNED = ("random", "greedy", "optimal", "passive")
UNPLANNED = ("random", "greedy", "passive")


def made(
    seed: int, size: int = 3, targets: Sequence[str] = ("x0", "x1"), **facts: object
) -> LinearProblem:
    """A problem with two records and a chain, whose gold explains it."""
    rng = random.Random(seed)
    sink = bool(facts.get("sink", True))
    bound = facts.get("coefficients")
    most = bound.maximum if isinstance(bound, Coefficients) else None
    values = tuple(range(1, 1 + (most or 3)))
    model = random_model(rng, size, sink=sink, density=0.7, values=values)
    return replace(episode(rng, problem_of(model, **facts), targets), id="case")  # type: ignore[arg-type]


def another(problem: LinearProblem, options: dict[str, object] | None = None) -> LinearProblem:
    """The same to an agent: another truth, another chain behind the first reading, other metadata."""
    rules = LinearRules(**(options or {}))  # type: ignore[arg-type]
    known = rules.opening(problem, 0)
    space = load("symcause.families.linear.space.space_choice:open_space")(known)
    true = problem.gold_model()
    other = next(m for m in space.members() if isinstance(m, CrystalModel) and m != true)
    twin = replace(problem, gold=Gold(other.equations), metadata={"hint": "x0 causes f"})
    return twin if rules.initial == "all" else replace(twin, chain=problem.shortened(0).chain)


def still(problem: LinearProblem, options: dict[str, object] | None = None) -> dict[str, object]:
    """An action that changes nothing, whatever the truth is."""
    known = LinearRules(**(options or {})).opening(problem, 0)  # type: ignore[arg-type]
    return {"intervene": {"x0": print_number(known.chain[-1].values["x0"])}}


def case(name: str, problem: LinearProblem, **facts: object) -> EpisodeCase:
    options = facts.pop("options", {})
    assert isinstance(options, dict)
    twin = facts.pop("twin", None) or another(problem, options)
    blind: tuple[dict[str, object], ...] = ({"intervene": {}}, {"intervene": {"f": 1}}, {"look": 1})
    if problem.semantics is Semantics.SET and not problem.rounding and problem.hidden is None:
        blind += (still(problem, options),)
    return EpisodeCase(name, problem, twin, options, blind, **facts)  # type: ignore[arg-type]


def quadratic() -> LinearProblem:
    """A problem of rounded parabolas whose minimum effect was read off gold."""
    found = draw(LinearOptions(variables=3, quadratic=True), 3, 0)
    read = replace(found, metadata={"class_source": "gold"})
    return replace(read, coefficients=Coefficients(min_effect=Fraction("0.0037")))


def configuration() -> LinearProblem:
    """Equations, and how crystals are drawn: no evidence yet."""
    model = random_model(random.Random(5), 3, density=1.0, values=(1, 2, 3))
    drawing = Drawing(5, {"x0": BaseRange(Fraction(20), Fraction(30))})
    return replace(problem_of(model), episode=drawing)


def _disturbed() -> LinearProblem:
    hidden = Hidden((Fraction(-5), Fraction(0), Fraction(5)), nodes=("x0",))
    return made(4, hidden=hidden, targets=("x1",))


QUADRATIC = quadratic()
DISTURBED = _disturbed()
RATIONAL = made(1)
INTEGER = made(2, coefficients=integers(1, 2))
CONFIGURATION = configuration()


@pytest.mark.few(8)
class TestLinear(EpisodeConformance):
    cases = (
        case("rational", RATIONAL),
        case("integer", INTEGER),
        case("graph", INTEGER, options={"question": "graph"}),
        case("nothing but the crystal", RATIONAL, options={"initial": "none", "tolerance": "0"}),
        case("all", made(3, targets=("x0",)), options={"initial": "all", "question": "graph"}),
        case(
            "two at once",
            INTEGER,
            options={"targets": 2, "question": "graph"},
            agents=UNPLANNED,
        ),
        case("integers asked for", RATIONAL, options={"coefficients": "1..3"}),
        case("shift", made(6, semantics=Semantics.SHIFT), agents=UNPLANNED),
        case("do", made(7, semantics=Semantics.DO), agents=UNPLANNED),
        case("hold", made(8, semantics=Semantics.HOLD), agents=UNPLANNED),
        case("the target causes", made(9, sink=False), agents=PLANNED),
        case(
            "quadratic",
            QUADRATIC,
            twin=replace(QUADRATIC, coefficients=Coefficients(min_effect=Fraction("0.0041"))),
            options={"tolerance": "30"},
            agents=UNPLANNED,
            questions=("audit", "count"),
        ),
        case(
            "disturbed",
            DISTURBED,
            twin=replace(DISTURBED, hidden=replace(DISTURBED.hidden, nodes=("x1", "f"))),  # type: ignore[type-var]
            agents=UNPLANNED,
        ),
        case("configuration", CONFIGURATION, twin=replace(CONFIGURATION, metadata={"hint": 1})),
        case("no reactor", replace(made(10), reactor=None), agents=PLANNED),
    )

    def test_nothing_of_gold_is_known(self, case: EpisodeCase) -> None:
        known = self.episode(case).known
        assert known.gold is None and known.episode is None and not known.metadata
        assert known.hidden is None or known.hidden.nodes is None


# -- what is shown ---------------------------------------------------------------------------------


def test_a_minimum_effect_read_off_gold_is_never_shown() -> None:
    known = LinearRules().opening(QUADRATIC, 0)
    assert known.coefficients.min_effect == MIN_EFFECT
    assert "0.0037" not in json.dumps(write_linear(known))
    chosen = LinearRules(min_effect="0.002").opening(QUADRATIC, 0)
    assert chosen.coefficients.min_effect == Fraction("0.002")
    for asked in ("rational", "-3..3"):
        other = LinearRules(coefficients=asked).opening(QUADRATIC, 0)
        assert other.coefficients.min_effect in (None, MIN_EFFECT)
    stated = replace(QUADRATIC, metadata={})
    assert LinearRules().opening(stated, 0).coefficients.min_effect == Fraction("0.0037")


def test_a_truth_with_smaller_effects_is_outside_the_class() -> None:
    assert not LinearRules().outside(QUADRATIC)
    assert LinearRules(min_effect="0.5").outside(QUADRATIC)
    judged = Episode(QUADRATIC, LinearRules(min_effect="0.5")).answer({"prediction": 100})
    assert judged.support is None and "outside" in str(judged.reason)


@pytest.mark.few(2)
@pytest.mark.parametrize(
    "options",
    [
        LinearOptions(),
        LinearOptions(quadratic=True),
        LinearOptions(semantics=Semantics.SHIFT),
        LinearOptions(semantics=Semantics.HOLD),
        LinearOptions(semantics=Semantics.DO, variables=5),
    ],
    ids=("set", "quadratic", "shift", "hold", "do"),
)
def test_a_configuration_is_played_as_it_would_be_simulated(options: LinearOptions) -> None:
    """The same interventions read what ``convert --simulate`` writes, and the reactor is the same."""
    for seed in range(2 if options.quadratic else 5):
        drawn = draw(options, 7, seed)
        bare = replace(drawn, records=(), chain=(), reactor=None, gold=Gold(drawn.gold.equations))  # type: ignore[union-attr]
        written = simulate(bare, seed)
        played_one = Episode(bare, LinearRules(), seed=seed)
        assert played_one.known.records == written.records
        assert played_one.known.reactor == written.reactor
        for state in written.acts:
            (name, value) = next(iter(state.settings.items()))
            seen = played_one.act({"intervene": {name: int(value)}})
            assert seen.seen == {"state": {v: plain_number(x) for v, x in state.values.items()}}
        assert played_one.known.chain == written.chain
        truth = written.gold.reactor_target  # type: ignore[union-attr]
        assert truth is not None
        assert played_one.answer(print_number(truth)).right


def test_a_disturbance_leaves_no_trace_in_the_crystal() -> None:
    """Readings differ by what is drawn, the crystal does not: each is gold's with one of the values."""
    problem = made(4, size=4, hidden=Hidden((Fraction(-5), Fraction(5)), nodes=("x0", "f")))
    lab = problem.laboratory(problem.gold_model())  # type: ignore[arg-type]
    found = set()
    for seed in range(8):
        one = Episode(problem, LinearRules(), seed=seed)
        crystal = lab.crystal(lab.model.bases_of(one.known.chain[0].values))
        for name, value in (("x1", 7), ("x0", 70), ("x1", 40), ("x2", 3)):
            seen = one.act({"intervene": {name: value}})
            reads = {v: as_written(x) for v, x in seen.seen["state"].items()}  # type: ignore
            runs = [
                lab.act(crystal, {name: Fraction(value)}, hidden=drawn)
                for drawn in (Fraction(-5), Fraction(5))
            ]
            assert reads in [lab.measure(run) for run in runs]
            found.add([lab.measure(run) for run in runs].index(reads))
            crystal = replace(runs[0], hidden=Fraction(0))
    assert found == {0, 1}


@pytest.mark.parametrize(
    ("problem", "message"),
    [
        (replace(RATIONAL, gold=None), "does not state its equations"),
        (replace(RATIONAL, records=(), chain=RATIONAL.chain[1:]), "no crystal to manipulate"),
        (
            replace(RATIONAL, gold=Gold(made(11).gold.equations)),  # type: ignore[union-attr]
            "does not explain",
        ),
        (
            replace(DISTURBED, hidden=replace(DISTURBED.hidden, nodes=None)),  # type: ignore[type-var]
            "not known what the hidden",
        ),
        (
            replace(
                DISTURBED,
                hidden=replace(DISTURBED.hidden, weights={"x0": Fraction(2)}),  # type: ignore[type-var]
            ),
            "would tell the player",
        ),
        (
            replace(CONFIGURATION, unobserved=("x0",)),
            "never read",
        ),
        (replace(CONFIGURATION, episode=Drawing(10**9)), "at most 1000"),
    ],
)
def test_what_cannot_be_played(problem: LinearProblem, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Episode(problem)


@pytest.mark.parametrize(
    "options",
    [
        {"question": "edges"},
        {"tolerance": "far"},
        {"tolerance": "-1"},
        {"targets": 0},
        {"initial": "x"},
        {"coefficients": 3},
        {"min_effect": 0.5},
    ],
)
def test_options_that_do_not_exist(options: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        rules_of(RATIONAL, **options)


# -- actions ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ({"intervene": {"x0": "many"}}, "intervene.x0: not a number"),
        ({"intervene": {"x0": True}}, "not a number"),
        ({"intervene": {"x0": float("nan")}}, "not a number"),
        ({"intervene": {"x0": 10**7}}, "out of range"),
        ({"intervene": {"x0": "1/1234567"}}, "out of range"),
        ({"intervene": {"x0": "1e99999999"}}, "at most"),
        ({"intervene": {"x9": 1}}, "known: x0, x1"),
        ({"intervene": {"f": 1}}, "no property that can be set"),
        ({"intervene": {"x0": 1, "x1": 2}}, "at most 1 at once"),
        ({"intervene": {"x0": None}}, "nothing is held under set"),
        ({"intervene": {}}, "does nothing"),
        ({"intervene": ["x0"]}, "expected an object"),
        ({"set": {"x0": 1}}, "unknown key"),
        ("x0 := 1", "expected an object"),
    ],
)
def test_refusals_say_why(action: object, message: str) -> None:
    seen = Episode(RATIONAL).act(action)
    assert seen.refused is not None and message in seen.refused


def test_floats_texts_and_numbers_are_read_alike() -> None:
    reads = [Episode(RATIONAL).act({"intervene": {"x0": v}}).seen for v in (12.5, "12.5", "25/2")]
    assert reads[0] is not None and reads[0] == reads[1] == reads[2]


def test_decimals_come_back_as_they_were_written(tmp_path: Path) -> None:
    one = Episode(RATIONAL)
    one.act({"intervene": {"x0": 12.5}})
    one.answer({"hypothesis": {"edges": []}, "prediction": Decimal("75.8")})
    path = tmp_path / "episode.jsonl"
    path.write_text(str(one.transcript))
    (read,) = read_transcripts(path)
    assert read == one.transcript
    frame = EpisodeDocument(family="linear", problem="case")
    *_, document = judgements(frame, RATIONAL, read)
    assert json.loads(json.dumps(document.to_dict()))["details"]["prediction"] == "75.8"


def test_what_is_held_is_released() -> None:
    one = Episode(made(8, semantics=Semantics.HOLD), LinearRules())
    before = one.known.chain[-1].values
    one.act({"intervene": {"x0": 90}})
    assert {"intervene": {"x0": None}} in one.rules.admissible(one.known)
    seen = one.act({"intervene": {"x0": None}})
    assert seen.seen == {"state": {v: plain_number(x) for v, x in before.items()}}
    assert one.known.held[-1] == {}


def test_readings_beyond_all_instruments_are_refused() -> None:
    names = [f"x{i}" for i in range(8)]
    equations = {a: f"1*{b}^2 + 1*{b}" for a, b in zip(names[1:], names, strict=False)}
    problem = LinearProblem(
        "tower",
        (*names, "f"),
        "f",
        tuple(names),
        EquationFamily.QUADRATIC,
        gold=load("symcause.families.linear.files.document:read_linear")(
            {
                "format": "symcause.linear/1",
                "id": "tower",
                "variables": [*names, "f"],
                "target": "f",
                "controllable": names,
                "family": "quadratic",
                "gold": {"equations": equations},
            }
        ).gold,
    )
    seen = Episode(problem, LinearRules(min_effect="1")).act({"intervene": {"x0": 10**6}})
    assert seen.refused is not None and "no instrument" in seen.refused


def test_a_fuzzed_agent() -> None:
    """Thousands of random steps: nothing breaks, the budget holds, gold is not seen."""
    chance = random.Random(12)
    problem = made(8, semantics=Semantics.HOLD)
    one = Episode(problem, LinearRules(targets=2), budget=amount(10, 40))
    words: list[object] = [
        "x0",
        "x1",
        "f",
        "intervene",
        "gold",
        "",
        "\ud800",
        None,
        True,
        1,
        2.5,
        -3,
    ]
    words += [10**40, float("inf"), [], {}, "1/3", "1/0", "9" * 400]

    def value(depth: int) -> object:
        if depth == 0 or chance.random() < 0.3:
            return chance.choice(words)
        if chance.random() < 0.2:
            return [value(depth - 1) for _ in range(3)]
        names = ("x0", "x1", "intervene", "f", "\ud800")
        return {chance.choice(names): value(depth - 1) for _ in range(chance.randrange(3))}

    for _ in range(amount(3_000, 10_000)):
        one.act({"intervene": value(2)} if chance.random() < 0.5 else value(3))
    assert one.left == 0
    assert len(one.known.chain) == amount(10, 40) + 1
    assert problem.gold is not None
    for equation in problem.gold.equations.values():
        assert not equation.effects or str(equation) not in str(one.transcript)


# -- answers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer",
    [
        *(None, True, "", "no idea", [], {}, [1], float("nan"), "{" * 10_000, {1: 2}),
        *({"hypothesis": 3}, {"equations": {"x9": "1"}}, {"equations": {"f": 5}}, {"f": 5}),
        *({"prediction": "lots"}, {"edges": "all"}, {"equations": {"f": "f + 1"}}),
        {"a": {"b": [{}] * 5}},
    ],
)
@pytest.mark.parametrize("question", ["target", "graph"])
def test_odd_answers_are_wrong_and_say_why(answer: object, question: str) -> None:
    one = Episode(RATIONAL, LinearRules(question=question))
    outcome = one.answer(answer)
    assert outcome.right is False
    assert outcome.support in (None, "refuted")  # refuted is what claims something
    assert outcome.reason or outcome.details["valid"]


def test_answers_in_every_form() -> None:
    gold = RATIONAL.gold
    assert gold is not None and gold.reactor_target is not None
    target = print_number(gold.reactor_target)
    model = RATIONAL.gold_model()
    assert model is not None
    equations = {"equations": model.equations.texts()}
    forms = [
        equations,
        {**equations, "prediction": target},
        f"I think so: {json.dumps(equations)}.",
    ]
    for form in forms:
        outcome = Episode(RATIONAL).answer(form)
        assert outcome.right and outcome.details["shd"] == 0 and outcome.details["fits"]
    for form in ({"prediction": target}, target, float(gold.reactor_target)):
        outcome = Episode(RATIONAL).answer(form)
        assert outcome.right and outcome.details["target_exact"]


def test_right_within_the_tolerance() -> None:
    assert RATIONAL.gold is not None and RATIONAL.gold.reactor_target is not None
    near = print_number(RATIONAL.gold.reactor_target + Fraction("4.99"))
    assert Episode(RATIONAL).answer({"prediction": near}).right
    far = print_number(RATIONAL.gold.reactor_target + 5)  # the environment wants less than 5
    assert Episode(RATIONAL).answer({"prediction": far}).right is False
    assert not Episode(RATIONAL, LinearRules(tolerance="4.9")).answer({"prediction": near}).right


def test_support_follows_the_members() -> None:
    """Over all members of an integer class: all within the tolerance, none, or some."""
    rules = LinearRules(initial="none", tolerance="1")
    known = rules.opening(INTEGER, 0)
    assert known.reactor is not None
    values = {model.equations["f"](known.reactor) for model in brute_models(known)}
    assert len(values) > 1
    half = Fraction(1, 2)
    for asked in sorted({*values, *(v + half for v in values), min(values) - 1, max(values) + 9}):
        near = sum(abs(asked - value) < 1 for value in values)
        expected = "justified" if near == len(values) else "unsupported" if near else "refuted"
        assert rules.judged(None, known, print_number(asked)).support == expected


def test_support_of_graphs_follows_the_members() -> None:
    rules = LinearRules(question="graph")
    known = rules.opening(INTEGER, 0)
    graphs = {model.edges for model in brute_models(known)}
    assert len(graphs) > 1
    for model in islice(brute_models(replace(known, records=(), chain=known.chain)), 300):
        answer = {"equations": model.equations.texts()}
        expected = "unsupported" if model.edges in graphs else "refuted"
        assert rules.judged(None, known, answer).support == expected


# -- second opinions -------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_members_left_are_counted_by_brute_force(seed: int) -> None:
    semantics = list(Semantics)[seed % 4]
    problem = made(20 + seed, semantics=semantics)
    one = played(Episode(problem, LinearRules(question="graph"), seed=seed, budget=3), "random")
    known = one.rules.opening(problem, seed)
    for line in one.transcript.steps:
        known = one.rules.learnt(known, line.action, line.observation)  # type: ignore[arg-type]
        assert one.rules.standing(known).members == len(brute_graphs(known))
    integer = replace(known, coefficients=integers(1, 3))
    expected = {model.edges for model in brute_models(integer)}
    assert one.rules.standing(integer).members == len(expected)


def _read_after(known: LinearProblem, model: CrystalModel, name: str) -> tuple[Fraction, ...]:
    """What a model reads after a property was set, by running the laboratory from the last reading."""
    lab = known.laboratory(model)
    now = known.chain[-1].values
    crystal = lab.crystal(model.bases_of(now))
    value = Fraction(77) if now[name] != 77 else Fraction(3)
    return tuple(lab.measure(lab.act(crystal, {name: value})).values())


def _split(
    known: LinearProblem, models: Iterable[CrystalModel], name: str
) -> dict[tuple[Fraction, ...], list[CrystalModel]]:
    groups: dict[tuple[Fraction, ...], list[CrystalModel]] = {}
    for model in models:
        groups.setdefault(_read_after(known, model, name), []).append(model)
    return groups


def _fewest(known: LinearProblem, models: list[CrystalModel], rules: LinearRules) -> int:
    """Steps of the best plan in the worst case, by plain minimax over all models."""
    if _alike(known, models, rules):
        return 0
    parts = [_split(known, models, name) for name in known.controllable]
    return min(
        1 + max(_fewest(known, group, rules) for group in groups.values())
        for groups in parts
        if len(groups) > 1
    )


def _alike(known: LinearProblem, models: list[CrystalModel], rules: LinearRules) -> bool:
    if rules.question == "graph":
        return len({model.edges for model in models}) == 1
    assert known.reactor is not None
    values = [model.equations["f"](known.reactor) for model in models]
    return max(values) - min(values) <= Fraction(rules.tolerance)


RULES = (
    LinearRules(question="graph"),
    LinearRules(initial="none"),
    LinearRules(initial="none", tolerance="0"),
    LinearRules(initial="none", question="graph"),
)


@pytest.mark.few(6)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.question}-{rules.initial}")
@pytest.mark.parametrize("seed", [30, 31, 32])
def test_best_and_optimum_against_brute_force(seed: int, rules: LinearRules) -> None:
    known = rules.opening(made(seed, coefficients=integers(1, 2)), 0)
    models = list(brute_models(known))
    best = rules.best(known)
    assert isinstance(best, Best) and best.exact
    left = {
        name: max(len({m.edges for m in group}) for group in _split(known, models, name).values())
        for name in known.controllable
    }
    assert best.worst == min(left.values())
    assert best.action is not None
    (name,) = best.action["intervene"]  # type: ignore
    assert left[name] == best.worst
    assert rules.optimum(None, known).worst_case == _fewest(known, models, rules)


@pytest.mark.few(1)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.question}-{rules.initial}")
def test_the_worst_case_over_all_truths(rules: LinearRules) -> None:
    """Whatever the truth is: optimal takes the optimum at most, and once exactly; greedy never less."""
    problem = made(33, coefficients=integers(1, 2))
    known = rules.opening(problem, 0)
    optimum = rules.optimum(None, known).worst_case
    steps: dict[str, list[int]] = {"optimal": [], "greedy": []}
    for model in brute_models(known):
        truth = replace(
            problem, gold=Gold(model.equations), chain=known.chain, records=known.records
        )
        for agent, found in steps.items():
            one = played(Episode(truth, rules, agent=agent), agent)
            assert one.rules.standing(one.known).settled
            found.append(len(one.transcript.steps))
    assert max(steps["optimal"]) == optimum
    assert max(steps["optimal"]) <= max(steps["greedy"])
    if rules.question == "graph":
        planned = adaptive_plan(known)
        assert isinstance(planned, AdaptivePlan) and planned.identifies
        assert planned.depth == optimum


def test_the_shortest_proof_needs_no_more_than_the_worst_case() -> None:
    rules = LinearRules(question="graph")
    for seed in range(40, 46):
        problem = made(seed, size=4, targets=(), coefficients=integers(1, 2))
        known = rules.opening(problem, 0)
        found = rules.optimum(problem, known)
        assert found.shortest_proof is not None and found.worst_case is not None
        assert found.shortest_proof <= found.worst_case
        golden = load("symcause.families.linear.audits.plan.sufficient_targets:sufficient_targets")(
            replace(known, gold=problem.gold)
        )
        assert found.shortest_proof == len(golden.targets)


def test_plans_say_where_there_are_none() -> None:
    rules = LinearRules()
    for problem in (QUADRATIC, DISTURBED, made(6, semantics=Semantics.SHIFT)):
        assert isinstance(rules.optimal(rules.opening(problem, 0), 5), Unknown)
    best = rules.best(rules.opening(DISTURBED, 0))
    assert isinstance(best, Unknown) or best.low == 1
    best = rules.best(rules.opening(QUADRATIC, 0))
    assert isinstance(best, Best) and not best.exact and best.low == 1


def test_kinds_of_steps() -> None:
    rules = LinearRules(question="graph")
    one = Episode(RATIONAL, rules)
    first = one.known
    one.act({"intervene": {"x0": 50}})
    second = one.known
    one.act({"intervene": {"x0": 51}})
    assert rules.idle(second, {"intervene": {"x0": 51}}, one.known) == "repeated"
    still_there = print_number(first.chain[-1].values["x1"])
    other = Episode(RATIONAL, rules)
    other.act({"intervene": {"x1": still_there}})
    assert rules.idle(first, {"intervene": {"x1": still_there}}, other.known) == "repeated"


def test_people_type_less() -> None:
    one = Episode(RATIONAL)
    for words in ("x0 50", "x0 = 50", "x0 := 50"):
        assert one.rules.spelled(one.known, words) == {"intervene": {"x0": "50"}}
    assert one.rules.spelled(one.known, "release x0") == {"intervene": {"x0": None}}
    with pytest.raises(Refused, match="a property and a value"):
        one.rules.spelled(one.known, "what is this")
    assert one.rules.told(one.reset()).startswith("# Crystals")
    seen = one.act({"intervene": {"x0": 50}}).seen
    assert seen is not None and "x0 = 50\n" in one.rules.told(seen)


def test_published_configurations_are_played() -> None:
    for problem in published("4nodes.jsonl")[:5]:
        one = played(Episode(problem, agent="greedy"), "greedy")
        outcome = one.rules.judged(problem, one.known, one.transcript.answer.answer)  # type: ignore[union-attr]
        assert outcome.right and outcome.support == "justified"
        assert len(one.transcript.steps) <= 2


def test_mistakes_in_equations_are_named() -> None:
    rules, known = LinearRules(), read_problem(Path(__file__).parents[3] / "examples/episode.json")
    assert isinstance(known, LinearProblem)
    good = {"freq": "25 + 2*density", "density": "3"}
    assert rules.mistakes(known, {"equations": good}) == {}
    for text in ("25 +", "2*dens", "freq + 1"):
        assert set(rules.mistakes(known, {"equations": {**good, "freq": text}})) == {"freq"}
    for strange in (7, {}, {"equations": 7}, {"equations": {"x": "1"}}):
        assert set(rules.mistakes(known, strange)) <= {"x"}
