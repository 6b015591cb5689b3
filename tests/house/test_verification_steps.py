"""The steps of verifications: pinned, so that no bound stops less than it did without a test that says so.

``SYMCAUSE_GOLDEN=update`` writes them anew. Certificates that a solver found are left out, for another
version of it finds others, and so are trees, whose statements are looked at in any order.
"""

from __future__ import annotations

import json
import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from symcause.kernel.work import Work
from tests.forgery import Table
from tests.house.forgery_record import TABLES

PINNED = Path(__file__).with_name("verification_steps.json")
FOUND = {"proof", "duals", "multipliers", "network", "networks", "single", "upper", "tree"}
"""Keys of evidence that is found by solvers, or looked at in any order."""


def taken(table: Table) -> dict[str, list[int]]:
    """The steps and the room that each true certificate takes."""
    known: dict[str, list[int]] = {}
    for name in table.truths:
        draft = table.true(name)
        evidence: dict[str, Any] = draft.document["evidence"]
        if FOUND & evidence.keys():
            continue
        draft.work = work = Work()
        before = work.left, work._room
        assert table.verdict(draft).accepted is True
        known[name] = [before[0] - work.left, before[1] - work._room]
    return known


@pytest.mark.parametrize("family", TABLES)
def test_verifications_take_as_many_steps_as_they_did(family: str) -> None:
    table: Table = import_module(TABLES[family]).TABLE
    found = taken(table)
    pinned = json.loads(PINNED.read_text(encoding="utf-8")) if PINNED.exists() else {}
    if os.environ.get("SYMCAUSE_GOLDEN") == "update":
        told = json.dumps({**pinned, family: found}, indent=1, sort_keys=True)
        PINNED.write_text(f"{told}\n", encoding="utf-8")
        return
    assert pinned.get(family) == found


@pytest.mark.parametrize("family", TABLES)
def test_a_step_too_few_is_not_enough(family: str) -> None:
    """Neither accepted nor refused: with one step less than it takes nothing is said."""
    table: Table = import_module(TABLES[family]).TABLE
    for name, (steps, _) in taken(table).items():
        for left, word in ((steps, True), (steps - 1, None)):
            if left < 0:
                continue
            draft = table.true(name)
            draft.work = Work()
            draft.work.left = left
            assert table.verdict(draft).accepted is word, name
