"""Readings of Corr2Cause's words: which labels of a file are wrong in every one of them, by brute force.

    python -m benchmarks.corr2cause_readings corr2cause.jsonl

reads items with ``input`` and ``label`` (one JSON object a line, as ``benchmarks.corr2cause_space --write``
and the release have them) and shares nothing with the engine: sentences are read by expressions of its own,
all acyclic orientations of a skeleton are listed, and one of them must show exactly the stated
independences by separation in the moral graph of the ancestors. Its class is every orientation with the
same colliders whose ends are not joined.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

Parents = tuple[int, ...]
"""A DAG: for every variable the set of its parents, as bits."""

_VARIABLES = re.compile(r"closed system of \d+ variables, ([^.]*)\.")
_FREE = re.compile(r"(\w) is independent of (\w)\.")
_GIVEN = re.compile(r"(\w) and (\w) are independent given ([^.]*)\.")
_SENTENCES = (
    (re.compile(r"(\w) directly (?:causes|affects) (\w)\."), "parent", None),
    (re.compile(r"(\w) causes something else which causes (\w)\."), "ancestor", "path"),
    (re.compile(r"(\w) influences (\w) through some mediator\(s\)\."), "ancestor", None),
    (re.compile(r"(\w) is a cause for (\w), but not a direct one\."), "ancestor", "strict"),
    (re.compile(r"(\w) and (\w) together cause some other variable\(s\)\."), "collider", None),
    (re.compile(r"Some variable\(s\) cause\(s\) both (\w) and (\w)\."), "confounder", None),
    (re.compile(r"There exists at least one collider .* of (\w) and (\w)\."), "collider", None),
    (re.compile(r"There exists at least one confounder .* of (\w) and (\w)\."), "confounder", None),
)


class Item(NamedTuple):
    """One line: what is stated, what is asked of which two, how that is printed, and the label."""

    size: int
    stated: frozenset[tuple[int, int, int]]
    relation: str
    asked: tuple[int, int]
    printed: str | None
    label: int


def read(line: str) -> Item:
    """An item of its line."""
    told = json.loads(line)
    premise, _, asked = told["input"].partition("Hypothesis:")
    named = _VARIABLES.search(premise)
    assert named is not None, premise
    place = {name: at for at, name in enumerate(re.findall(r"\b[A-Z]\b", named[1]))}

    def stated(x: str, y: str, given: str = "") -> tuple[int, int, int]:
        low, high = sorted((place[x], place[y]))
        return low, high, sum(1 << place[name] for name in re.findall(r"\b[A-Z]\b", given))

    said = frozenset(stated(*one) for one in (*_FREE.findall(premise), *_GIVEN.findall(premise)))
    for pattern, relation, printed in _SENTENCES:
        found = pattern.fullmatch(asked.strip())
        if found is not None:
            both = place[found[1]], place[found[2]]
            return Item(len(place), said, relation, both, printed, int(told["label"]))
    raise ValueError(f"a sentence that is not understood: {asked}")


def reached(masks: Parents, start: int, without: int = 0) -> int:
    """What is reached from a variable along arrows in one direction, itself left out."""
    found, todo = 0, masks[start] & ~without
    while todo:
        found |= todo
        todo = sum_of(masks[v] for v in bits(todo)) & ~without & ~found
    return found


def bits(mask: int) -> Iterator[int]:
    return (v for v in range(mask.bit_length()) if mask >> v & 1)


def sum_of(masks: Iterator[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def separated(dag: Parents, x: int, y: int, given: int) -> bool:
    """Are two variables separated by others? In the moral graph of all their ancestors."""
    kept = 1 << x | 1 << y | given
    kept |= sum_of(reached(dag, v) for v in bits(kept))
    joined = [0] * len(dag)
    for v in bits(kept):
        family = dag[v] | 1 << v
        for member in bits(family):
            joined[member] |= family & ~(1 << member)
    return not reached(tuple(joined), x, given | ~kept) >> y & 1


def statements(dag: Parents) -> frozenset[tuple[int, int, int]]:
    """Every independence that a DAG shows."""
    size = len(dag)
    return frozenset(
        (x, y, given)
        for x, y in combinations(range(size), 2)
        for given in range(1 << size)
        if not given & (1 << x | 1 << y) and separated(dag, x, y, given)
    )


def orientations(size: int, edges: tuple[tuple[int, int], ...]) -> Iterator[Parents]:
    """Every acyclic way to direct edges."""

    def directed(at: int, parents: list[int]) -> Iterator[Parents]:
        if at == len(edges):
            yield tuple(parents)
            return
        for a, b in (edges[at], edges[at][::-1]):
            if not reached(tuple(parents), a) >> b & 1:
                parents[b] |= 1 << a
                yield from directed(at + 1, parents)
                parents[b] &= ~(1 << a)

    return directed(0, [0] * size)


def colliders(dag: Parents) -> frozenset[tuple[int, int, int]]:
    """Two causes of a variable that are not joined themselves."""
    return frozenset(
        (a, v, b)
        for v, above in enumerate(dag)
        for a, b in combinations(bits(above), 2)
        if not (dag[a] >> b | dag[b] >> a) & 1
    )


def members(size: int, stated: frozenset[tuple[int, int, int]]) -> list[Parents]:
    """The DAGs that show these independences and no others; none if there are none."""
    apart = {(x, y) for x, y, _ in stated}
    edges = tuple(pair for pair in combinations(range(size), 2) if pair not in apart)
    kinds: dict[object, list[Parents]] = {}
    for dag in orientations(size, edges):
        kinds.setdefault(colliders(dag), []).append(dag)
    return next((found for found in kinds.values() if statements(found[0]) == stated), [])


def readings(relation: str, dag: Parents, x: int, y: int) -> dict[str, bool]:
    """Does the relation hold, in every sense that its words can have?

    What causes something through something else may do so directly as well, or not; a common cause may be
    a parent of both, an ancestor of both, or an ancestor of each by a path that avoids the other.
    """
    above, edge = dag, bool(dag[y] >> x & 1)
    if relation == "parent":
        return {"path": edge}
    if relation == "ancestor":
        causes = reached(above, y) >> x & 1
        longer = any(reached(above, v) >> x & 1 for v in bits(above[y]))
        return {"path": longer, "strict": bool(causes) and not edge}
    masks = above if relation == "confounder" else turned(dag)
    ends = 1 << x | 1 << y
    return {
        "path": bool(reached(masks, x, 1 << y) & reached(masks, y, 1 << x) & ~ends),
        "direct": bool(masks[x] & masks[y] & ~ends),
        "any": bool(reached(masks, x) & reached(masks, y) & ~ends),
    }


def turned(dag: Parents) -> Parents:
    """For every variable the set of its children."""
    return tuple(
        sum(1 << v for v, above in enumerate(dag) if above >> a & 1) for a in range(len(dag))
    )


def judged(item: Item, dags: list[Parents]) -> dict[str, int]:
    """The label in every reading: 1 if all DAGs show the relation."""
    told = [readings(item.relation, dag, *item.asked) for dag in dags]
    return {name: int(all(one[name] for one in told)) for name in told[0]}


def counted(items: Iterator[Item]) -> dict[int, Counter[str]]:
    """For every number of variables: items, those without a DAG, and wrong ones by reading."""
    known: dict[tuple[int, frozenset[tuple[int, int, int]]], list[Parents]] = {}
    found: dict[int, Counter[str]] = {}
    for item in items:
        told = found.setdefault(item.size, Counter())
        told["items"] += 1
        told["label 1"] += item.label
        key = item.size, item.stated
        if key not in known:
            known[key] = members(*key)
            told["premises"] += 1
        if not known[key]:
            told["no DAG"] += 1
            continue
        labels = judged(item, known[key])
        wrong = labels["path"] != item.label
        told["wrong by paths"] += wrong
        told["wrong in every reading"] += item.label not in labels.values()
        if item.printed is not None:
            told["wrong by paths, right as printed"] += wrong and labels[item.printed] == item.label
            told["right by paths, wrong as printed"] += (
                not wrong and labels[item.printed] != item.label
            )
        for name, label in labels.items():
            told[f"wrong as {name}: {item.relation}"] += label != item.label
    return found


def main(say: Callable[[str], None] = print) -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("file", type=Path, help="items, one JSON object a line")
    given = reader.parse_args()
    total: Counter[str] = Counter()
    with given.file.open(encoding="utf-8") as lines:
        for size, told in sorted(counted(map(read, lines)).items()):
            say(json.dumps({"variables": size, **told}))
            total += told
    say(json.dumps({"variables": "all", **total}))


if __name__ == "__main__":
    main()
