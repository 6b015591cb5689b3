"""What true certificates claim: pinned, because a verifier that counts wrongly accepts its own number.

Whoever makes a certificate asks the verifier what it will find: a count, a range. That it is accepted shows
nothing about the number. ``SYMCAUSE_GOLDEN=update`` writes the claims anew; check each by hand then.
"""

from __future__ import annotations

import json
import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.forgery import Table
from tests.house.forgery_record import TABLES

PINNED = Path(__file__).with_name("true_claims.json")
FRAME = {"format", "family", "problem", "digest", "evidence"}


def claims(table: Table) -> dict[str, Any]:
    """What each certificate says, without its evidence."""
    documents = ((name, table.true(name).document) for name in table.truths)
    return {name: {k: v for k, v in one.items() if k not in FRAME} for name, one in documents}


def _written(pinned: dict[str, dict[str, Any]]) -> str:
    """A line for each certificate."""
    lines = [
        f"{json.dumps(family)}: {{\n"
        + ",\n".join(f"{json.dumps(n)}: {json.dumps(c, sort_keys=True)}" for n, c in told.items())
        + "\n}"
        for family, told in sorted(pinned.items())
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


@pytest.mark.parametrize("family", TABLES)
def test_true_certificates_claim_what_they_did(family: str) -> None:
    table: Table = import_module(TABLES[family]).TABLE
    made = claims(table)
    pinned = json.loads(PINNED.read_text(encoding="utf-8")) if PINNED.exists() else {}
    if os.environ.get("SYMCAUSE_GOLDEN") == "update":
        PINNED.write_text(_written({**pinned, family: made}), encoding="utf-8")
        return
    assert pinned.get(family) == made
