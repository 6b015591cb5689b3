"""Readings of stored labels, decided a second time: all orientations, words by expressions of their own."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from itertools import combinations, product

import pytest

import symcause
from benchmarks import corr2cause_readings as second
from benchmarks._corr2cause_items import released_items
from benchmarks.corr2cause_space import SLIPS, classes
from symcause.families.statements.audits.gold_errata import erratum
from symcause.families.statements.release.corr2cause import read_item
from tests.amounts import EXHAUSTIVE, amount
from tests.cli.cases import EXAMPLES

MOST = 2 if EXHAUSTIVE else 1
members = cache(second.members)

EVERY, SENTENCE = "wrong in every reading", "wrong by paths, right as printed"


def items(size: int) -> list[dict[str, object]]:
    return list(released_items(size, classes(size, frozenset(SLIPS), counting=True)))


@pytest.mark.parametrize(("size", "wrong", "printed"), [(4, 6, 1), (5, 170, 6)][:MOST])
def test_labels_that_are_wrong_in_every_reading(size: int, wrong: int, printed: int) -> None:
    lines = [json.dumps(item) for item in items(size)]
    told = second.counted(map(second.read, lines))[size]
    assert (told[EVERY], told[SENTENCE]) == (wrong, printed)


@pytest.mark.parametrize("size", [4, 5])
def test_errata_are_those_of_the_second_opinion(size: int) -> None:
    """Item by item: what is listed, and whether it is wrong or a matter of reading."""
    for number, item in enumerate(items(size)):
        if number % amount(3 if size == 4 else 97, 1):
            continue
        asked, own = read_item(item), second.read(json.dumps(item))
        labels = second.judged(own, members(own.size, own.stated))
        rights = {name: label == own.label for name, label in labels.items()}
        doubt = not rights["path"] or not rights.get(own.printed or "path", True)
        expected = None if not doubt else "reading" if any(rights.values()) else "wrong"
        found = erratum(asked, symcause.audit(asked))
        assert (None if found is None else found.kind) == expected, item["id"]
        if found is not None and found.basis is not None:
            told = {one.name.partition(":")[0]: one.right for one in found.basis.readings}
            assert told == rights, item["id"]


def test_labels_of_the_example() -> None:
    """Its items by the second opinion: wrong in every reading, in one of them, and of no DAG."""
    found = {}
    for line in (EXAMPLES / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        named = re.search(r"variables, ([^.]*)\.", told["input"])
        assert named is not None
        for letter, name in zip("ABCDEF", re.split(r", | and ", named[1]), strict=False):
            told["input"] = re.sub(rf"\b{name}\b", letter, told["input"])
        item = second.read(json.dumps(told))
        dags = members(item.size, item.stated)
        rights = (
            {label == item.label for label in second.judged(item, dags).values()} if dags else {}
        )
        found[told["id"]] = (len(dags), sorted(rights))
    assert found["garden"] == (14, [False]) and found["harbour"] == (1, [False])
    assert found["relay"] == (3, [False]) and found["meadow"] == (1, [True])
    assert found["bakery"][1] == [False, True] and found["riddle"] == (0, [])


def test_members_are_all_labelled_dags_with_the_statements() -> None:
    """Every DAG of four variables, grouped by everything that it makes independent."""
    groups: Counter[frozenset[tuple[int, int, int]]] = Counter()
    pairs = list(combinations(range(4), 2))
    for ways in product((0, 1, 2), repeat=len(pairs)):
        edges = tuple(pair for pair, way in zip(pairs, ways, strict=True) if way)
        dag = [0] * 4
        for (a, b), way in zip(pairs, ways, strict=True):
            if way:
                dag[b if way == 1 else a] |= 1 << (a if way == 1 else b)
        if not any(second.reached(tuple(dag), v) >> v & 1 for v in range(4)):
            groups[second.statements(tuple(dag))] += 1
            assert len(edges) <= 6
    assert sum(groups.values()) == 543 and len(groups) == 185
    for stated, number in groups.items():
        assert len(second.members(4, stated)) == number


def test_a_file_that_names_the_reading_leaves_no_other() -> None:
    """A sentence with "common child" in it, and a problem without a sentence."""
    premise = (
        "Premise: Suppose there is a closed system of 3 variables, A, B and C. All the statistical "
        "relations among these 3 variables are as follows: A correlates with C. B correlates with C. "
        "However, A is independent of B.\nHypothesis: There exists at least one collider (i.e., {}) of "
        "A and B."
    )
    for words, number in (("common effect", 3), ("a common child", 1)):
        asked = read_item({"input": premise.format(words), "label": 0})
        found = erratum(asked, symcause.audit(asked))
        assert found is not None and found.basis is not None
        assert found.kind == "wrong" and len(found.basis.readings) == number
