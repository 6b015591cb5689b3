"""Audits of transcripts: the paper's examples, untidy logs, every published number from the shared
files.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from symcause.audits.question import answered
from symcause.families.shapeworld.audits.intervention_optimum import Optimum
from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
from symcause.families.shapeworld.files.document import read_shapeworld
from symcause.families.shapeworld.models.causal_relations import relations
from symcause.families.shapeworld.models.dynamics import Action, after, breach, is_void
from symcause.families.shapeworld.problem.failure_patterns import pattern
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import mismatch
from symcause.families.shapeworld.problem.verdict_kinds import (
    Kind,
    Support,
    TranscriptVerdict,
    support,
)
from symcause.families.shapeworld.questions.audit import Audit
from symcause.families.shapeworld.release.transcript_records import transcript_documents
from symcause.families.shapeworld.space.space_choice import open_space
from symcause.families.shapeworld.space.transcript_history import walk
from symcause.formats.storage.byte_streams import opened
from symcause.models.dags import DAG
from symcause.scoring.bootstrap import Total
from tests.shapeworld.cases import EXAMPLES, case, random_transcript, shared


def audit(problem: ShapeWorldProblem, **options: object) -> ShapeWorldAudit:
    found = answered(Audit(**options), problem)  # type: ignore[arg-type]
    assert isinstance(found, ShapeWorldAudit)
    return found


@pytest.mark.parametrize(
    ("name", "left", "yes", "verdict", "supported", "graphs"),
    [
        ("root-cause", [19, 9, 3], 1, "open", "unsupported", 5),
        ("correlation-1", [219, 121, 57, 19, 19], 0, "no", "refuted", 79),
        ("correlation-2", [10, 7], 3, "open", "unsupported", 8),
        ("illusive", [19, 3], 3, "yes", "refuted", 5),
        ("reverse-collider", [219, 49], 13, "open", "unsupported", 79),
    ],
)
def test_the_five_examples_of_the_paper(
    name: str, left: list[int], yes: int, verdict: str, supported: str, graphs: int
) -> None:
    problem = EXAMPLES[name]
    history = walk(problem)
    assert [history.start.count, *(line.count for line in history.lines)] == left
    document = audit(problem)
    assert (document.verdict, document.support, document.graphs) == (verdict, supported, graphs)
    assert document.count == left[-1]
    members = [m for m in open_space(problem).members() if m.holds(problem.cause, problem.effect)]
    assert len(members) == yes
    if name == "correlation-1":
        assert document.steps[-1].kind == "set-up" and document.decided_at == 3
        assert document.surplus == 1


@pytest.mark.parametrize(
    ("name", "truth", "expected"),
    [
        ("root-cause", True, "root-cause"),
        ("correlation-1", False, "correlation"),
        ("correlation-2", False, "correlation"),
        ("illusive", True, "illusive-confounder"),
        ("reverse-collider", True, "reverse-collider"),
    ],
)
def test_patterns_of_the_five_examples(name: str, truth: bool, expected: str) -> None:
    document = audit(replace(EXAMPLES[name], truth=truth))
    assert (document.pattern, document.lucky) == (expected, False)
    right = audit(replace(EXAMPLES[name], truth=not truth))
    assert right.pattern is None
    settled = document.support == "refuted"  # then the other truth contradicts what was proved
    assert (right.lucky, right.contradicts_key) == (None if settled else True, settled)


def test_kinds_of_steps() -> None:
    """Void, wasted, set-up, informative, invalid, unseen; a repeated state is not listed."""
    problem = case(
        *("a b c", "a", "b", "a b c"),
        "move a: a b c",
        "hold c: a b",
        "hold c: a b",
        "hold a:",
        "move a: a b",
        "hold b: a b",
        "hold a:",
    )
    untidy = (
        Step(None, None, ()),
        Step("push", "a", (), invalid=True),
        Step("hold", "moon", None, invalid=True),
        Step("move", "c", None),
    )
    problem = replace(problem, transcript=problem.transcript + untidy)
    history = walk(problem)
    assert [(line.number, str(line.kind)) for line in history.lines] == [
        (1, "void"),
        (2, "informative"),
        (3, "void"),
        (4, "informative"),
        (5, "set-up"),
        (6, "wasted"),
        (7, "set-up"),
        (None, "invalid"),
        (None, "invalid"),
        (None, "unseen"),
    ]
    assert (history.verdict, history.decided_at, history.surplus) == (TranscriptVerdict.YES, 4, 3)
    assert history.kinds() == {
        Kind.INFORMATIVE: 2,
        Kind.SET_UP: 2,
        Kind.WASTED: 1,
        Kind.VOID: 2,
    }


@pytest.mark.parametrize(
    ("steps", "at"),
    [
        (("hold a: a b", "hold b: a b"), 2),  # one of them must be a source
        (("move a: b",), 1),
        (("move a:",), 1),
        (("hold a: b", "move a: b"), 2),
        (("hold a: b", "hold a:"), 2),  # a void step that changes something
    ],
)
def test_impossible_transcripts_name_the_step(steps: tuple[str, ...], at: int) -> None:
    document = audit(case("a b", "a", "b", "a b", *steps, "hold b:", said="no"))
    assert (document.verdict, document.step, document.settled, document.code) == (
        "inconsistent",
        at,
        False,
        1,
    )
    assert document.steps[at - 1].kind == "impossible"
    assert document.count == 0
    blank = (document.decided_at, document.relations, document.optimum, document.support)
    assert blank == (None, None, None, None) and document.pattern is None


def test_a_state_that_changes_without_an_action_is_impossible() -> None:
    problem = case("a b", "a", "b", "a b", "hold a: b")
    problem = replace(problem, transcript=(*problem.transcript, Step(None, None, ("a",))))
    document = audit(problem)
    assert (document.verdict, document.step) == ("inconsistent", 1)
    assert document.steps[-1].kind == "impossible" and document.steps[-1].number is None


def test_gold_that_contradicts_the_log_makes_it_invalid() -> None:
    gold = DAG.of([("a", "b")], nodes=("a", "b"))
    document = audit(replace(case("a b", "a", "b", "a"), gold=gold))
    assert (document.verdict, document.step, document.code) == ("invalid", 0, 1)
    assert "a moves, its effect b does not" in document.sentence
    document = audit(replace(case("a b", "a", "b", "a b", "hold a: b"), gold=gold))
    assert (document.verdict, document.step) == ("invalid", 1)
    both = audit(replace(case("a b", "a", "b", "a b", "move a: b"), gold=gold))
    assert both.verdict == "invalid", "before inconsistent"


def test_gold_outside_the_class() -> None:
    gold = DAG.of([("b", "a")], nodes=("a", "b"))
    problem = replace(case("a b", "a", "b", "a b", said="no"), gold=gold)
    document = audit(problem, scope="listed")
    assert (document.verdict, document.scope.name, document.scope.source, document.support) == (
        "gold-outside-class",
        "listed",
        "option",
        None,
    )
    assert audit(problem).verdict == "open"


def test_a_log_with_the_question_only() -> None:
    document = audit(ShapeWorldProblem("q", ("a", "b"), "a", "b"))
    assert (document.verdict, document.settled, document.count) == ("open", False, None)
    assert (document.relations, document.optimum, document.next) == (None, None, None)


def test_excess_counts_from_the_shortest_proof() -> None:
    gold = DAG.of([("a", "b")], nodes=("a", "b"))
    problem = replace(case("a b", "a", "b", "a", said="no"), gold=DAG(("a", "b")))
    assert audit(problem).excess == 0
    assert audit(replace(problem, protocol=True)).excess == -1
    played = replace(case("a b", "a", "b", "", "move a: a b", "hold a:", said="yes"), gold=gold)
    document = audit(played)
    assert (document.excess, document.surplus, document.support) == (1, 1, "justified")
    assert audit(replace(played, gold=None)).excess is None


@pytest.mark.parametrize("seed", range(15))
def test_audits_against_plain_enumeration(seed: int) -> None:
    """Counts, verdicts and kinds of random transcripts, step by step, from lists of relations."""
    rng = Random(f"audit {seed}")
    problem = random_transcript(rng.choice((2, 3, 4)), 6, rng)
    history = walk(problem)
    left = [
        r for r in relations(problem.size) if breach(r, problem.mask(problem.initial or ())) is None
    ]
    cause, effect = problem.asked
    state = problem.mask(problem.initial or ())
    assert history.start.count == len(left)
    for line, step in zip(history.lines, problem.transcript, strict=True):
        action, shape = Action(str(step.action)), problem.index[str(step.shape)]
        shown = problem.mask(step.moving or ())
        fitting = [r for r in left if after(r, state, action, shape) == shown]
        answers = {r[cause] >> effect & 1 for r in fitting}
        assert line.count == len(fitting)
        assert line.verdict == ("open" if len(answers) == 2 else ("yes" if 1 in answers else "no"))
        if is_void(state, action, shape):
            assert line.kind is Kind.VOID
        elif len(fitting) < len(left):
            assert line.kind is Kind.INFORMATIVE
        else:
            assert line.kind is (Kind.SET_UP if shown != state else Kind.WASTED)
        left, state = fitting, shown


TRANSCRIPTS = {
    "Llama-3.1-Nemotron-70B-Instruct-HF_confounder": (8, 2, 6, 0, 0, 13, 4, 1, 0),
    "Llama-3.1-Nemotron-70B-Instruct-HF_direct": (1, 0, 1, 0, 0, 1, 1, 0, 0),
    "Llama-3.1-Nemotron-70B-Instruct-HF_mediation": (3, 3, 0, 0, 0, 6, 2, 0, 0),
    "openai_gpt-4o_confounder": (13, 6, 7, 0, 0, 15, 8, 0, 0),
    "openai_gpt-4o_mediation": (5, 4, 1, 0, 0, 8, 2, 0, 0),
    "gemini-2.0-flash_direct": (2, 0, 2, 0, 0, 2, 1, 0, 0),
    "gemini-2.0-flash_mediation": (9, 3, 6, 0, 0, 12, 3, 0, 2),
    "gemini-2.0-flash_random_first120": (120, 95, 25, 0, 0, 155, 1, 6, 13),
    "hf-deepseek-distill-llama-8_direct": (8, 4, 1, 3, 0, 4, 5, 3, 7),
    "hf-llama-31-8_mediation": (15, 1, 11, 0, 3, 18, 15, 9, 3),
    "hf-mistral-7_confounder": (28, 8, 14, 6, 0, 23, 4, 0, 9),
    "hf-qwen-25-32-large_mediation": (16, 4, 9, 3, 0, 16, 4, 2, 2),
    "human_direct": (12, 0, 0, 12, 0, 0, 0, 0, 0),
}
"""Records, unsupported, refuted, no answer, impossible; informative, set-up, wasted, void steps."""


def _records(name: str) -> list[ShapeWorldProblem]:
    with opened(shared(f"transcripts/{name}.txt")) as source:
        return [read_shapeworld(document.value) for document in transcript_documents(source)]


@pytest.mark.parametrize("name", list(TRANSCRIPTS))
def test_the_shared_transcripts(name: str) -> None:
    found: Counter[str] = Counter()
    for problem in _records(name):
        history = walk(problem, counting=False)
        if history.verdict is TranscriptVerdict.INCONSISTENT:
            found["impossible"] += 1
            continue
        found[str(support(history.verdict, problem.given))] += 1
        for kind, count in history.kinds().items():
            found[str(kind)] += count
    assert not found[Support.JUSTIFIED]
    keys = ("unsupported", "refuted", "None", "impossible")
    kinds = ("informative", "set-up", "wasted", "void")
    counts = tuple(found[key] for key in keys)
    assert (sum(counts), *counts, *(found[key] for key in kinds)) == TRANSCRIPTS[name]


def test_the_shared_transcripts_together() -> None:
    patterns: Counter[str] = Counter()
    decided: Counter[int | None] = Counter()
    surplus = steps = 0
    impossible = []
    for name in TRANSCRIPTS:
        for problem in _records(name):
            history = walk(problem, counting=False)
            if history.verdict is TranscriptVerdict.INCONSISTENT:
                impossible.append(problem.id)
                continue
            found = pattern(problem, history.verdict)
            patterns.update([] if found is None else [str(found)])
            decided.update([] if problem.initial is None else [history.decided_at])
            surplus += history.surplus
            steps += history.numbered
    assert impossible == [f"hf-llama-31-8_mediation.txt:{number}" for number in (2, 3, 5)]
    assert dict(patterns) == {
        "illusive-confounder": 66,
        "root-cause": 13,
        "reverse-collider": 48,
        "correlation": 32,
        "other": 54,
    }
    assert dict(decided) == {0: 5, 1: 55, 2: 23, 3: 5, None: 137}
    assert (surplus, steps) == (47, 380)


def test_patterns_of_three_models_on_the_core_files() -> None:
    patterns: Counter[str] = Counter()
    for name in TRANSCRIPTS:
        if (
            name.startswith(("openai_gpt-4o", "Llama-3.1-Nemotron", "gemini"))
            and "random" not in name
        ):
            for problem in _records(name):
                found = pattern(problem, walk(problem, counting=False).verdict)
                patterns.update([] if found is None else [str(found)])
    assert dict(patterns) == {
        "root-cause": 12,
        "correlation": 15,
        "illusive-confounder": 10,
        "reverse-collider": 2,
        "other": 2,
    }


@pytest.mark.parametrize("name", ["core_cases", "advanced_cases"])
def test_the_shared_cases(name: str) -> None:
    lines = shared(f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == {"core_cases": 30, "advanced_cases": 48}[name]
    for line in lines:
        facts = json.loads(line)
        problem = read_shapeworld(_case(facts) | {"gold": {"edges": facts["edges"]}})
        optimum = Optimum(open_space(problem))
        assert problem.right is (facts["answer"] == "yes")
        assert optimum.worst_case() == facts["worst_case"]
        assert optimum.shortest_proof() == facts["shortest_proof"]
        if "one_shortest" in facts:
            _settles(problem, facts["one_shortest"])


def _settles(problem: ShapeWorldProblem, held: list[str]) -> None:
    """A sequence of shapes acted on, each moved if it stands still, else held, proves the answer."""

    gold, state, steps = problem.gold_relation, problem.mask(problem.initial or ()), []
    assert gold is not None
    for name in held:
        at = problem.index[name]
        action = Action.HOLD if state >> at & 1 else Action.MOVE
        state = after(gold.effects, state, action, at)
        steps.append(Step(str(action), name, problem.names(state)))
    history = walk(replace(problem, transcript=tuple(steps)), counting=False)
    assert history.decided_at == len(held)


def _case(facts: dict[str, object]) -> dict[str, object]:
    return {
        "format": "symcause.shapeworld/1",
        "id": facts["id"],
        "shapes": facts["shapes"],
        "question": {"cause": facts["cause"], "effect": facts["effect"]},
        "initial": facts["initial"],
    }


def test_the_shared_transcript_facts() -> None:
    lines = shared("transcript_facts.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 24
    for line in lines:
        facts = json.loads(line)
        problem = read_shapeworld(_case(facts) | {"transcript": facts["transcript"]})
        history = walk(problem)
        for judged, known in zip((history.start, *history.lines), facts["after"], strict=True):
            assert judged.count == known["posets"] and judged.verdict == known["verdict"]
            assert judged.number == 0 or judged.kind == known["kind"]
        for steps, known in enumerate(facts["after"]):
            assert open_space(problem.cut(steps)).graphs() == known["graphs"]
        edges = {f"{x}->{y}": str(s) for (x, y), s in open_space(problem).edges().items()}
        assert edges == facts["relations"]


def test_the_published_table_by_structure() -> None:
    """Accuracy and standard error of every row follow from whole numbers of right cases."""
    sizes = {"confounder": 54, "direct": 6, "mediation": 24}
    with shared("structure_analysis.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 36
    for row in rows:
        size = sizes[row["structure"]]
        right = round(float(row["accuracy"]) * size / 100)
        cases = Total.of(float(i < right) for i in range(size))
        share, error = cases.mean, cases.standard_error
        assert share is not None and error is not None
        assert 100 * share == pytest.approx(float(row["accuracy"]))
        assert 100 * error == pytest.approx(float(row["se"]))
    counts = [
        round(float(row["accuracy"]) * sizes[row["structure"]] / 100)
        for row in rows
        if "Nemotron" in row["model"]
    ]
    assert counts == [51, 6, 23]


def test_the_world_of_every_shared_case_shows_its_start() -> None:
    for line in shared("advanced_cases.jsonl").read_text(encoding="utf-8").splitlines():
        facts = json.loads(line)
        problem = read_shapeworld(_case(facts) | {"gold": {"edges": facts["edges"]}})
        assert problem.gold_relation is not None
        assert mismatch(problem, problem.gold_relation.effects) is None
