"""The bundle of a few answers to problems that are built by hand."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

from tests.formats.replayscm_cases import put, run

GOLD = {"X3": "(and X1 X2)", "X4": "(not X3)"}
Tables = dict[str, list[dict[str, str]]]


def bundle(folder: Path, document: dict[str, Any], *texts: str) -> Tables:
    """The tables of some answers to one problem, each of a system of its own."""
    id = document["problem"]["instanceId"]
    return bundle_of(folder, [document], [(id, f"m{n}", text) for n, text in enumerate(texts)])


def bundle_of(
    folder: Path, documents: list[dict[str, Any]], given: list[tuple[str, str, str]]
) -> Tables:
    """The tables of answers: problem, system, text."""
    folder.mkdir(exist_ok=True)
    pool, answers = put(folder, *documents), folder / "answers.jsonl"
    rows = [{"instanceId": id, "model": model, "response": text} for id, model, text in given]
    answers.write_text("\n".join(map(json.dumps, rows)), "utf-8")
    done = run("score", pool, answers, "--bundle", folder / "bundle", "--json")
    assert done.exit_code == 0, done.output
    found = {}
    for path in (folder / "bundle").iterdir():
        with path.open(encoding="utf-8", newline="") as file:
            found[path.stem] = list(csv.DictReader(file))
    return found


def answer(**texts: str) -> str:
    return json.dumps({"mechanisms": {**GOLD, **texts}})


def held(targets: list[str], *rows: str) -> dict[str, Any]:
    """A held-out world that sets some variables, each row by itself."""
    return world("h1", "heldout", targets, *rows)


def world(id: str, split: str, targets: list[str], *rows: str) -> dict[str, Any]:
    mode = "hard_assigned" if targets else "hard_constant"
    set_by = {"type": "hard_do", "mode": mode, "assignments": {}, "targets": targets}
    return {"worldId": id, "split": split, "intervention": set_by, "rows": list(rows)}
