"""Whole answers are what they were: every number and every word about small problems of every family.

Other tests say what is right about an answer; this one that no part of it changes unseen. Where a change is
meant, ``python -m tests.house.answered_problems NAME`` shows the answers before and after; read what is
different, then ``SYMCAUSE_GOLDEN=update`` writes the digests anew.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest

from tests.house.answered_problems import GROUPS, answers

PINNED = Path(__file__).with_name("whole_answers.json")


def digests(group: str) -> dict[str, dict[str, str]]:
    return {
        f"{group}/{name}": {
            asked: sha256(text.encode()).hexdigest()[:10] for asked, text in answers(one)
        }
        for name, one in GROUPS[group]().items()
    }


def _written(pinned: dict[str, dict[str, str]]) -> str:
    """A line for each problem."""
    lines = [f"{json.dumps(name)}: {json.dumps(said)}" for name, said in sorted(pinned.items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


@pytest.mark.parametrize("group", GROUPS)
def test_answers_are_what_they_were(group: str) -> None:
    pinned = json.loads(PINNED.read_text(encoding="utf-8")) if PINNED.exists() else {}
    made = digests(group)
    if os.environ.get("SYMCAUSE_GOLDEN") == "update":
        kept = {name: said for name, said in pinned.items() if not name.startswith(f"{group}/")}
        PINNED.write_text(_written(kept | made), encoding="utf-8")
        return
    assert {name: said for name, said in pinned.items() if name.startswith(f"{group}/")} == made
