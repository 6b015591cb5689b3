"""ShapeWorld files: our format, transcripts, failure logs and tables, there and back."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from symcause.errors import ProblemError, SymcauseError
from symcause.families.shapeworld.files.dataset_view import public, tally
from symcause.families.shapeworld.files.document import read_shapeworld, write_shapeworld
from symcause.families.shapeworld.problem.fingerprint import fingerprint
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.problem.transcript_evidence import numbered
from symcause.families.shapeworld.release.causallink_tables import (
    ResultRow,
    no_problems,
    read_results,
)
from symcause.families.shapeworld.release.failure_reader import read_failure
from symcause.families.shapeworld.release.failure_writer import write_failure
from symcause.families.shapeworld.release.release_names import origin
from symcause.families.shapeworld.release.transcript_records import (
    transcript_answers,
    transcript_documents,
    write_transcript,
)
from symcause.formats.storage.byte_streams import Source
from tests.shapeworld.cases import EXAMPLES, random_transcript, shared
from tests.shapeworld.released_tables import write_results

DEMO = {
    "format": "symcause.shapeworld/1",
    "id": "demo",
    "shapes": ["circle", "square", "triangle"],
    "question": {"cause": "circle", "effect": "triangle"},
    "initial": ["circle", "square", "triangle"],
    "transcript": [{"action": "hold", "shape": "circle", "moving": ["triangle"]}],
    "class": "all",
    "limit": 6,
    "gold": {"edges": [["circle", "square"]]},
}

LOG = """\
Question: Does circle moving cause star to move?
State update: circle is moving, star is static, cross is moving
[hold] circle
State update: circle is static, star is static, cross is moving
State update: circle is static, star is static, cross is moving
[release] circle
State update: circle is static, star is static, cross is moving
[hold] moon
State update: circle is static, star is static, cross is moving
[move] circle
Final Answer: It cannot be said.

Question: Does star moving cause circle to move?

Question: Does star moving cause circle to move?
State update: star is static, circle is static
[move] star
State update: star is moving, circle is moving
Final Answer: no
"""


def source(text: str, name: str = "logs/some-model_mediation.txt") -> Source:
    return Source(io.BufferedReader(io.BytesIO(text.encode())), name)  # type: ignore[arg-type]


def records(text: str) -> list[ShapeWorldProblem]:
    return [read_shapeworld(document.value) for document in transcript_documents(source(text))]


def test_our_format_there_and_back() -> None:
    problem = read_shapeworld(DEMO)
    assert write_shapeworld(problem) == DEMO
    assert problem.right is False and problem.most_steps == 6
    again = {**DEMO, "initial": ["triangle", "circle", "square"], "id": "other"}
    assert fingerprint(read_shapeworld(again)) == fingerprint(problem)
    assert fingerprint(read_shapeworld({**DEMO, "transcript": []})) != fingerprint(problem)


@pytest.mark.parametrize("seed", range(20))
def test_random_transcripts_there_and_back(seed: int) -> None:
    rng = Random(seed)
    problem = replace(random_transcript(5, 6, rng), answer="no", protocol=True)
    assert read_shapeworld(json.loads(json.dumps(write_shapeworld(problem)))) == problem


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"shape": []}, "shape: unknown key; did you mean 'shapes'?"),
        ({"id": ""}, "id: not an id"),
        ({"question": {"cause": "circle"}}, "question: the key 'effect' is missing"),
        ({"initial": ["ring"]}, r"initial\[0\]: no such shape"),
        ({"class": "root"}, "class: unknown word"),
        ({"gold": {"edges": [["circle", "ring"]]}}, r"gold.edges\[0\]: no such shape"),
        (
            {"gold": {"edges": [["circle", "square"], ["square", "circle"]]}},
            "gold: the graph has a cycle",
        ),
        ({"transcript": [{"action": "push", "shape": "circle"}]}, r"transcript\[0\].action"),
        ({"truth": "no"}, "truth: the world decides the truth"),
    ],
)
def test_malformed_documents_name_their_place(change: dict[str, object], message: str) -> None:
    with pytest.raises(SymcauseError, match=message):
        read_shapeworld({**DEMO, **change})


def test_a_missing_start_is_an_error_and_null_is_not() -> None:
    document = {key: value for key, value in DEMO.items() if key not in ("initial", "transcript")}
    with pytest.raises(ProblemError, match="'initial' is missing"):
        read_shapeworld(document)
    assert read_shapeworld({**document, "initial": None}).initial is None


def test_untidy_transcripts_are_read_as_they_are() -> None:
    first, second, third = records(LOG)
    assert first.id == "some-model_mediation.txt:1"
    assert first.metadata == {
        "source": "causallink",
        "model": "some-model",
        "structure": "mediation",
    }
    assert first.transcript == (
        Step("hold", "circle", ("cross",)),
        Step(None, None, ("cross",)),
        Step("release", "circle", ("cross",), invalid=True),
        Step("hold", "moon", ("cross",), invalid=True),
        Step("move", "circle"),
    )
    assert (first.answer, first.given, first.right) == ("It cannot be said.", None, None)
    assert (second.initial, second.shapes) == (None, ("star", "circle"))
    assert (third.given, third.right, third.protocol) == (False, True, True)


def test_transcripts_there_and_back() -> None:
    found = records(LOG)
    text = "".join(write_transcript(problem, i == 0) for i, problem in enumerate(found))
    assert text == LOG


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("State update: a is moving, b is static", "begins with its question"),
        ("Question: Does a moving cause b to move?\nHello", "neither a state, an action"),
        ("Question: Does a moving cause b to move?\n[hold] a", "neither a state, an action"),
        ("Question: Does a moving cause b to move?\nState update: a moves", "not a state"),
        ("Question: Does a moving cause c to move?\nState update: a is moving, b is static", "'c'"),
        (
            "Question: Does a moving cause b to move?\nFinal Answer: no\nFinal Answer: yes",
            "after the final answer",
        ),
        (
            "Question: Does a moving cause b to move?\nState update: a is moving, b is static\n"
            "State update: a is moving, c is static",
            "other shapes",
        ),
    ],
)
def test_a_record_that_cannot_be_read_is_named_and_reading_goes_on(text: str, message: str) -> None:
    found = list(transcript_documents(source(f"{text}\n\n{LOG}")))
    assert found[0].error is not None and message in str(found[0].error)
    assert found[0].file.endswith(".txt:1")
    assert [document.error for document in found[1:]] == [None] * 3


def test_answers_stored_in_transcripts() -> None:
    rows = [document.value for document in transcript_answers(source(LOG))]
    assert [row["response"] for row in rows] == ["It cannot be said.", "", "no"]  # type: ignore[index]
    assert {row["model"] for row in rows} == {"some-model"}  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("openai_gpt-4o_confounder.txt", ("openai_gpt-4o", "confounder")),
        ("gemini_random_first120.txt", ("gemini", "random")),
        ("notes.txt", (None, None)),
    ],
)
def test_what_file_names_tell(name: str, known: tuple[str | None, str | None]) -> None:
    found = origin(name)
    assert (found.get("model"), found.get("structure")) == known


@pytest.mark.parametrize("name", list(EXAMPLES))
def test_failure_logs_there_and_back(name: str) -> None:
    interventions = numbered(EXAMPLES[name])
    problem = replace(
        EXAMPLES[name],
        id="log.jsonl:3",
        protocol=True,
        truth=not EXAMPLES[name].given,
        metadata={"source": "causallink", "template": "basic", "interventions": interventions},
    )
    line = json.loads(write_failure(problem))
    assert line["error"] is None
    assert read_failure(line, "folder/log.jsonl:3") == problem


def test_an_untidy_log_there_and_back() -> None:
    first = records(LOG)[0]
    found = read_failure(json.loads(write_failure(first)), "x")
    assert (found.transcript, found.initial) == (first.transcript, first.initial)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"setup": [1]}, "setup: the stated start is not the one"),
        ({"conversational_history": []}, "no state was shown"),
        ({"cause": None}, "cause: the value is missing"),
        ({"conversational_history": [{"role": "user"}]}, r"history\[0\].content"),
    ],
)
def test_failure_logs_that_cannot_be_read(change: dict[str, object], message: str) -> None:
    line = json.loads(write_failure(EXAMPLES["illusive"]))
    with pytest.raises(ProblemError, match=message):
        read_failure({**line, **change})


def test_results_there_and_back() -> None:
    rows = [
        ResultRow("mediation", (0, 2), "circle", "square", True, "", False, 1),
        ResultRow("direct", (), "a", "b", False, "invalid action", True, 0),
        ResultRow("direct", (1,), "a", "b", False, "too many attempts", None, 4),
    ]
    text = write_results(rows)
    assert read_results(source(text)) == rows
    assert "1,direct,frozenset(),a,b,False,invalid action,True,0" in text
    assert [row.interventions for row in rows] == [2, 1, 5]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("mediation,{0;2},a,b,True,,False,1", "line 2.setup"),
        ("mediation,set(),a,b,yes,,False,1", "line 2.ground_truth"),
        ("mediation,set(),a,b,True,,maybe,1", "line 2.result"),
        ("mediation,set(),a,b,True,,False,-1", "line 2.n_step"),
        ("mediation,set(),a,b", "line 2: too many or too few"),
        ("mediation,set(),a,b,True,,False,1,9", "line 2: too many or too few"),
    ],
)
def test_rows_that_cannot_be_read_name_line_and_column(row: str, message: str) -> None:
    header = "structure,setup,cause,effect,ground_truth,error,result,n_step"
    with pytest.raises(ProblemError, match=message):
        read_results(source(f"{header}\n{row}\n"))


def test_tables_in_the_place_of_problems_are_refused() -> None:
    with pytest.raises(ProblemError, match="neither questions nor worlds"):
        no_problems(source("structure,causal_flag,shapes,num_var\n"))
    with pytest.raises(ProblemError, match="not the columns"):
        read_results(source("a,b\n1,2\n"))


def test_what_a_dataset_shows() -> None:
    problem = replace(read_shapeworld(DEMO), answer="no")
    shown = public(problem)
    assert (shown.gold, shown.answer, shown.right) == (None, None, None)
    assert tally(problem) == {"shapes": "3", "moving at the start": "3", "answer": "no"}


def test_every_shared_transcript_there_and_back() -> None:
    folder = shared("transcripts")
    paths = sorted(folder.glob("*.txt"))
    assert len(paths) == 13
    total = 0
    for path in paths:
        found = [read_shapeworld(d.value) for d in transcript_documents(_opened(path))]
        text = "".join(write_transcript(problem, i == 0) for i, problem in enumerate(found))
        assert text.strip() == path.read_text(encoding="utf-8").strip()
        total += len(found)
    assert total == 240


def _opened(path: Path) -> Source:
    return source(path.read_text(encoding="utf-8"), str(path))
