"""Intervals where problems of a pool are the same one: classes are resampled, not problems."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.publication import problem_classes
from symcause.audits.publication.problem_classes import ProblemClasses
from symcause.families.boolean.generator.boolean_generator import BooleanGenerator
from symcause.families.shapeworld.generator.shapeworld_generator import ShapeWorldGenerator
from symcause.formats.problems import Problem, read_document
from symcause.isomorphism.rough_form import rough_form
from symcause.registry import family_of, load
from symcause.scoring.bootstrap import Bootstrap
from tests.cli.cases import Shell

PRESET = BooleanGenerator(preset="hs_n6_easy_calibration", pool_size=200, seed=2)


def drawn(number: int) -> list[dict[str, Any]]:
    return [document for index in range(number) for document in PRESET.items(index)]


def renamed(document: dict[str, Any], id: str) -> dict[str, Any]:
    """The same problem with other names, of a latent problem of its own."""
    text = json.dumps({key: document[key] for key in document if key != "metadata"})
    other = json.loads(re.sub(r"\bX(\d)\b", lambda m: f"Y{int(m[1]) + 3}", text))
    return {**other, "id": id, "metadata": {"latent": id}}


def problems(documents: list[dict[str, Any]]) -> list[Problem]:
    return [read_document(document) for document in documents]


def rows(pool: list[Problem], right: int) -> list[dict[str, Any]]:
    """One system gives the true model of some problems; the other one never answers."""
    said = [
        {"instanceId": one.id, "model": "m", "response": one.gold if at % 8 < right else "none"}  # type: ignore[attr-defined]
        for at, one in enumerate(pool)
    ]
    return said + [{**row, "model": "silent", "response": "none"} for row in said]


def intervals(pool: list[Problem], right: int) -> tuple[Any, str]:
    """Those of the comparison, and what the first table says below."""
    tables = symcause.score(
        pool, rows(pool, right), bootstrap=Bootstrap(400, 1), classes=True
    ).tables
    wanted = [table for table in tables if table.key in ("systems", "intervals")]
    assert len(wanted) == 2
    cells = [cell for table in wanted for row in table.rows for cell in row if cell.low is not None]
    return [(cell.value, cell.low, cell.high) for cell in cells], tables[0].note


def test_a_copy_of_every_problem_tells_nothing_more() -> None:
    documents = drawn(8)
    copies = [renamed(document, f"copy-{i}") for i, document in enumerate(documents)]
    plain, note = intervals(problems(documents), 4)
    doubled, said = intervals(problems([*documents, *copies]), 4)
    assert doubled == plain != []
    assert "classes" not in note and "16 problems, 8 classes up to names and order" in said


def test_distinct_problems_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = problems(drawn(8))
    before = intervals(pool, 3)
    monkeypatch.setattr(ProblemClasses, "repeated", lambda self: [])
    assert intervals(pool, 3) == before


def test_the_command_says_so_too(shell: Shell, tmp_path: Path) -> None:
    documents = drawn(7)
    pool = tmp_path / "pool.jsonl"
    every = [*documents, renamed(documents[0], "copy")]
    pool.write_text("".join(json.dumps(one) + "\n" for one in every))
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        "".join(
            json.dumps({"instanceId": one["id"], "model": "m", "response": "none"}) + "\n"
            for one in every
        )
    )
    _, out, _ = shell("score", pool, answers, "--classes")
    assert "8 problems, 7 classes" in out
    assert "classes" not in shell("score", pool, answers)[1]


def test_one_start_of_two_worlds_is_two_problems() -> None:
    """Unplayed cases all look alike; what an agent may find out is another matter."""
    made = ShapeWorldGenerator(seed=1)
    pool = problems([document for index in range(4) for document in made.items(index)])
    classes = ProblemClasses()
    for one in pool:
        classes.add(one)
    groups = classes.repeated()
    forms = {
        one.id: [symcause.canonical(one, gold=g).digest for g in (False, True)] for one in pool
    }
    assert len({tuple(form) for form in forms.values()}) == len(pool) - sum(
        len(ids) - 1 for ids in groups
    )
    assert len({form[0] for form in forms.values()}) < len(pool) - 3
    assert all(forms[id] == forms[ids[0]] for ids in groups for id in ids)


def test_of_a_pool_of_too_many_none_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = drawn(2)
    pool = problems([documents[0], renamed(documents[0], "copy"), documents[1]])
    for most, groups in ((3, 1), (2, 0)):
        monkeypatch.setattr(problem_classes, "COMPARED_PROBLEMS", most)
        classes = ProblemClasses()
        for one in pool:
            classes.add(one)
        assert len(classes.repeated()) == groups


def test_a_rough_form_does_not_know_names() -> None:
    documents = drawn(6)
    forms = []
    for document in documents:
        one, other = problems([document, renamed(document, "copy")])
        structure = load(family_of(one).structure)  # type: ignore[type-var]
        assert rough_form(structure(one)) == rough_form(structure(other))  # type: ignore[arg-type]
        forms.append(rough_form(structure(one)))  # type: ignore[arg-type]
    assert len(set(forms)) == len(forms)
