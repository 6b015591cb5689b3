"""Generated finite problems: settled, certified, and the same whenever they are asked for."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.errors import LimitError, SymcauseError, UsageError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.generator import (
    certified_items,
    gold_draws,
    gold_worlds,
    row_siblings,
)
from symcause.families.finite.generator.finite_generator import FiniteGenerator
from symcause.families.finite.models.compiled_answers import compiled
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.families.finite.space.space_choice import open_space
from symcause.families.finite.verifier.kernel import verify
from symcause.kernel.work import Work

Document = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = ROOT / "examples" / "finite" / "template.json"
DATA = Path(os.environ.get("SYMCAUSE_DATA", "/nowhere"), "finite", "generated.jsonl")

BITS = [{"name": name, "values": [0, 1]} for name in "ABCD"]
WORDS = [
    {"name": "A", "values": ["none", 1, 2]},
    {"name": "B", "values": ["low", "high"]},
    {"name": "C", "values": ["off", "on"]},
]
PLUS = {"plus": {"arity": 2, "means": "(mod (add a b) 2)"}, "min": True}
TEMPLATES: dict[str, Document] = {
    "any": {
        "variables": WORDS,
        "setting": "hidden-order",
        "roots": ["A"],
        "class": {"functions": "any", "max_parents": 1},
    },
    "blocks": {
        "variables": BITS,
        "setting": "block-order",
        "roots": ["A", "B"],
        "blocks": [["A", "B"], ["C", "D"]],
        "class": {"functions": ["disjunctive", "conjunctive"]},
    },
    "hidden roots": {
        "variables": BITS,
        "setting": "hidden-roots",
        "root_count": 2,
        "class": {
            "grammar": {"max_size": 5, "constants": [0, 1], "operators": PLUS},
            "max_parents": 2,
        },
    },
    "knowledge": {
        "variables": BITS,
        "setting": "hidden-order",
        "roots": ["A", "B"],
        "class": {"functions": "threshold"},
        "knowledge": {"require": ["C->D"], "forbid": ["A->D"]},
    },
    "no roots": {
        "variables": BITS[:3],
        "setting": "hidden-order",
        "roots": [],
        "class": {"functions": "parity"},
    },
}


def generator(tmp_path: Path, template: Document, **options: Any) -> FiniteGenerator:
    path = tmp_path / "template.json"
    path.write_text(json.dumps({"format": "symcause.finite/1", **template}))
    return FiniteGenerator(template=str(path), **options)


def check(document: Document) -> None:
    """Gold is the only model, as the kernel says, too; each of its mechanisms has a parent if it can."""
    problem = read_finite(json.loads(json.dumps(document)))
    assert problem.gold is not None
    gold = compiled(problem, problem.gold)
    space = open_space(problem)
    assert space.count() == 1
    assert space.pick() == gold
    parentless = [name for name, function in gold.functions.items() if not function.parents]
    assert len(parentless) <= (not gold.roots)
    certificate = document["metadata"]["certificate"]
    assert certificate["claim"] == "unique"
    assert verify(problem, certificate, Work()).accepted
    shown = {json.dumps(dict(world.do), sort_keys=True) for world in problem.training}
    for world in problem.heldout:
        assert json.dumps(dict(world.do), sort_keys=True) not in shown
        for row in world.rows:
            roots = {v: at for v, at in zip(problem.variables, row, strict=True) if at is not None}
            done = {v: at for v, at in roots.items() if v in world.do}
            assert tuple(gold.run(roots, done)[v] for v in problem.variables) == row


@pytest.mark.parametrize("name", TEMPLATES)
def test_items_are_settled_by_their_worlds(name: str, tmp_path: Path) -> None:
    made = generator(tmp_path, TEMPLATES[name], seed=3)
    for index in range(4):
        (document,) = made.items(index)
        check(document)
        assert made.is_ours(document)
        assert made.verdict(document) == "unique"


def test_an_item_depends_on_its_number_and_the_options_alone(tmp_path: Path) -> None:
    made, again, other = (FiniteGenerator(template=str(TEMPLATE), seed=seed) for seed in (1, 1, 2))
    assert made.items(2) == again.items(2)
    assert made.items(2) != made.items(1)
    assert not other.is_ours(made.items(2)[0])
    assert not generator(tmp_path, TEMPLATES["any"], seed=1).is_ours(made.items(2)[0])


def exchanged(first: FiniteProblem, second: FiniteProblem) -> list[tuple[Any, Any]]:
    """The rows in which two problems differ, whose worlds are alike otherwise."""
    pairs = []
    for one, other in zip(first.worlds, second.worlds, strict=True):
        assert replace(one, rows=()) == replace(other, rows=())
        pairs += [pair for pair in zip(one.rows, other.rows, strict=True) if pair[0] != pair[1]]
    return pairs


@pytest.mark.parametrize("queries", [0, 1])
@pytest.mark.parametrize("name", ["any", "blocks", "hidden roots", "knowledge"])
def test_siblings_differ_in_one_row(name: str, queries: int, tmp_path: Path) -> None:
    """Of one gold is the only member, as a list says; of the other the question is open."""
    made = generator(tmp_path, TEMPLATES[name], seed=5, siblings=True, queries=queries)
    for index in range(3):
        documents = made.items(index)
        assert all(map(made.is_ours, documents))
        sides = {document["metadata"]["sibling"]["settled"]: document for document in documents}  # type: ignore[index, call-overload]
        problems = {side: read_finite(document) for side, document in sides.items()}
        assert len(exchanged(problems[True], problems[False])) == 1
        assert problems[True].gold == problems[False].gold
        spaces = {side: open_space(problem) for side, problem in problems.items()}
        members = {side: list(space.members()) for side, space in spaces.items()}
        assert (len(members[True]), len(members[False]) > 1) == (1, True)
        assert members[True][0] in members[False]
        for side, problem in problems.items():
            rows = [(dict(w.do), row) for w in problem.training for row in w.rows]
            assert len(rows) == len({repr(row) for row in rows}), "none is shown twice"
            assert verify(problem, problem.metadata["certificate"], Work()).as_stated
            if queries:
                audit: Any = symcause.audit(problem, limit=0)
                assert audit.verdict == "answered"
                assert (audit.queries[0].status == "settled") is side


def test_queries_have_the_labels_that_follow(tmp_path: Path) -> None:
    made = generator(tmp_path, TEMPLATES["blocks"], seed=5, queries=6)
    states = set()
    for index in range(4):
        (document,) = made.items(index)
        problem = read_finite(document)
        assert [query.id for query in problem.queries] == [f"q{at}" for at in range(6)]
        assert len({repr(replace(query, id="")) for query in problem.queries}) == 6
        audit: Any = symcause.audit(problem, limit=0)
        assert (audit.verdict, audit.model_verdict) == ("answered", "unique")
        states |= {query.by or query.status for query in audit.queries}
    assert states == {"settled", "contexts"}


def test_siblings_differ_in_one_question() -> None:
    with pytest.raises(UsageError, match="siblings differ in one question"):
        FiniteGenerator(siblings=True, queries=2)


def test_no_siblings_where_no_row_can_be_exchanged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as bounded:
        bounded.setattr(row_siblings, "SIBLING_ROWS", 0)
        with pytest.raises(LimitError, match="more than 0 rows"):
            FiniteGenerator(siblings=True).items(0)
    with pytest.raises(LimitError, match="no other row leaves a second model"):
        generator(tmp_path, TEMPLATES["no roots"], siblings=True).items(0)


@pytest.mark.skipif(not DATA.is_file(), reason="SYMCAUSE_DATA has no finite/generated.jsonl")
def test_templates_of_the_reference_give_settled_items(tmp_path: Path) -> None:
    for line in DATA.read_text().splitlines()[::3]:
        case = json.loads(line)["problem"]
        left = {key: case[key] for key in case if key not in ("gold", "worlds", "queries")}
        check(generator(tmp_path, left, seed=case["id"].count("1")).items(0)[0])


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"worlds": []}, "worlds"),
        ({"gold": {"mechanisms": {}}}, "gold"),
        ({"variables": [{"name": "A", "values": [0]}]}, "variables"),
        ({"class": {"functions": "anny"}}, "anny"),
    ],
)
def test_a_bad_template_is_refused(changed: Document, word: str, tmp_path: Path) -> None:
    made = generator(tmp_path, {**TEMPLATES["any"], **changed})
    with pytest.raises(SymcauseError, match=word):
        made.prepare()


def test_without_a_template_there_are_dials() -> None:
    (item,) = FiniteGenerator(seed=3).items(0)
    names = [variable["name"] for variable in item["variables"]]
    assert names == ["left", "middle", "right", "lamp"]
    assert symcause.count(symcause.problem(item)).count == 1


def test_a_class_without_mechanisms_is_said(tmp_path: Path) -> None:
    """Of no other parent but B, which has no mechanism for it."""
    nothing = {"grammar": {"max_size": 1, "operators": {"not": True}}}
    made = generator(tmp_path, {**TEMPLATES["any"], "class": nothing})
    with pytest.raises(LimitError, match="no model of the class"):
        made.items(0)


def test_bounds_end_the_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made = FiniteGenerator(template=str(TEMPLATE), seed=1)
    with monkeypatch.context() as bounded:
        bounded.setattr(gold_worlds, "ADDED_WORLDS", 0)
        bounded.setattr(certified_items, "GOLD_TRIES", 2)
        with pytest.raises(LimitError, match=r"no model of 2 .* more than 0 added worlds"):
            made.items(0)
    with monkeypatch.context() as bounded:
        bounded.setattr(gold_worlds, "GENERATED_CONTEXTS", 3)
        worlds: Any = generator(tmp_path, TEMPLATES["knowledge"]).items(0)[0]["worlds"]
        assert {len(world["rows"]) for world in worlds} <= {1, 2, 3}
    monkeypatch.setattr(gold_draws, "GOLD_DRAWS", 2)
    nothing = {"grammar": {"max_size": 1, "operators": {"not": True}}}
    with pytest.raises(LimitError, match="in 2 orders"):
        generator(tmp_path, {**TEMPLATES["any"], "class": nothing}).items(0)
