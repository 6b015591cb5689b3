"""An answer with other keys is told which it has, as many as are shown."""

from __future__ import annotations

import json

import pytest

import symcause
from symcause.audits.question import ask
from symcause.families.linear.bounds import SHOWN_KEYS
from symcause.families.linear.documents.check_document import LinearCheck


@pytest.mark.parametrize("number", [1, 2, SHOWN_KEYS, SHOWN_KEYS + 1])
def test_the_keys_of_an_answer_are_listed(number: int) -> None:
    problem = symcause.linear.problem(chain=[{"x": 3, "f": 9, "do": ""}], target="f")
    keys = [f"key{i}" for i in range(number)]
    found = ask("check", problem, answer=json.dumps(dict.fromkeys(keys, 1)))
    assert isinstance(found, LinearCheck) and found.reason is not None
    shown = ", ".join(repr(key) for key in keys[:SHOWN_KEYS])
    assert found.reason.startswith(f"it has {shown}{', …' if number > SHOWN_KEYS else ''}: give ")
