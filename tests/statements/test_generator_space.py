"""The space of Corr2Cause's generator: classes, and the labels that its three slips make wrong."""

from __future__ import annotations

import csv
import json
from collections import Counter
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest

from benchmarks._corr2cause_items import released_items
from benchmarks.corr2cause_space import SLIPS, classes, judged
from symcause.equivalence import essential_graph
from symcause.families.statements.release.corr2cause import read_item
from symcause.families.statements.release.released_label import CAUSES, released_label
from symcause.families.statements.space.faithful_dags import faithful
from symcause.models.dags import DAG
from tests.amounts import EXHAUSTIVE, amount
from tests.cli.cases import Shell

MOST = 6 if EXHAUSTIVE else 5
CLASSES = {2: 2, 3: 5, 4: 20, 5: 142, 6: 2_201}
WRONG = {2: 0, 3: 0, 4: 7, 5: 200, 6: 7_253}


def space(size: int, *slips: str) -> Counter[str]:
    return judged(size, classes(size, frozenset(slips), counting=True), released=True)


@pytest.mark.parametrize("size", range(2, MOST + 1))
def test_without_slips_every_count_is_ours(size: int) -> None:
    told = space(size)
    assert told["classes"] == CLASSES[size] and not told["classes without a DAG"]
    assert not told["other counts"]


@pytest.mark.parametrize("size", range(2, MOST + 1))
def test_labels_as_released(size: int) -> None:
    told = space(size, *SLIPS)
    assert told["wrong in two classes"] == WRONG[size]
    assert told["inconsistent"] == (1_800 if size == 6 else 0)


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_items_as_the_release_writes_them(shell: Shell, tmp_path: Path, suffix: str) -> None:
    """The errata of a whole file of items: its wrong labels, each with a certificate.

    One of the seven that are wrong by paths is right by its sentence, "… but not a direct one".
    """
    items = list(released_items(4, classes(4, frozenset(SLIPS), counting=True)))
    path, errata = tmp_path / f"items.{suffix}", tmp_path / "errata.jsonl"
    with path.open("w", newline="", encoding="utf-8") as file:
        if suffix == "csv":
            table = csv.DictWriter(file, ("input", "label"), extrasaction="ignore")
            table.writeheader()
            table.writerows(items)
        else:
            file.writelines(json.dumps(item) + "\n" for item in items)
    code, out, err = shell("audit", path, "--errata", errata, "--json")
    documents = [json.loads(line) for line in out.splitlines()]
    assert code == 1 and not err and len(documents) == len(items) == 720
    if suffix == "jsonl":  # a row of a table has no key that names its class
        assert [one["released_label"] for one in documents] == [item["label"] for item in items]
        assert "num_nodes=4__mec_id=0__node_i=1__node_j=2" in {
            str(item["id"])[:41] for item in items
        }
    found = [json.loads(line) for line in errata.read_text(encoding="utf-8").splitlines()]
    assert Counter(one["kind"] for one in found) == {"wrong": 6, "reading": 1}
    assert all(one["certificate"] is not None for one in found)
    for one in found:
        by_itself = one["kind"] == "reading"
        assert (one["cause"] in CAUSES.values()) == (suffix == "jsonl" and not by_itself)
        rights = [reading["right"] for reading in one["basis"]["readings"]]
        assert rights == ([False, True] if by_itself else [False] * len(rights))


@pytest.mark.parametrize("size", range(2, MOST + 1))
def test_every_label_is_that_of_the_model(size: int) -> None:
    """What the audit says of one item, from its premise alone, against counts over the whole space."""
    for number, item in enumerate(
        released_items(size, classes(size, frozenset(SLIPS), counting=True))
    ):
        if number % amount(37 if size > 4 else 1, 1) == 0:
            asked = read_item(item)
            if faithful(asked.premise).members:
                assert released_label(asked) == item["label"], item["id"]


def test_an_item_at_another_place_has_no_released_label() -> None:
    item = next(released_items(4, classes(4, frozenset(SLIPS), counting=True)[8:9]))
    asked = read_item(item)
    assert released_label(asked) == item["label"]
    turned = replace(asked, variables=asked.variables[::-1])
    assert released_label(turned) is None and released_label(replace(asked, id="item-8")) is None


def test_classes_of_four_variables_are_those_of_essential_graphs() -> None:
    """One DAG stands for each class, and no two of them for the same one up to names."""
    found = classes(4, frozenset(), counting=False)
    shapes = set()
    for one in found:
        dag = DAG.of([(str(a), str(b)) for a, b in one.first.edges], nodes="0123")
        essential = essential_graph(dag)
        shapes.add(
            min(
                (
                    tuple(sorted((p[int(a)], p[int(b)]) for a, b in essential.directed)),
                    tuple(
                        sorted(
                            tuple(sorted((p[int(a)], p[int(b)]))) for a, b in essential.undirected
                        )
                    ),
                )
                for p in permutations(range(4))
            )
        )
    assert len(shapes) == len(found) == 20
