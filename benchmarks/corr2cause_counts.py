"""Counts that the released generator of Corr2Cause prints, beside those of our model of it.

    python -m benchmarks.corr2cause_counts FOLDER

FOLDER has a file ``N.jsonl`` for every number N of variables from 2 to 6, one class a line in the order of
the program: ``shapes``, the numbers of its DAGs; ``statements``, each independence as the bits of its two
variables and of what they are independent given; ``counts``, for every ordered pair of variables in how
many of the DAGs each of the six relations holds. Whoever has the release can print them from it.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.corr2cause_space import classes
from symcause.families.statements.models.separations import pairs
from symcause.families.statements.problem.problem import Premise
from symcause.families.statements.release.released_generator import SLIPS, Class
from symcause.families.statements.space.faithful_dags import faithful


def printed(file: Path) -> list[dict[str, Any]]:
    """The classes of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def compared(size: int, theirs: list[dict[str, Any]]) -> Counter[str]:
    """Items of both orders of a pair and their labels; those of one order beside our model."""
    ours = classes(size, frozenset(SLIPS), counting=True)
    told: Counter[str] = Counter({"classes": len(theirs), "classes of ours": len(ours)})
    for one, own in zip(theirs, ours, strict=True):
        told["premises alike"] += _stated(own, size) == {tuple(each) for each in one["statements"]}
        premise = Premise(size, own.first.independent, (0,) * len(own.first.independent), True)
        dag, members = bool(faithful(premise).members), len(one["shapes"])
        counts = {(x, y): rest for x, y, *rest in one["counts"]}
        for (x, y), numbers in counts.items():
            told["items in both orders"] += 6
            told["label 1 in both orders"] += sum(number == members for number in numbers)
            if x > y:
                continue
            turned = counts[y, x][5] == members
            told["pairs with two labels of one confounder"] += turned != (numbers[5] == members)
            for bit, number in enumerate(numbers):
                mine = own.counts[x, y, bit]
                alike = (number == members) == (mine == own.members)
                told["items"] += 1
                told["label 1"] += number == members
                told["labels alike"] += alike
                told["labels alike, of a DAG"] += alike and dag
                told["counts alike"] += (number, members) == (mine, own.members)
    return told


def _stated(own: Class, size: int) -> set[tuple[int, int]]:
    return {
        (1 << x | 1 << y, z)
        for (x, y), sets in zip(pairs(size), own.first.independent, strict=True)
        for z in range(1 << size)
        if sets >> z & 1
    }


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("folder", type=Path, help="files 2.jsonl to 6.jsonl")
    given = reader.parse_args()
    total: Counter[str] = Counter()
    for size in range(2, 7):
        told = compared(size, printed(given.folder / f"{size}.jsonl"))
        print(json.dumps({"variables": size, **told}), flush=True)
        total += told
    share = 100 * total["label 1 in both orders"] / total["items in both orders"]
    print(json.dumps({"variables": "all", **total, "per cent": round(share, 3)}))


if __name__ == "__main__":
    main()
