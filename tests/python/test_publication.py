"""Publication from Python: the bytes that the command writes, and answers as the command reads them."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import KindError, UsageError
from tests.cli.cases import EXAMPLES, Shell, write

UNIQUE = EXAMPLES / "unique.json"


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def _certificate() -> dict[str, Any]:
    found = symcause.audit(symcause.load(UNIQUE), certificate=True).certificate
    assert isinstance(found, dict)
    return found


def test_a_dataset_is_the_one_of_the_command(tmp_path: Path, shell: Shell) -> None:
    pool = [*symcause.load_pool(EXAMPLES / "pool.jsonl"), symcause.load(UNIQUE)]
    named = {problem.id: problem for problem in pool}
    listed, proofs = tmp_path / "pool.jsonl", tmp_path / "proofs.jsonl"
    symcause.save(named.values(), listed)
    proofs.write_text(json.dumps(_certificate()) + "\n")
    given = ("--certificates", proofs, "--about", "name=mine", "--about", "license=MIT")
    code, _, err = shell("convert", listed, "--dataset", tmp_path / "theirs", *given)
    assert code == 0, err
    made = symcause.publish(
        named.values(),
        tmp_path / "ours",
        certificates=[_certificate()],
        name="mine",
        license="MIT",
    )
    assert made.problems == len(named) and made.certified_unique == 1
    assert _files(tmp_path / "ours") == _files(tmp_path / "theirs")


def test_what_is_refused(tmp_path: Path) -> None:
    problem: Any = symcause.load(UNIQUE)
    forged = copy.deepcopy(_certificate())
    forged["claim"] = {"name": "count", "value": 7}
    with pytest.raises(UsageError, match="certificate left out"):
        symcause.publish([problem], tmp_path / "a", certificates=[forged])
    with pytest.raises(UsageError, match="no certificate"):
        symcause.publish([problem], tmp_path / "b", certificates=[{"claim": "unique"}])
    with pytest.raises(UsageError, match="did you mean 'license'"):
        symcause.publish([problem], tmp_path / "c", licence="MIT")
    with pytest.raises(KindError, match="several problems are a list"):
        symcause.publish(problem, tmp_path / "d")
    assert not list(tmp_path.iterdir())
    symcause.publish([problem], tmp_path / "e")
    with pytest.raises(UsageError, match="not empty"):
        symcause.publish([problem], tmp_path / "e")


def test_stored_answers_are_those_of_the_command(tmp_path: Path, shell: Shell) -> None:
    answer = {"instanceId": "unique", "model": "m", "response": '{"mechanisms": {}}'}
    path = write(tmp_path / "answers.jsonl", answer, {**answer, "model": "n"})
    code, out, _ = shell("convert", path, "--predictions")
    rows = list(symcause.load_predictions(path))
    assert code == 0 and [json.loads(line) for line in out.splitlines()] == rows
    scores = symcause.score([symcause.load(UNIQUE)], rows)
    assert scores.table("main").to_pandas()["Model"].tolist() == ["m", "n"]
    Path(path).write_text(json.dumps(answer) + '\n{"instanceId": 3}\n')
    with pytest.raises(symcause.SymcauseError):
        list(symcause.load_predictions(path))
    errors: list[symcause.SymcauseError] = []
    assert len(list(symcause.load_predictions(path, errors=errors))) == 1 and len(errors) == 1
