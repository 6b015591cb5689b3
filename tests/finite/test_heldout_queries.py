"""Held-out cells as queries: Boolean and finite audits agree, and both with all members run one by one."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.boolean.models.scm import BooleanSCM
from tests.finite.cases import problems
from tests.finite.comparison import said
from tests.finite.test_boolean_as_finite import as_finite, drawn

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Document = dict[str, Any]
KEYS = ("id", "status", "answer", "values", "by", "gold", "gold_right")


def heldout(document: Document, seed: int) -> Document | None:
    """The problem with some of its worlds held out; None where it cannot be."""
    rng = random.Random(seed)
    worlds = document["worlds"]
    if len(worlds) < 2 or document["setting"] == "hidden-roots":
        return None
    for world in rng.sample(worlds, rng.randint(1, len(worlds) - 1)):
        world["split"] = "heldout"
    try:
        symcause.problem(document)
    except symcause.SymcauseError:
        return None
    return document


def by_listing(document: Document, **options: Any) -> dict[str, set[int]]:
    """The values that members have in every held-out cell, all of them run one by one."""
    problem: Any = symcause.problem(document)
    shown: dict[str, set[int]] = {}
    for member in symcause.space(problem, **options).members():
        assert isinstance(member, BooleanSCM)
        for world in problem.heldout:
            for number, row in enumerate(world.rows):
                given = {v: int(b) for v, b in zip(problem.variables, row, strict=True) if b != "?"}
                state = member.run(given, world.targets, 1)
                for name in member.functions:
                    if name not in world.targets:
                        shown.setdefault(f"{world.id}[{number}].{name}", set()).add(state[name])
    return shown


def root_unseen(document: Document) -> bool:
    names, roots = document["variables"], document["roots"]
    rows = [
        row for world in document["worlds"] if world["split"] == "heldout" for row in world["rows"]
    ]
    return any(row[names.index(root)] == "?" for row in rows for root in roots)


@pytest.mark.few(16)
@pytest.mark.parametrize("seed", range(200))
def test_boolean_and_finite_and_listing_agree(seed: int) -> None:
    document = heldout(drawn(seed), seed)
    if document is None or root_unseen(document):
        return
    ours = said("audit", document, heldout=True)["heldout"]
    theirs = said("audit", as_finite(document), heldout=True)["heldout"]
    assert [[q[key] for key in KEYS] for q in ours] == [[q[key] for key in KEYS] for q in theirs]
    listed = by_listing(document)
    assert all(set(q["values"]) == listed.get(q["id"], set()) for q in ours)


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(60))
def test_cells_may_be_wrong(seed: int) -> None:
    document = heldout(drawn(seed), seed)
    if document is None or root_unseen(document) or len(document["variables"]) > 3:
        return
    document["format"] = "symcause.boolean/2"
    ours = said("audit", document, heldout=True, errors=1)["heldout"]
    listed = by_listing(document, errors=1)
    assert all(set(q["values"]) == listed.get(q["id"], set()) for q in ours)


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", range(40))
def test_finite_cells_are_the_queries_that_a_file_would_ask(seed: int) -> None:
    for second in problems(range(seed * 5, seed * 5 + 5)):
        document = json.loads(json.dumps(second.document))
        named = [variable["name"] for variable in document["variables"]]
        if heldout(document, seed) is None:
            continue
        asked = []
        for world in document["worlds"]:
            if world.get("split") != "heldout":
                continue
            for number, row in enumerate(world["rows"]):
                values = dict(zip(named, row, strict=True))
                targets = [*world.get("do", {}), *world.get("assigned", [])]
                do = {name: values[name] for name in targets}
                free = [name for name in document["roots"] if name not in do]
                given = {name: values[name] for name in free if values[name] is not None}
                for name in named:
                    if name not in document["roots"] and name not in do:
                        query = {"id": f"{world['id']}[{number}].{name}", "do": do, "given": given}
                        gold = {} if values[name] is None else {"gold": values[name]}
                        asked.append(query | {"of": name} | gold)
        if not asked or isinstance(document["worlds"][0]["rows"][0], str):
            continue
        cells = said("audit", document, heldout=True)["heldout"]
        document["queries"] = asked
        queries = said("audit", document)["queries"]
        assert [[q[key] for key in KEYS] for q in cells] == [
            [q[key] for key in KEYS] for q in queries
        ]


def test_what_members_say_is_shown_by_two_of_them() -> None:
    document = json.loads((EXAMPLES / "ambiguous.json").read_text(encoding="utf-8"))
    cells = said("audit", document, heldout=True)["heldout"]
    open_cells = [cell for cell in cells if cell["status"] == "undetermined"]
    assert len(open_cells) == 10
    for cell in open_cells:
        place = document["variables"].index(cell["id"].partition(".")[2])
        assert [one["state"][place] for one in cell["witness"]] == [0, 1] == cell["values"]
        for one in cell["witness"]:
            answer = json.dumps({"mechanisms": one["mechanisms"]})
            assert said("check", document, answer)["in_class"] is True


def test_linear_problems_ask_about_the_reactor() -> None:
    crystal = json.loads((EXAMPLES / "crystal.json").read_text(encoding="utf-8"))
    [settled] = said("audit", crystal, heldout=True)["heldout"]
    assert (settled["id"], settled["status"], settled["answer"]) == ("reactor", "settled", "288")
    wrong = crystal | {"gold": {**crystal["gold"], "reactor_target": "289"}}
    [part] = said("audit", wrong, heldout=True)["heldout"]
    assert (part["gold"], part["gold_right"]) == ("289", False)
    bare = {key: value for key, value in crystal.items() if key != "chain"}
    [part] = said("audit", bare, heldout=True)["heldout"]
    assert (part["status"], part["by"]) == ("undetermined", "models")


def test_hidden_roots_are_refused() -> None:
    document = json.loads((EXAMPLES / "hidden-roots.json").read_text(encoding="utf-8"))
    for one in (document, as_finite(document)):
        assert "roots are hidden" in said("audit", one, heldout=True)["reason"]
