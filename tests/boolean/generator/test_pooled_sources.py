"""Generators that work on a pool of Boolean problems: what they say of problems that do not fit."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.cases import EXAMPLES, Shell, write


@pytest.mark.parametrize("errors", [[], ["--errors", 0]], ids=str)
def test_what_has_no_siblings_is_named(errors: list[object], tmp_path: Path, shell: Shell) -> None:
    """Rows with holes have none; the line names the file, the problem and the row."""
    told = json.loads((EXAMPLES / "ambiguous.json").read_text("utf-8"))
    told |= {"format": "symcause.boolean/2", "id": "holed"}
    told["worlds"][0]["rows"][1] = "?" + told["worlds"][0]["rows"][1][1:]
    pool = write(tmp_path / "pool.jsonl", told)
    code, _, err = shell("generate", "siblings", pool, *errors, "--out", tmp_path / "made.jsonl")
    assert code == 2
    assert f"{pool}: holed, worlds[0].rows[1]: generate siblings needs fully observed rows" in err
