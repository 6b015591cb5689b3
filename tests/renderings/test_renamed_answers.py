"""Renamed answers: a check says the same of an answer to a problem and to its rendering, name by name."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

import symcause
from symcause.formats.problems import read_document
from symcause.renderings.answer_names import answer_back
from symcause.renderings.rendered_text import Source
from symcause.renderings.themes.library import theme_named
from tests.cli.cases import EXAMPLES

_MADE: dict[str, dict[str, Any]] = {
    "linear": {
        "format": "symcause.linear/1",
        "id": "linear",
        "variables": ["u", "v", "t"],
        "target": "t",
        "controllable": ["u", "v"],
        "records": [
            {"id": f"r{i}", "values": {"u": str(u), "v": str(3 * u), "t": str(1 + 6 * u)}}
            for i, u in enumerate((1, 2, 5))
        ],
        "chain": [{"values": {"u": "1", "v": "3", "t": "7"}}],
        "semantics": "do",
        "gold": {"equations": {"u": "1", "v": "3*u", "t": "1 + 2*v"}},
    },
    "shapes": {
        "format": "symcause.shapeworld/1",
        "id": "shapes",
        "shapes": ["square", "circle", "star"],
        "question": {"cause": "square", "effect": "star"},
        "initial": [],
        "transcript": [
            {"action": "move", "shape": "square", "moving": ["square", "circle"]},
            {"action": "hold", "shape": "circle", "moving": ["square"]},
        ],
        "gold": {"edges": [["square", "circle"]]},
    },
}
_SHAPED = ("yes", "no", '{"answer": "yes"}', '{"answer": "no"}', "", "perhaps")
_NOT_COMPARED = ("problem", "seconds", "fingerprint")
_SPELT = ("mechanisms", "nearest_alternative", "beside")
"""Models: which of several is shown, and in which order its causes are written, depends on the names."""


def _problem(name: str) -> Any:
    if name in _MADE:
        return read_document(_MADE[name])
    return symcause.load(EXAMPLES / f"{name}.json")


def _boolean_answers(problem: Any) -> list[str]:
    """Right answers, others that parse, and such that do not."""
    gold = dict(problem.gold_scm.mechanisms)
    rng = random.Random(problem.id)
    roots = (
        {} if problem.disclosure.roots is not None else {"roots": sorted(problem.gold_scm.roots)}
    )
    found = ["no idea", "{}", json.dumps({"mechanisms": gold}), '{"mechanisms": {"nobody": "0"}}']
    found.append(f"Surely {json.dumps({**roots, 'mechanisms': gold})}, I think")
    for _ in range(9):
        own = dict(gold)
        name = rng.choice(sorted(own))
        a, b = rng.sample(list(problem.variables), 2)
        own[name] = rng.choice(
            (a, f"(not {a})", f"(or {a} {b})", f"(xor {a} (and {a} {b}))", "(nor a")
        )
        found.append(json.dumps({**roots, "mechanisms": own}))
    return found


def _linear_answers(problem: Any) -> list[str]:
    found = ["", '{"hypothesis": {}}']
    for edges, equation, numbers in (
        ([("u", "v"), ("v", "t")], "t = base + c_v*v", {"base": 1, "c_v": 2}),
        ([("u", "v"), ("u", "t")], "t = base + c_u*u", {"base": 1, "c_u": 6}),
        ([("v", "u"), ("v", "t")], "t = base + c_v*v", {"base": 1, "c_v": 3}),
        ([("t", "u")], "t = base", {"base": 1}),
    ):
        listed = [{"from": a, "to": b} for a, b in edges]
        hypothesis = {"edges": listed, "freq_equation": equation, "coefficients": numbers}
        found.append(json.dumps({"hypothesis": hypothesis}))
    return found


def _answers(problem: Any, name: str) -> list[str]:
    if name == "shapes":
        return list(_SHAPED)
    return _linear_answers(problem) if name == "linear" else _boolean_answers(problem)


def _plain(value: Any) -> Any:
    """A document without the order of its lists: names in other orders are in other places."""
    if isinstance(value, str) and " at column " in value:  # a place, and names in their order
        return value.partition(" at column ")[0]
    if isinstance(value, str) and "form a cycle: " in value:  # which of several is named
        return value.partition("form a cycle: ")[0]
    if isinstance(value, dict) and "inputs" in value and "patterns" in value:
        order = sorted(range(len(value["inputs"])), key=value["inputs"].__getitem__)
        turned = [
            {**p, "pattern": "".join(p["pattern"][i] for i in order)} for p in value["patterns"]
        ]
        rest = {key: one for key, one in value.items() if key not in ("inputs", "patterns")}
        return {**rest, "inputs": sorted(value["inputs"]), "rows": _plain(turned)}
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if key not in _NOT_COMPARED}
    if isinstance(value, list):
        return sorted(map(_plain, value), key=lambda one: json.dumps(one, sort_keys=True))
    return value


def _back(document: dict[str, Any], variables: dict[str, str]) -> dict[str, Any]:
    """A document in the names of the variables."""
    text = json.dumps(document, ensure_ascii=False)
    named = re.sub(r"[A-Za-z_]\w*", lambda found: variables.get(found[0], found[0]), text)
    found: dict[str, Any] = json.loads(named)
    return found


@pytest.mark.parametrize(
    "name", ["unique", "ordered", "ambiguous", "hidden-roots", "block-order", *_MADE]
)
def test_a_check_says_the_same_of_the_original_and_of_its_rendering(name: str) -> None:
    problem = _problem(name)
    source = Source(problem)
    keys = set()
    for theme, alignment in (("neutral", "free"), ("kitchen", "contradict"), ("lab", "agree")):
        names = source.names(theme_named(theme), alignment, 2)
        renamed = read_document({**source.renamed(names.nouns), "id": problem.id})
        for answer in _answers(problem, name):
            there = answer_back(answer, source.wording, dict(names.nouns))
            assert answer_back(there, source.wording, names.variables) in (
                answer,
                answer_back(answer, source.wording, {}),
            )
            ours = symcause.check(problem, answer).to_dict()
            theirs = _back(symcause.check(renamed, there).to_dict(), names.variables)
            assert ours.keys() == theirs.keys()
            keys |= ours.keys()
            for key in ours.keys() & set(_SPELT):
                assert (ours.pop(key) is None) == (theirs.pop(key) is None), key
            assert _plain(ours) == _plain(theirs), (answer, there)
    assert len(keys) > 5
