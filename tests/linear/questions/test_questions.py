"""Questions to linear problems: check, solve, alternatives, separate, prompt, convert; their streams."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.document_json import dumps, required_keys, revived
from symcause.audits.question import ask, options, question
from symcause.errors import ProblemError, UsageError
from symcause.families.linear.audits.verdict import audit_sections as audit_module
from symcause.families.linear.documents.alternatives_document import (
    LinearAlternatives,
    LinearSeparation,
)
from symcause.families.linear.documents.audit_document import LinearAudit
from symcause.families.linear.documents.check_document import LinearCheck
from symcause.families.linear.documents.prompt_document import LinearPrompt
from symcause.families.linear.documents.solution_document import LinearSolve
from symcause.families.linear.files.document import read_linear
from symcause.families.linear.files.document_writer import write_linear
from symcause.families.linear.generator.episode_simulation import simulate
from symcause.families.linear.generator.linear_generator import LinearGenerator
from symcause.families.linear.models.crystals import CrystalModel
from symcause.families.linear.models.laboratory import EquationFamily, Hidden, Manipulation
from symcause.families.linear.problem.evidence_replay import current_crystal
from symcause.families.linear.problem.problem import BaseRange, LinearProblem
from symcause.families.linear.questions.convert import Convert
from symcause.families.linear.report.cards import audit_card, model_card, problem_card
from symcause.families.linear.report.view import view
from symcause.families.linear.scoring.answer_claims import answer_text, hypothesis_of
from symcause.families.linear.space.membership_objections import objections_to
from symcause.families.linear.space.space_choice import open_space
from symcause.formats.pools.problem_files import read_problems
from symcause.grammar.equations.equation_parser import parse_equation
from symcause.models.equations import Effect, Equation
from symcause.processes.isolation import Stopped
from symcause.processes.pools import pool
from symcause.registry import family
from tests.linear.cases import episode, integers, problem_of, published, random_model
from tests.patience import hang

F = Fraction
EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
SUITES = [
    "3nodes.jsonl",
    "4nodes.jsonl",
    "5nodes.jsonl",
    "6nodes.jsonl",
    "4nodes_freqparent.jsonl",
    "4nodes_golden.jsonl",
    "4nodes_hidden_n1.jsonl",
    "4nodes_hidden_freqnode_n1.jsonl",
    "4nodes_quad_hard.jsonl",
    "4nodes_quad_first20.jsonl",
]


def made(seed: int, targets: int = 3, **given: Any) -> LinearProblem:
    """An episode over x0, x1, x2 and f with this many interventions."""
    rng = random.Random(f"questions {seed}")
    problem = problem_of(random_model(rng, 4, density=0.7), **given)
    return episode(rng, problem, problem.controllable[:targets])


def bundled() -> LinearProblem:
    problem = next(iter(read_problems(EXAMPLES / "episode.json"))).problem
    assert isinstance(problem, LinearProblem)
    return problem


def gold_of(problem: LinearProblem) -> CrystalModel:
    model = problem.gold_model()
    assert model is not None
    return model


def read(problem: LinearProblem, equations: dict[str, str]) -> CrystalModel:
    return CrystalModel.of({k: parse_equation(v, problem.variables) for k, v in equations.items()})


def checked(problem: LinearProblem, answer: object, **given: Any) -> LinearCheck:
    document = ask("check", problem, answer=answer_text(problem, answer), **given)
    assert isinstance(document, LinearCheck)
    return document


# check


def test_gold_fits_and_is_justified() -> None:
    problem = made(1)
    model = gold_of(problem)
    for answer in (model, hypothesis_of(model, problem), model.to_answer(), dict(model.equations)):
        document = checked(problem, answer)
        assert (document.right, document.fits, document.in_class, document.unique) == (True,) * 4
        assert (document.justified, document.code, document.count) == (True, 0, 1)
        assert (document.edge_f1, document.coefficient_f1, document.shd) == (1.0, 1.0, 0)
        assert document.target_predicted == document.target_entailed is not None
        assert document.misfit is None
        assert document.required(unique=True, justified=True) == 0


def test_a_wrong_equation_is_shown_where_it_is_wrong() -> None:
    problem = made(1)
    model = gold_of(problem)
    base = model.equations["f"].base
    wrong = {**model.equations, "f": model.equations["f"].with_base(base + 1)}
    document = checked(problem, wrong)
    assert (document.fits, document.code, document.in_class) == (False, 1, True)
    assert document.misfit is not None
    assert (document.misfit.place, document.misfit.minimum) == ("records[0].f", True)
    read_value = problem.records[0].values["f"]
    assert F(document.misfit.read or "") == read_value
    assert F(document.misfit.given or "") == read_value + 1
    assert document.unique is False and document.justified is False


def test_wrong_edges_come_with_a_smallest_set_of_rows() -> None:
    problem = made(1)
    document = checked(problem, {"edges": []})
    assert document.fits is False and document.misfit is not None
    assert document.misfit.read is None and len(document.misfit.rows) >= 2
    assert document.misfit.minimum is True
    kept = {row.rpartition(".")[0] for row in document.misfit.rows}
    assert kept <= {"records[0]", "records[1]", "chain[0]", "chain[1]", "chain[2]", "chain[3]"}


def test_open_hypotheses_fit_without_being_justified() -> None:
    problem = made(2, targets=0)
    document = checked(problem, {"edges": []})
    assert document.fits is not None and document.target_predicted is None
    assert document.justified in (None, False)
    full = [{"from": c, "to": "f"} for c in ("x0", "x1", "x2")]
    document = checked(problem, {"edges": full})
    assert (document.fits, document.unique, document.justified) == (True, False, None)
    assert document.count is not None and document.count > 1


def test_the_class_is_asked_first() -> None:
    problem = made(1)
    for edges in ([("f", "x0")], [("x0", "x1"), ("x1", "x0")]):
        document = checked(problem, {"edges": [{"from": a, "to": b} for a, b in edges]})
        assert (document.in_class, document.fits, document.unique) == (False, False, None)
    bounded = checked(problem, gold_of(problem), max_parents=0)
    assert bounded.in_class is False and bounded.unique is None
    narrow = replace(problem, coefficients=integers(5, 6))
    claim = hypothesis_of(gold_of(problem), problem)
    assert checked(narrow, claim).in_class is False


def test_any_text_is_judged() -> None:
    problem = made(1)
    for text in ("", "no idea", "{", '{"edges": [["zz", "f"]]}', '{"equations": {"f": "2*zz"}}'):
        document = checked(problem, text)
        assert (document.valid, document.right, document.code) == (False, False, 1)
        assert document.reason
    with pytest.raises(TypeError, match="crystal model"):
        answer_text(problem, 7)
    with pytest.raises(TypeError, match="text"):
        answer_text(problem, {"x0": 7})


def test_metrics_need_gold() -> None:
    problem = made(1)
    document = checked(replace(problem, gold=None), gold_of(problem))
    assert document.fits is True and document.edge_f1 is None and document.shd is None


def test_a_stated_prediction_counts() -> None:
    problem = made(1)
    answer = {"hypothesis": {"edges": [list(e) for e in gold_of(problem).edges]}, "prediction": 1}
    document = checked(problem, answer)
    assert document.fits is True
    assert (document.target_predicted, document.justified) == ("1", False)


def test_checks_under_a_disturbance() -> None:
    hidden = Hidden((F(-5), F(0), F(5)), F(1), ("x1",))
    rng = random.Random(5)
    problem = problem_of(random_model(rng, 3, values=[1, 2]), hidden=hidden)
    problem = replace(problem, coefficients=integers(1, 2))
    problem = episode(rng, problem, ["x0", "x1"])
    assert checked(problem, gold_of(problem)).fits is True
    unknown = checked(replace(problem, rounding=F("0.01")), gold_of(problem))
    assert (unknown.fits, unknown.code) == (None, 3)
    assert unknown.reason


# solve


@pytest.mark.parametrize("seed", range(6))
def test_a_solution_has_fewest_edges(seed: int) -> None:
    problem = made(seed, targets=seed % 3)
    document = ask("solve", problem)
    assert isinstance(document, LinearSolve)
    assert (document.status, document.optimal, document.code) == ("solved", True, 0)
    assert document.equations is not None
    model = read(problem, document.equations)
    assert not objections_to(problem, model)
    sizes = [len(member.edges) for member in open_space(problem).members()]
    assert document.edges == len(model.edges) == min(sizes)
    assert checked(problem, document.to_dict()).fits is True


def test_all_members_by_size() -> None:
    problem = made(3, targets=1)
    document = ask("solve", problem, everything=True)
    assert isinstance(document, LinearSolve) and document.members
    assert document.complete is True
    assert len(document.members) == open_space(problem).count()
    first = ask("solve", problem, everything=True, limit=1)
    assert isinstance(first, LinearSolve) and first.members == document.members[:1]
    assert first.complete is (len(document.members) == 1)
    with pytest.raises(UsageError, match="--all"):
        ask("solve", problem, limit=3)


def test_nothing_to_solve() -> None:
    problem = made(1)
    odd = replace(problem.records[0], id="odd", values={**problem.records[0].values, "f": F(10**6)})
    document = ask("solve", replace(problem, records=(*problem.records, odd), gold=None))
    assert isinstance(document, LinearSolve)
    assert (document.status, document.code, document.equations) == ("inconsistent", 1, None)


# alternatives and separate


def test_alternatives_are_members_told_apart() -> None:
    problem = made(4, targets=1)
    model = gold_of(problem)
    document = ask("alternatives", problem, limit=50)
    assert isinstance(document, LinearAlternatives)
    count = open_space(problem).count()
    assert isinstance(count, int) and count > 1
    assert (document.total, document.status, document.code) == (count - 1, "exact", 1)
    far = [part.distance for part in document.alternatives]
    assert far == sorted(far) and min(far) >= 1
    for part in document.alternatives:
        other = read(problem, part.model)
        assert not objections_to(problem, other)
        assert set(part.changed) >= {
            v for v in problem.variables if other.equations[v].parents != model.equations[v].parents
        }
        assert (part.experiment is None) == (part.readings is None) == (part.reason is not None)
        if part.experiment is not None and part.readings is not None:
            ((name, value),) = part.experiment.assignments.items()
            for run, reads in zip((model, other), part.readings, strict=True):
                lab, crystal = problem.laboratory(run), current_crystal(problem, run)
                assert crystal is not None
                state = lab.measure(lab.intervene(crystal, Manipulation(name, F(value))))
                assert {k: F(v) for k, v in reads.items()} == state
            assert part.readings[0] != part.readings[1]


def test_alternatives_to_an_answer() -> None:
    problem = replace(made(4, targets=1), gold=None)
    with pytest.raises(UsageError, match="nothing to differ from"):
        ask("alternatives", problem)
    solution = ask("solve", problem)
    assert isinstance(solution, LinearSolve)
    document = ask("alternatives", problem, against=dumps(solution))
    assert isinstance(document, LinearAlternatives) and document.against == solution.equations
    open_claim = json.dumps({"edges": [{"from": c, "to": e} for c, e in _edges(solution)]})
    again = ask("alternatives", problem, against=open_claim)
    assert isinstance(again, LinearAlternatives)
    assert [a.distance for a in again.alternatives] == [a.distance for a in document.alternatives]
    with pytest.raises(UsageError, match="no member completes"):
        ask("alternatives", made(1), against='{"edges": []}')


def _edges(document: LinearSolve) -> list[tuple[str, str]]:
    names = list(document.equations or {})
    return [
        (parent, name)
        for name, text in (document.equations or {}).items()
        for parent in parse_equation(text, names).parents
    ]


def test_there_is_no_alternative_to_a_unique_graph() -> None:
    document = ask("alternatives", made(1))
    assert isinstance(document, LinearAlternatives)
    assert (document.total, document.alternatives, document.code) == (0, (), 0)


def test_two_answers_are_separated() -> None:
    problem = made(1)
    text = json.dumps({"equations": {}})
    document = ask("separate", problem, first="gold", second=text)
    assert isinstance(document, LinearSeparation)
    assert (document.separated, document.code) == (True, 0)
    assert document.experiment is not None and document.readings is not None
    assert document.differing == tuple(
        v for v in problem.variables if document.readings[0][v] != document.readings[1][v]
    )
    same = ask("separate", problem, first="gold", second="gold")
    assert isinstance(same, LinearSeparation) and (same.separated, same.code) == (False, 1)
    with pytest.raises(UsageError, match="no reference"):
        ask("separate", problem, first="gold", second="reference")
    with pytest.raises(UsageError, match="second answer"):
        ask("separate", problem, first="gold", second="no idea")


# prompt


def test_a_prompt_shows_the_task_and_nothing_hidden() -> None:
    hidden = Hidden((F(-7), F(0), F(7)), F(1), ("x1",))
    problem = made(6, hidden=hidden)
    document = ask("prompt", problem)
    assert isinstance(document, LinearPrompt)
    for state in problem.chain:
        assert all(f"{v} = {_shown(x)}" in document.text for v, x in state.values.items())
    assert "after x0 := " in document.text and "disturbance" in document.text
    told = {**problem.metadata, "secret": "xyzzy"}
    secret = replace(problem, gold=None, episode=None, metadata=told)
    other = replace(secret, hidden=replace(hidden, values=(F(-9), F(9)), nodes=("x2", "f")))
    assert ask("prompt", secret) == ask("prompt", other) == document
    assert "7" not in "".join(c for c in document.message.split("# What was read")[0])


def _shown(value: Fraction) -> str:
    from symcause.models.exact_numbers import print_number

    return print_number(value)


@pytest.mark.parametrize("family_of_equations", list(EquationFamily))
def test_the_form_of_an_answer_can_be_read(family_of_equations: EquationFamily) -> None:
    quadratic = family_of_equations is EquationFamily.QUADRATIC
    rng = random.Random(8)
    empty = problem_of(random_model(rng, 3, quadratic=quadratic), family=family_of_equations)
    problem = episode(rng, empty, ["x0"])
    document = ask("prompt", problem)
    assert isinstance(document, LinearPrompt)
    form = document.message.split("# How to answer\n")[1]
    filled = form.replace('": 0', '": 1')
    assert checked(problem, filled).valid is True


# convert and episodes


def test_a_configuration_is_simulated() -> None:
    problem = problem_of(random_model(random.Random(9), 4))
    with pytest.raises(ProblemError, match="no evidence yet"):
        ask("count", problem)
    converted = Convert(simulate=True, seed=3, records=1, targets="x1,x0").converted(problem)
    assert len(converted.records) == 1
    assert [step.variable for step in converted.interventions] == ["x1", "x0"]
    assert converted == simulate(problem, 3, records=1, targets=["x1", "x0"])
    assert Convert().converted(problem) is problem
    with pytest.raises(UsageError, match="--simulate"):
        Convert(records=3).converted(problem)
    with pytest.raises(UsageError, match="x0"):
        Convert(simulate=True, targets="x9").converted(problem)


@pytest.mark.few(3)
@pytest.mark.parametrize("name", SUITES)
def test_a_written_configuration_simulates_the_same_episode(name: str) -> None:
    """``symcause.linear/1`` used to lose budget, base ranges and presets."""
    for problem in published(name):
        again = read_linear(json.loads(json.dumps(write_linear(problem))))
        assert again.episode == problem.episode
        assert simulate(again, 5) == simulate(problem, 5)


def test_episodes_are_checked() -> None:
    document = write_linear(problem_of(random_model(random.Random(9), 3)))
    bad: list[tuple[dict[str, object], str]] = [
        ({"budget": -1}, "episode.budget"),
        ({"bases": {"x9": {"min": 1}}}, "episode.bases"),
        ({"bases": {"x0": {"min": 2, "max": 1}}}, "episode.bases.x0"),
        ({"presets": {"records": [{"x9": 1}]}}, r"episode.presets.records\[0\]"),
        ({"presets": {"reactor": {"x0": "one"}}}, "episode.presets.reactor.x0"),
        ({"turns": 3}, "turns"),
    ]
    for part, place in bad:
        with pytest.raises(ProblemError, match=place):
            read_linear({**document, "episode": part})


# streams, documents, reports


def _slow(problem: LinearProblem, emit: Any) -> object:
    """The audit in a process that is stopped before its explanations are found."""

    audit_module._why = hang  # type: ignore[assignment]
    return ask("audit", problem, emit=emit)


def test_what_is_known_is_kept_when_the_time_is_up(hanging: None) -> None:
    """``audit --timeout`` of a linear problem used to keep nothing although the count is known at once."""
    ((_, outcome),) = pool(_slow, [made(1)], seconds=6, streams=True)
    assert isinstance(outcome, Stopped)
    last = outcome.parts[-1]
    assert isinstance(last, LinearAudit)
    document = last.halted(outcome.reason, outcome.by)
    assert (document.verdict, document.count, document.settled, document.code) == (
        *("unique", 1),
        *(True, 0),
    )
    assert document.edges is not None and document.target.entailed is True
    assert document.profile and not document.why
    assert (document.stopped, document.reason) == ("time", outcome.reason)


def test_an_audit_grows() -> None:
    seen: list[LinearAudit] = []
    last = ask("audit", made(2, targets=1), emit=seen.append)  # type: ignore[arg-type]
    assert [d.verdict for d in seen] == ["ambiguous"] * len(seen)
    assert seen[0].count is not None and seen[0].edges is None and not seen[0].profile
    assert seen[1].edges is not None and not seen[1].alternatives
    assert seen[-1] == last


def test_a_log_is_followed_to_its_end() -> None:
    problem, log = bundled(), str(EXAMPLES / "episode.log.jsonl")
    document = ask("audit", problem, log=log)
    assert isinstance(document, LinearAudit) and document.steps and document.commitment
    assert document.steps[-1].graphs == document.graphs
    plain = ask("audit", problem)
    assert not {"steps", "interventions", "commitment"} & plain.to_dict().keys()
    story = question("audit", problem).story(document)
    titles = [section.title for section in story.sections]
    assert "Episode, step by step" in titles
    shown = view(document, problem)
    assert (shown["kind"], shown["verdict"], shown["tone"]) == ("trajectory", "premature", "bad")


def test_documents_survive_json() -> None:
    problem = made(4, targets=1)
    asked: list[tuple[str, dict[str, object]]] = [
        ("audit", {}),
        ("count", {"max_parents": 2}),
        ("solve", {"everything": True, "limit": 2}),
        ("alternatives", {}),
        ("separate", {"first": "gold", "second": '{"equations": {}}'}),
        ("check", {"answer": '{"edges": []}'}),
        ("prompt", {}),
    ]
    for name, given in asked:
        document = ask(name, problem, **given)
        line = json.loads(dumps(document))
        assert line["family"] == "linear" and line["problem"] == problem.id
        assert required_keys(type(document)) <= line.keys()
        assert revived(line, type(document)) == document
        story = question(name, problem, **given).story(document)
        assert story.title


def test_a_certificate_or_why_there_is_none() -> None:
    document = ask("audit", made(1), certificate=True)
    assert isinstance(document, LinearAudit) and document.certificate is not None
    bounded = replace(made(1), bases=BaseRange(Fraction(-(10**6)), None))
    document = ask("audit", bounded, certificate=True)
    assert isinstance(document, LinearAudit)
    assert document.certificate is None and "bases" in str(document.certificate_reason)
    assert "certificate_reason" not in ask("audit", made(1)).to_dict()


def test_cards_show_models_problems_and_audits() -> None:
    problem = made(2, targets=1)
    assert "equation" in model_card(gold_of(problem)).html()
    assert "equation of gold" in problem_card(problem).html()
    assert "equation of gold" not in problem_card(replace(problem, gold=None)).html()
    document = ask("audit", problem)
    assert isinstance(document, LinearAudit)
    card = audit_card(document)
    assert card.title == "Ambiguous" and len(card.tables) == 2
    assert "another" in card.html()


def test_the_generator_has_its_options() -> None:
    made_by = LinearGenerator(variables=3, seed=4, integer_class=True)
    (document,) = made_by.items(1)
    assert document["id"] == "linear-3-4-1" and made_by.is_ours(document)
    assert not LinearGenerator(variables=3, seed=5).is_ours(document)
    assert made_by.verdict(document) in ("identified", "not identified")
    assert made_by.report(document)["problem"] == document["id"]
    problem = read_linear(json.loads(json.dumps(document)))
    assert simulate(problem, 1).interventions
    assert {"variables", "density", "seed", "semantics"} <= options(LinearGenerator).keys()
    with pytest.raises(UsageError, match="density"):
        LinearGenerator(density=2.0).count(1)


def test_the_family_answers_what_the_registry_says() -> None:
    found = family("linear")
    assert {"audit", "count", "check", "solve", "alternatives", "separate"} <= set(found.questions)
    assert {"prompt", "convert"} <= set(found.questions)


def test_a_quadratic_effect_is_told_apart() -> None:
    """Two quadratic models with different squares part at the middle of the range."""
    rng = random.Random(3)
    model = random_model(rng, 3, quadratic=True, density=1.0)
    problem = episode(rng, problem_of(model, family=EquationFamily.QUADRATIC), ["x0"])
    equation = model.equations["f"]
    parent, effect = equation.effects[0]
    other = dict(equation.effects) | {parent: Effect(effect.linear, effect.square + 1)}
    changed = CrystalModel.of({**model.equations, "f": Equation.of(equation.base, other)})
    document = ask(
        "separate", problem, first="gold", second=answer_text(problem, changed.to_answer())
    )
    assert isinstance(document, LinearSeparation) and document.separated
