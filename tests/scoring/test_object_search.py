"""Objects in a text are found alike by both searches, and documents are written alike by both ways."""

from __future__ import annotations

import json
from fractions import Fraction
from random import Random

import pytest

from symcause.audits.document_json import dumps, plain
from symcause.scoring.answer_extraction import search
from symcause.version import __version__

_PARTS = (
    *(
        '{"a": 1}',
        '{"a": {"b": [1, {"c": 2}]}}',
        '{"a": "é\u2003{"}',
        "{}",
        '{"a": 1',
        '{"x": tru}',
    ),
    *(
        " prose ",
        "\n",
        "\r\n",
        "{ not an object }",
        '{"n":\n 1}',
        '{\u2003"a": 1}',
        "  ",
        '{"k":"\n"}',
    ),
)


@pytest.mark.few(24)
@pytest.mark.parametrize("seed", range(200))
def test_both_searches_agree(seed: int) -> None:
    rng = Random(seed)
    text = "".join(rng.choice(_PARTS) for _ in range(rng.randint(0, 8)))
    lead = len(text) - len(text.lstrip())

    def worth(value: object) -> int:
        return isinstance(value, dict) and len(value)

    slow = search(text, worth, json.JSONDecoder())
    quick = search(text, worth)
    assert (slow is None) == (quick is None)
    if slow is not None and quick is not None:
        assert (quick.value, quick.worth, quick.length) == (slow.value, slow.worth, slow.length)
        assert quick.start in (slow.start, slow.start - lead)


@pytest.mark.parametrize(
    "document",
    [
        {"a": 1, "b": [1.5, None, {"c": (True, "é")}]},
        {"share": Fraction(1, 4), "n": {"m": Fraction(3)}},
        {"large": 10**4300, "edge": 10**4300 - 1, "in": {"deep": -(10**5000)}},
    ],
)
def test_documents_are_written_alike(document: dict[str, object]) -> None:
    body = {"symcause": __version__, **plain(document)}
    assert dumps(document) == json.dumps(body, ensure_ascii=False, allow_nan=False)
