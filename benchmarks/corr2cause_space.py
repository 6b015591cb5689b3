"""The space of Corr2Cause's generator, enumerated: every class of DAGs of two to six variables.

``python -m benchmarks.corr2cause_space`` lists the classes up to names, asks all six relations of every
pair, and counts verdicts, memory and time. With ``--released`` the classes and labels are those of the
released generator, modelled after its own program: which DAG stands for a class, and three slips.

* ``inverse``: counts over a class look up relations under the renaming instead of under its inverse;
* ``leg``: of a confounder's two legs the second has one edge;
* ``bit``: the search for descendants tests the bit of the next variable.

``--repair inverse,leg,bit`` takes slips away; with all three gone its counts must be ours. ``--one-edge``
takes the second slip for what is meant. ``--write FILE`` writes the items with these labels as the release
does: in its order and its words, one JSON object a line with ``id``, ``input`` and ``label``; ``--names Z``
calls the variables Z, Y and so on.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from typing import TextIO

from benchmarks._corr2cause_items import released_items
from symcause.families.statements.models.relations import READINGS, relation_test
from symcause.families.statements.models.separations import pairs
from symcause.families.statements.problem.problem import Premise
from symcause.families.statements.release.released_generator import (
    RELATIONS,
    SLIPS,
    Class,
    Edges,
    Listed,
    colours,
    matches,
    orders_of,
)
from symcause.families.statements.space.faithful_dags import faithful


def unnamed_dags(size: int) -> Iterator[Edges]:
    """DAGs up to names, each by its smallest number among those whose edges go from low to high."""
    places = list(combinations(range(size), 2))
    number = {pair: 1 << at for at, pair in enumerate(places)}
    seen = bytearray(1 << len(places))
    for code in range(1 << len(places)):
        if seen[code]:
            continue
        edges = tuple(pair for pair in places if code & number[pair])
        below = [0] * size
        for a, b in edges:
            below[b] |= 1 << a
        for order in orders_of(below, size):
            seen[sum(number[order[a], order[b]] for a, b in edges)] = 1
        yield edges


def classes(size: int, slips: frozenset[str], *, counting: bool) -> list[Class]:
    """The classes of a size, in the generator's order."""
    found: dict[object, list[Class]] = {}
    listed = list[Class]()
    for edges in unnamed_dags(size):
        dag = Listed(edges, size, slips)
        kind = tuple(sorted(colours(dag.independent, size)))
        own = next(
            (
                c
                for c in found.get(kind, ())
                if any(matches(dag.independent, c.first.independent, size))
            ),
            None,
        )
        if own is None:
            own = Class(dag)
            found.setdefault(kind, []).append(own)
            listed.append(own)
        if counting:
            own.take(dag, slips)
    return listed


def judged(
    size: int, found: list[Class], *, released: bool, one_edge: bool = False
) -> Counter[str]:
    """Verdicts of all hypotheses; with what is released, the labels that differ from them."""
    told: Counter[str] = Counter()
    for one in found:
        premise = Premise(size, one.first.independent, (0,) * len(one.first.independent), True)
        members = faithful(premise).members
        told["classes"] += 1
        told["classes without a DAG"] += not members
        for bit, relation in enumerate(RELATIONS):
            test = relation_test(relation)
            at = READINGS[relation].index("released" if one_edge and bit == 5 else "path")
            for x, y in pairs(size):
                told["hypotheses"] += 1
                if not members:
                    told["inconsistent"] += 1
                    continue
                true = sum(test(member, x, y)[at] for member in members)
                verdict = _verdict(true, len(members))
                told[verdict] += 1
                if released:
                    label = _verdict(one.counts[x, y, bit], one.members)
                    told["wrong in two classes"] += (label == "entailed") != (verdict == "entailed")
                    told["wrong in three classes"] += label != verdict
                    same = (one.counts[x, y, bit], one.members) == (true, len(members))
                    told["other counts"] += not same
    return told


def _verdict(true: int, count: int) -> str:
    return "entailed" if true == count else "open" if true else "impossible"


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("--most", type=int, default=6, help="variables at most (6)")
    reader.add_argument("--released", action="store_true", help="classes and labels as released")
    reader.add_argument("--repair", default="", help="slips that are taken away: inverse,leg,bit")
    reader.add_argument(
        "--one-edge", action="store_true", help="read confounders as the generator does"
    )
    reader.add_argument("--write", metavar="FILE", help="with --released: write the items")
    reader.add_argument(
        "--names", choices=("A", "Z"), default="A", help="what the first variable is called (A)"
    )
    given = reader.parse_args()
    if given.write and not given.released:
        reader.error("--write needs --released")
    slips = frozenset(SLIPS) - set(given.repair.split(",")) if given.released else frozenset()
    with ExitStack() as stack:
        path = Path(given.write) if given.write else None
        file = None if path is None else stack.enter_context(path.open("w", encoding="utf-8"))
        run(given, slips, file)


def run(given: argparse.Namespace, slips: frozenset[str], file: TextIO | None) -> None:
    """Go through all sizes; print what is found, and write the items where they are wanted."""
    total: Counter[str] = Counter()
    for size in range(2, given.most + 1):
        start = time.process_time()
        found = classes(size, slips, counting=given.released)
        between = time.process_time()
        told = judged(size, found, released=given.released, one_edge=given.one_edge)
        total += told
        for item in released_items(size, found, given.names) if file is not None else ():
            print(json.dumps(item), file=file)
        seconds = round(between - start, 1), round(time.process_time() - between, 1)
        print(json.dumps({"variables": size, **told, "seconds": seconds}), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"variables": "all", **total, "megabytes": peak}))


if __name__ == "__main__":
    main()
