"""The smallest file of each released version, built by hand in the released form."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from symcause.errors import ProblemError
from symcause.families.shapeworld.documents.score_document import ShapeWorldScore
from symcause.families.shapeworld.problem.problem import Step
from symcause.families.shapeworld.release.causallink_tables import (
    read_results,
)
from symcause.families.shapeworld.release.failure_reader import read_failure
from symcause.families.shapeworld.release.release_names import origin, table_origin
from symcause.families.shapeworld.scoring.answer_score import score_answer
from symcause.formats.storage.byte_streams import Source
from tests.cli.cases import Shell
from tests.shapeworld.released_tables import write_results

SHAPES = ("a", "b", "c")
GO, STOP = '{"next": "continue interaction"}', '{"next": "answer the question"}'


def state(moving: str, shapes: Sequence[str] = SHAPES, between: str = "\n") -> str:
    return between.join(f"{x} is {'moving' if x in moving else 'static'}" for x in shapes)


def act(shape: str, action: str) -> str:
    return json.dumps({"shape": shape, "action": action})


def line(
    *turns: str,
    start: str = "ab",
    error: str | None = None,
    rules: str = "rules",
    system: bool = True,
    shapes: Sequence[str] = SHAPES,
    between: str = "\n",
) -> dict[str, object]:
    """A line of a failure log in the released form; *turns* are replies, ``=ab`` is the state after one."""
    shown = f"\n            observations: {state(start, shapes, between)}\n\n            First one?"
    history = [("system", rules), ("user", shown)] if system else [("user", rules + "\n" + shown)]
    for turn in turns:
        if turn.startswith("="):
            told = f"are: {state(turn[1:], shapes, between)}\nBased on this"
            history.append(("user", told))
            continue
        if history[-1][0] == "assistant":
            history.append(("user", "\nThe next one?"))
        history.append(("assistant", turn))
    return {
        "error": error,
        "cause": shapes[0],
        "effect": shapes[1],
        "setup": [i for i, x in enumerate(shapes) if x in start],
        "conversational_history": [{"role": role, "content": text} for role, text in history],
    }


def scored(document: object, file: str = "m_random_basic.jsonl:4") -> ShapeWorldScore:
    problem = read_failure(document, file)
    return score_answer(problem, "m", problem.answer or "" if problem.given is not None else "")


@pytest.mark.parametrize("between", ["\n", ", "])
@pytest.mark.parametrize("system", [True, False])
def test_the_smallest_line(between: str, system: bool) -> None:
    told = line(
        *(act("a", "hold"), "=b", STOP, '{"answer": "yes"}'), between=between, system=system
    )
    problem = read_failure(told, "logs/some_model_confounder_basic.jsonl:7")
    assert (problem.id, problem.shapes, problem.initial) == (
        "some_model_confounder_basic.jsonl:7",
        SHAPES,
        ("a", "b"),
    )
    assert problem.transcript == (Step("hold", "a", ("b",)),)
    assert (problem.answer, problem.right, problem.protocol) == ("yes", False, True)
    assert problem.metadata == {
        "source": "causallink",
        "model": "some_model",
        "structure": "confounder",
        "template": "basic",
        "interventions": 1,
    }


@pytest.mark.parametrize(
    ("turns", "error", "said", "truth", "interventions"),
    [
        # an answer in the choice phase is no answer, and tells nothing about the truth
        ((act("a", "hold"), "=b", '{"answer": "yes"}'), "invalid format", None, None, 1),
        ((act("a", "hold"), "=b", STOP, '{"answer": "Yes"}'), "invalid answer", None, None, 1),
        ((act("a", "hold"), "=b", STOP, '{"answer": " yes"}'), "invalid answer", None, None, 1),
        ((act("d", "hold"), "=ab", STOP, '{"answer": "no"}'), "invalid action", "no", "yes", 1),
        # the choice asked again, an action nobody counts, a counted one
        (
            (
                *(act("a", "hold"), "=b", '{"next": "?"}', "=b", act("b", "hold"), "=", GO),
                *(act("a", "move"), "=a", STOP, '{"answer": "yes"}'),
            ),
            None,
            "yes",
            "no",
            2,
        ),
        (("The set {a} moves",), "invalid format", None, None, 1),
    ],
)
def test_what_a_line_says_is_found_by_replaying_it(
    turns: tuple[str, ...],
    error: str | None,
    said: str | None,
    truth: str | None,
    interventions: int,
) -> None:
    found = scored(line(*turns, error=error))
    assert (found.mark, found.mark_differs, found.remark) == (error, False, None)
    assert (found.answer, found.truth, found.interventions) == (said, truth, interventions)
    assert (found.structure, found.template) == ("random", "basic")


def test_one_intervention_too_many() -> None:
    turns = [act("a", "hold"), "=b"]
    for i in range(5):
        turns += [GO, act("a", ("move", "hold")[i % 2]), ("=ab", "=b")[i % 2]]
    last = read_failure(line(*turns, GO, act("c", "move"), error="too many attempts"), "x")
    assert last.transcript[-1] == Step("move", "c") and last.metadata["interventions"] == 7
    assert (last.right, last.given, last.metadata.get("mark_differs")) == (None, None, None)
    marked = [act("a", "hold"), "=b", act("d", "hold"), "=b", *turns[2:]]
    read = scored(line(*marked, GO, '{"answer": "no"}', error="invalid action"))
    assert (read.answer, read.truth, read.mark, read.mark_differs) == (
        "no",
        "yes",
        "invalid action",
        False,
    )


def test_a_line_whose_mark_is_not_what_its_replies_lead_to() -> None:
    turns = (act("a", "hold"), "=b", STOP, '{"answer": "no"}')
    found = scored(line(*turns, error="invalid format"))
    assert (found.mark, found.mark_differs) == ("invalid format", True)
    assert (found.answer, found.truth) == ("no", None), "the stated error has no result"
    other = scored(line(*turns, error="invalid action"))
    assert (other.mark_differs, other.answer, other.truth) == (True, "no", "yes")


def test_a_history_that_ends_inside_the_episode_or_goes_on_after_it() -> None:
    found = scored(line(act("a", "hold"), "=b", GO, act("b", "hold")))
    assert (found.remark, found.mark, found.answer) == ("ends inside the episode", None, None)
    assert (found.truth, found.interventions, sum(vars_of(found))) == (None, 2, 1)
    on = scored(line(act("a", "hold"), "=b", STOP, '{"answer": "yes"}', '{"answer": "no"}'))
    assert (on.remark, on.answer) == ("goes on after the end of the episode", "yes")


def vars_of(score: ShapeWorldScore) -> Iterable[int]:
    kinds = score.kinds
    return kinds.informative, kinds.set_up, kinds.wasted, kinds.void


@pytest.mark.parametrize("system", [True, False])
@pytest.mark.parametrize(
    ("rules", "template"),
    [
        ("rules", "basic"),
        ("Use the least number of steps possible.", "basic_limit_step"),
        ("least number of steps. Let's think step by step", "cot_basic_limit_step"),
        ("least number of steps. 1. Identify the cause shape", "cot_instructed_limit_step"),
    ],
)
def test_templates_are_told_from_messages(rules: str, template: str, system: bool) -> None:
    told = line(act("a", "hold"), "=b", STOP, '{"answer": "no"}', rules=rules, system=system)
    if system and "think" in rules:
        told["conversational_history"][1]["content"] += rules  # type: ignore[index]
    assert read_failure(told, "m_direct.jsonl:1").metadata["template"] == template


def test_words_of_a_later_message_tell_no_template() -> None:
    told = line("least number of steps", act("a", "hold"))
    assert read_failure(told, "x").metadata["template"] == "basic"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"setup": [0]}, "setup: the stated start is not the one that was shown"),
        ({"error": 3}, "error: expected text"),
        ({"conversational_history": [{"role": "assistant", "content": "{}"}]}, "before any state"),
    ],
)
def test_lines_that_cannot_be_read(change: dict[str, object], message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        read_failure({**line(act("a", "hold"), "=b"), **change}, "x")
    with pytest.raises(ProblemError, match="other shapes than before"):
        told = line(act("a", "hold"), "=b")
        told["conversational_history"][-1]["content"] = state("b", "abd")  # type: ignore[index]
        read_failure(told, "x")


def test_log_contradicts_key() -> None:
    """Both stop at once: a causes b; the log says that the answer yes was wrong."""
    found = scored(line(act("a", "hold"), "=", STOP, '{"answer": "yes"}'))
    assert (found.verdict, found.truth, found.contradicts_key) == ("yes", "no", True)
    assert (found.support, found.lucky, found.pattern) == (None, None, None)


def test_score_takes_a_failure_log(tmp_path: Path, shell: Shell) -> None:
    lines = [
        line(act("a", "hold"), "=", STOP, '{"answer": "yes"}'),  # contradicts the key
        line(act("a", "hold"), "=", STOP, '{"answer": "no"}'),  # refuted
        line(act("a", "hold"), "=b", '{"answer": "no"}', error="invalid format"),
        line(act("a", "hold"), "=abc", STOP, '{"answer": "no"}'),  # impossible
    ]
    log = tmp_path / "m_mediation.jsonl"
    log.write_text("".join(json.dumps(one) + "\n" for one in lines))
    code, (*rows, last) = shell.json("score", log, "--bootstrap", 0)
    assert code == 0
    assert [row["contradicts_key"] for row in rows] == [True, False, None, None]
    assert [row["mark"] for row in rows] == [None, None, "invalid format", None]
    tables = {table["key"]: table for table in last["summary"]["tables"]}
    keys = ["errors", "support", "steps", "patterns", "abstention"]
    assert list(tables) == keys, "no accuracy follows from failures"
    columns, (cells,) = tables["support"]["columns"], tables["support"]["rows"]
    found = dict(zip(columns, cells, strict=True))
    wanted = {"cases": 4, "answered": 1, "impossible": 1, "contradicts key": 1, "no answer": 1}
    assert {key: found[key] for key in wanted} == wanted


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("m_direct_basic.jsonl", ("m", "direct", "basic")),
        (
            "a_b_confounder_cot_basic_limit_step.jsonl",
            ("a_b", "confounder", "cot_basic_limit_step"),
        ),
        ("a_random_x_collider.jsonl", ("a_random_x", "collider", None)),
        ("a_direct_random_basic_limit_step.jsonl", ("a_direct", "random", "basic_limit_step")),
    ],
)
def test_names_of_logs(name: str, known: tuple[str | None, ...]) -> None:
    found = origin(f"folder/{name}")
    assert tuple(found.get(key) for key in ("model", "structure", "template")) == known


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("fake-deepseek_cot_basic_limit_step.csv", ("fake-deepseek", "cot_basic_limit_step")),
        ("results/test_basic_limit_step/gpt-4o.csv", ("gpt-4o", "basic_limit_step")),
        ("results/a_b_basic.csv", ("a_b", "basic")),
        ("results/gpt.csv", ("gpt", None)),
    ],
)
def test_names_of_tables(path: str, known: tuple[str, str | None]) -> None:
    assert table_origin(path) == known


def table(text: str) -> Source:
    return Source(io.BufferedReader(io.BytesIO(text.encode())), "m_basic.csv")  # type: ignore[arg-type]


def test_every_printed_form_of_a_result() -> None:
    head = "structure,setup,cause,effect,ground_truth,error,result,n_step"
    indexed = (
        f',{head}\n0,direct,frozenset(),a,b,True,,True,1\n1,x,"frozenset({{1, 0}})",a,b,True,,,0\n'
    )
    plain = f'{head}\ndirect,set(),a,b,True,,True,1\nx,"{{0, 1}}",a,b,True,,,0\n'
    rows = read_results(table(indexed))
    assert rows == read_results(table(plain)) and rows[1].setup == (0, 1)
    assert write_results(rows) == indexed.replace("1, 0", "0, 1")
    for broken in ("frozenset({})", "frozenset{0}", "frozenset({0)", "set({0})"):
        with pytest.raises(ProblemError, match=r"line 2\.setup"):
            read_results(table(f"{head}\nx,{broken},a,b,True,,True,1\n"))
