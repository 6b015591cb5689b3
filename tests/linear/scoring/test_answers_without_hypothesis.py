"""Answers that state no hypothesis: an empty object, a whole row, a prediction alone under any key."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import symcause

ROOT = Path(__file__).resolve().parents[3]
CRYSTAL = symcause.load(ROOT / "examples" / "crystal.json")
EDGES = json.dumps({"hypothesis": {"edges": []}})


def renamed(target: str) -> symcause.Problem:
    """The same problem with another name for its target."""
    text = (ROOT / "examples" / "crystal.json").read_text().replace('"freq"', json.dumps(target))
    return symcause.problem(json.loads(text))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({}, "the object is empty"),
        ({"instanceId": "crystal", "model": "m", "response": "{}"}, "'response'"),
        ({"remark": "it is late", "color": 3}, "'remark', 'color'"),
        ({"density": "2*size"}, "'density'"),
        ({"freq": "2*size"}, "'equations'"),
    ],
)
def test_what_says_nothing_is_invalid_and_not_refuted(
    answer: dict[str, object], reason: str
) -> None:
    text = json.dumps(answer)
    found = symcause.check(CRYSTAL, text)
    assert found.valid is False and found.fits is None and found.right is False
    assert reason in str(found.reason) and found.objections == ()
    assert "contradicted" not in str(found).lower()
    line = symcause.score_text(CRYSTAL, text)
    assert line["valid"] is False and line["fits"] is None and reason in str(line["reason"])


def test_an_empty_hypothesis_is_one() -> None:
    found = symcause.check(CRYSTAL, EDGES)
    assert found.valid is True and found.fits is False


@pytest.mark.parametrize("target", ["freq", "yield", "resonance"])
@pytest.mark.parametrize(("value", "right"), [(288, True), ("288", True), (287, False)])
def test_a_prediction_alone_is_judged_as_one(target: str, value: object, right: bool) -> None:
    problem = renamed(target)
    for key in ("prediction", target):
        text = json.dumps({key: value})
        found = symcause.check(problem, text)
        assert found.claimed and found.target_predicted == str(value)
        assert found.right is right and found.justified is right and found.fits is None
        assert found.support == ("justified" if right else "refuted")
        assert "contradicted" not in str(found).lower() and "no model" not in str(found).lower()
        line = symcause.score_text(problem, text)
        assert line["valid"] is True and line["target_exact"] is right and line["fits"] is False


def test_a_mapping_with_the_target_alone_is_a_prediction() -> None:
    assert symcause.check(CRYSTAL, {"freq": 288}).right is True
    assert symcause.Episode(CRYSTAL).answer({"freq": 288}).right is True


def test_one_that_the_evidence_leaves_open_is_not_right() -> None:
    document = json.loads((ROOT / "examples" / "crystal.json").read_text())
    document["chain"], document["gold"] = document["chain"][:1], None
    document = {key: value for key, value in document.items() if value is not None}
    found = symcause.check(symcause.problem(document), '{"freq": 288}')
    assert found.right is False and found.justified is False and found.support == "unsupported"


def test_the_name_of_the_target_is_no_prediction() -> None:
    problem = renamed("yield")
    found = symcause.check(problem, '{"target": "yield", "yield": 288}')
    assert found.right is True
    abstains = symcause.check(problem, '{"yield": null}')
    assert abstains.abstained
