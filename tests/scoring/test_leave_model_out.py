"""Alternative-SCM tables: by the source of the known alternative, and edits by depth."""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.api import Scores, score
from symcause.cli.main import cli
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.scoring.tasks.edit_depths import DEEPEST, depths, edits
from tests.boolean.brute import random_scm
from tests.scoring.test_alternatives import ANSWER, PROBLEM

RIGHT = json.dumps(ANSWER)
NO_WITNESS = json.dumps({k: v for k, v in ANSWER.items() if k != "witness"})


def item(number: int, systems: list[str] | None) -> BooleanProblem:
    """An item whose alternative these systems found; None: none is known."""
    metadata: dict[str, object] = {"latent": f"source {number}"}
    if systems is not None:
        metadata["alternative"] = {"source": "answers", "systems": systems}
    return replace(PROBLEM, id=f"item {number}", metadata=metadata)


def scored(kinds: Sequence[list[str] | None], texts: list[str], model: str = "m") -> Scores:
    items = [item(number, systems) for number, systems in enumerate(kinds)]
    return score(
        items,
        [
            {"instanceId": problem.id, "model": model, "response": text}
            for problem, text in zip(items, texts, strict=True)
        ],
    )


def rows(found: Scores, key: str) -> list[dict[str, Any]]:
    table = found.table(key)
    assert table is not None
    return [dict(zip(table.columns, (c.shown for c in row), strict=True)) for row in table.rows]


# Ten items that only others found (7 solved), two for which nobody is named, six that the model found too,
# six open-ended.
KINDS: list[list[str] | None] = [["a"]] * 10 + [[]] * 2 + [["a", "m"]] * 6 + [None] * 6
TEXTS = [RIGHT] * 7 + [NO_WITNESS] * 2 + ["no idea"] + [RIGHT] * 2 + [RIGHT] * 6 + [NO_WITNESS] * 6


def test_sources() -> None:
    found = rows(scored(KINDS, TEXTS), "sources")
    assert [(r["Known alternative"], r["n"], r["Joint success"]) for r in found] == [
        ("all known pairs", "18", f"{15 / 18:.3f}"),
        ("found by others only", "10", "0.700"),
        ("found by the model too", "6", "1.000"),
        ("nobody named", "2", "*"),
        ("open-ended", "6", "0.000"),
    ]
    others = found[1]
    # A part that was not looked at counts as not achieved, as in all shares.
    assert others["Alternative success"] == others["Experiment valid"] == "0.900"
    assert (others["Separates"], others["Witness"]) == ("0.900", "0.700")


def test_the_column_leaves_open_ended_items_out_too() -> None:
    (row,) = rows(scored(KINDS, TEXTS), "alternative")
    assert row["Joint success"] == f"{15 / 24:.3f}"
    assert row["Joint, leave-model-out"] == "0.700"
    (row,) = rows(scored(KINDS, TEXTS, "somebody else"), "alternative")
    assert row["Joint, leave-model-out"] == f"{13 / 16:.3f}"


def test_few_and_no_items_of_a_kind() -> None:
    found = rows(scored([["m"]] * 3 + [["a"]] * 6, [RIGHT] * 9), "sources")
    assert [r["n"] for r in found] == ["9", "6", "3"]  # nothing open-ended: no such row
    assert found[2]["Joint success"] == "*"
    plain = scored([None] * 6, [RIGHT] * 6)
    assert "sources" not in {table.key for table in plain.tables}
    assert rows(plain, "alternative")[0]["Joint, leave-model-out"] == "–"


def test_missing_answers_count_in_their_kind() -> None:
    items = [item(number, ["a"]) for number in range(8)]
    given = [{"instanceId": p.id, "model": "m", "response": RIGHT} for p in items[:4]]
    (known, others) = rows(score(items, given), "sources")
    assert known["n"] == others["n"] == "8" and others["Joint success"] == "0.500"


# edits


def longest(model: BooleanSCM, name: str) -> int:
    """The definition, by recursion."""
    return 1 + max(
        (longest(model, p) if p in model.functions else 0 for p in model.functions[name].parents),
        default=0,
    )


@pytest.mark.few(10)
@pytest.mark.parametrize("seed", range(30))
def test_edits_by_the_definition(seed: int) -> None:
    rng = random.Random(f"edits {seed}")
    order = [f"X{i}" for i in range(1, 8)]
    reference, other = random_scm(rng, order, 2, 2), random_scm(rng, order, 2, 2)
    functions = {v: (other if rng.random() < 0.4 else reference).functions[v] for v in order[2:]}
    alternative = BooleanSCM(reference.roots, functions)
    assert depths(reference) == {v: longest(reference, v) for v in reference.endogenous}
    found = edits(reference, alternative)
    assert [edit.depth for edit in found] == list(range(1, DEEPEST + 1))
    assert sum(edit.changed for edit in found) == len(alternative.changed(reference))
    for edit in found:
        here = [v for v in order[2:] if min(longest(reference, v), DEEPEST) == edit.depth]
        moved = [
            v for v in here if reference.functions[v].parents != alternative.functions[v].parents
        ]
        assert (edit.variables, edit.structure) == (len(here), len(moved))
        assert edit.changed == len([v for v in here if v in alternative.changed(reference)])


def test_depths_of_successful_alternatives() -> None:
    """X3 loses a parent at depth 1; X4 stays as it is at depth 2. Failed answers do not count."""
    other = copy.deepcopy(ANSWER)
    other["alternative"]["mechanisms"] = {"X3": "(and X1 X2)", "X4": "(or X3 X1)"}
    texts = [RIGHT] * 6 + [json.dumps(other), "no idea"]
    found = scored([None] * 8, texts)
    shown = [list(row.values())[1:] for row in rows(found, "depths")]
    assert shown == [
        ["1", "6", "1.000", "1.000", "0.000", "1.000"],
        ["2", "6", "0.000", "0.000", "0.000", "0.000"],
        ["3+", "0", "–", "–", "–", "0.000"],
    ]
    silent = scored([None] * 2, ["", ""])
    assert "depths" not in {table.key for table in silent.tables}


def test_the_published_item() -> None:
    folder = os.environ.get("SYMCAUSE_DATA")
    if not folder:
        pytest.skip("SYMCAUSE_DATA is not set: no published data")
    path = Path(folder) / "replayscm" / "sample.runtime.yaml"
    done = CliRunner().invoke(cli, ["score", str(path), "--format", "json", "--bootstrap", "0"])
    tables = {t["key"]: t["rows"] for t in json.loads(done.stdout)["tables"]}
    kinds = {(row[1], row[2]) for row in tables["sources"]}
    assert ("gpt-5.4", "found by the model too") in kinds
    assert ("deepseek4pro", "found by others only") in kinds
    assert len(kinds) == 18
