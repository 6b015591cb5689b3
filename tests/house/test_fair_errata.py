"""The fairness rule of errata: wrong only what is wrong in every reading that the release leaves open.

Otherwise an item is a matter of reading, or of the state in which a log begins, and the readings are named.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from symcause.audits.errata import Basis, Erratum, Reading, kind_of, of_verdict
from symcause.registry import families
from tests.cli.cases import EXAMPLES, Shell, write

PACKAGE = Path(__file__).resolve().parents[2] / "symcause"
MAKERS = {"Erratum", "of_verdict"}
PATH, STRICT = Reading(name="path", right=False), Reading(name="strict", right=True)


def listed(shell: Shell, folder: Path, *paths: object) -> list[dict[str, Any]]:
    lines = folder / "errata.jsonl"
    code, _, err = shell("audit", *paths, "--errata", lines, "--quiet")
    assert code in (0, 1), err
    return [json.loads(line) for line in lines.read_text(encoding="utf-8").splitlines()]


def fair(one: dict[str, Any]) -> bool:
    """Does a line say on what it rests, and no more than that?"""
    basis = one["basis"]
    if basis is None or not basis["proved"]:
        return False
    rights = [reading["right"] for reading in basis["readings"]]
    if one["kind"] == "wrong":
        return all(right is False for right in rights) and bool(basis["unless"])
    if one["kind"] in ("reading", "start"):
        return False in rights and set(rights) != {False}
    return True


@pytest.mark.parametrize(
    "name", ["labels.jsonl", "percentages.jsonl", "pool.jsonl", "statements.json"]
)
def test_every_erratum_of_the_examples_is_fair(name: str, shell: Shell, tmp_path: Path) -> None:
    for one in listed(shell, tmp_path, EXAMPLES / name):
        assert fair(one), one


def spoilt() -> dict[str, list[dict[str, Any]]]:
    """Items of every family whose gold was made wrong, open, or a matter of reading."""

    def read(name: str) -> dict[str, Any]:
        return dict(json.loads((EXAMPLES / name).read_text(encoding="utf-8")))

    unique, crystal, shapes, boats = map(
        read, ("unique.json", "crystal.json", "shapes.json", "boats.json")
    )
    name = next(iter(unique["gold"]["mechanisms"]))
    turned = {**unique["gold"]["mechanisms"], name: f"(not {unique['gold']['mechanisms'][name]})"}
    plain = {key: value for key, value in shapes.items() if key not in ("gold", "truth")}
    high = json.loads(json.dumps(boats))
    high["evaluate"]["threshold"] = "0.99"
    equations = {**crystal["gold"]["equations"], crystal["target"]: "12345"}
    graph = {"format": "symcause.textgraph/1", "id": "graph", "nodes": ["a", "b", "c"]}
    edge = {"source": "a", "target": "b"}
    lamps: dict[str, Any] = {
        "format": "symcause.finite/1",
        "variables": [{"name": name, "values": ["off", "on"]} for name in ("A", "L")],
        "setting": "hidden-order",
        "roots": ["A"],
        "class": {"functions": "any"},
        "worlds": [{"id": "w", "rows": [["off", "off"]]}],
    }
    asked = [
        ({"A": "off"}, "on"),
        ({"A": "on"}, "on"),
        ({"A": "on"}, None),
        ({"A": "on"}, "impossible"),
    ]
    return {
        "finite": [
            {**lamps, "id": "gold", "gold": {"mechanisms": {"L": "on"}}},
            {**lamps, "id": "several", "gold": {"mechanisms": {"L": "A"}}},
            *(
                {**lamps, "id": f"{at}", "queries": [{"id": "q", "do": do, "of": "L"} | stored]}
                for at, (do, gold) in enumerate(asked)
                for stored in [{} if gold is None else {"gold": gold}]
            ),
        ],
        "boolean": [
            {**unique, "gold": {**unique["gold"], "mechanisms": turned}},
            read("ambiguous.json"),
            {**unique, "id": "none", "reference": {"mechanisms": unique["gold"]["mechanisms"]}},
        ],
        "linear": [{**crystal, "gold": {**crystal["gold"], "equations": equations}}],
        "shapeworld": [{**plain, "truth": "yes"}],
        "scenario": [high, {**boats, "id": "claimed", "claims": {"optimum": {}}}],
        "statements": [read("statements.json")],
        "textgraph": [
            {**graph, "id": "loop", "edges": [{"source": "a", "target": "a"}]},
            {**graph, "id": "twice", "edges": [edge, edge]},
            {**graph, "id": "count", "edges": [edge], "metadata": {"num_nodes": 9}},
            {**graph, "id": "touched", "edges": [edge], "metadata": {"num_nodes": 2}},
        ],
        "cpt": [json.loads((EXAMPLES / "percentages.jsonl").read_text().splitlines()[0])],
    }


def test_every_family_with_errata_is_looked_at() -> None:
    assert set(spoilt()) == {family.name for family in families() if family.errata is not None}


@pytest.mark.parametrize("family", sorted(spoilt()))
def test_every_erratum_of_a_family_is_fair(family: str, shell: Shell, tmp_path: Path) -> None:
    items = spoilt()[family]
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", *map(json.dumps, items)))
    assert len(found) == len(items)
    for one in found:
        assert fair(one), one


def test_text_graphs_are_read_kindly(shell: Shell, tmp_path: Path) -> None:
    """A count that is right in some way is a matter of reading; an edge listed twice is one of a set."""
    items = map(json.dumps, spoilt()["textgraph"])
    found = listed(shell, tmp_path, write(tmp_path / "pool.jsonl", *items))
    kinds = {one["item"]: one["kind"] for one in found}
    assert kinds == {
        "loop": "ill-posed",
        "twice": "reading",
        "count": "wrong",
        "touched": "reading",
    }


def makers(tree: ast.AST) -> list[ast.Call]:
    """Every call that makes an erratum."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS
    ]


def test_every_place_that_makes_an_erratum_gives_its_basis() -> None:
    places = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for call in makers(ast.parse(path.read_text(encoding="utf-8"))):
            assert isinstance(call.func, ast.Name)
            told = call.func.id == "of_verdict" or "basis" in {word.arg for word in call.keywords}
            places.append((path.relative_to(PACKAGE).as_posix(), told))
    assert {place for place, _ in places} >= {"audits/errata.py"}
    assert not {place for place, told in places if not told}


def test_what_is_right_in_a_reading_cannot_be_called_wrong() -> None:
    for readings in ((PATH, STRICT), (PATH, Reading(name="any"))):
        with pytest.raises(ValueError, match="not wrong in every reading"):
            Erratum(item="7", kind="wrong", basis=Basis(proved="it", readings=readings))
    assert (
        Erratum(item="7", kind="wrong", basis=Basis(proved="it", readings=(PATH,))).kind == "wrong"
    )


def test_the_kind_follows_from_the_readings() -> None:
    assert kind_of((PATH,)) == "wrong" and kind_of((PATH, STRICT)) == "reading"
    assert kind_of((STRICT,)) is None and kind_of((PATH, Reading(name="any"))) is None


@pytest.mark.parametrize("verdict", ["invalid", "gold-outside-class", "inconsistent", "ambiguous"])
def test_verdicts_of_version_spaces_say_on_what_they_rest(verdict: str) -> None:
    found = of_verdict(verdict, "7", {}, "nothing fits")
    assert found is not None and found.basis is not None
    assert found.basis.proved == "nothing fits" and found.basis.unless
