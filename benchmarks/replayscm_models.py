"""Models that ReplaySCM problems leave, counted apart from the engine: every function of every parent set.

    python -m benchmarks.replayscm_models items.runtime.yaml items_block.runtime.yaml

reads problems of the release's format by itself. A model gives every variable that is no root a function of
at most as many variables as the task allows, each of which matters to it; it explains a training world if
every value that was not set there is what its function says. Order, blocks and roots are as disclosed.
Problems with the same training worlds are one.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import combinations, product
from math import prod
from pathlib import Path
from typing import Any

import yaml

Row = dict[str, int]


def cells(problem: dict[str, Any]) -> Iterator[tuple[Row, set[str]]]:
    """Every row of the training worlds, with the variables that were set in it."""
    names = problem["signature"]["variables"]
    for world in problem["worlds"]:
        if not world["split"].startswith("train"):
            continue
        fixed = set(world["intervention"].get("targets") or ())
        for row in world.get("rows") or ():
            yield dict(zip(names, map(int, row), strict=True)), fixed
        for row in world.get("rowsVerbose") or ():
            yield row["values"], fixed


def fits(rows: list[tuple[Row, set[str]]], name: str, parents: tuple[str, ...]) -> int:
    """How many functions of exactly these parents say what is seen of a variable."""
    seen: dict[tuple[int, ...], int] = {}
    for row, fixed in rows:
        if name not in fixed:
            at = tuple(row[parent] for parent in parents)
            if seen.setdefault(at, row[name]) != row[name]:
                return 0
    inputs = list(product((0, 1), repeat=len(parents)))
    free = [at for at in inputs if at not in seen]
    found = 0
    for values in product((0, 1), repeat=len(free)):
        table = seen | dict(zip(free, values, strict=True))
        found += all(
            any(table[at] != table[(*at[:i], 1 - at[i], *at[i + 1 :])] for at in inputs)
            for i in range(len(parents))
        )
    return found


def allowed(task: dict[str, Any], names: list[str]) -> dict[str, list[str]]:
    """From which variables each may be computed, as far as the order is disclosed."""
    kind, order = task["scmPromptVariant"], task["topologicalOrder"]
    if kind == "with_topological_order":
        return {name: order[: order.index(name)] for name in names}
    if kind == "partial_topological_order":
        level = {name: at for at, layer in enumerate(task["topologicalLayers"]) for name in layer}
        return {n: [m for m in names if m != n and level[m] <= level[n]] for n in names}
    return {name: [other for other in names if other != name] for name in names}


def acyclic(parents: dict[str, tuple[str, ...]]) -> bool:
    left = dict(parents)
    while left:
        free = [name for name, above in left.items() if not set(above) & left.keys()]
        if not free:
            return False
        for name in free:
            del left[name]
    return True


def models(problem: dict[str, Any]) -> int:
    """How many models explain the training worlds."""
    task, names = problem["task"]["parameters"], list(problem["signature"]["variables"])
    most = task["maxPredecessorsPerMechanism"]
    rows, may = list(cells(problem)), allowed(task, names)
    ways = {
        name: {
            parents: number
            for size in range(most + 1)  # a constant can be written with variables: (xor X1 X1)
            for parents in combinations(may[name], size)
            if (number := fits(rows, name, parents))
        }
        for name in names
    }
    told = "ROOT_UNKNOWN" not in problem["task"]["taskName"].upper()
    roots = [tuple(task["rootVariables"])] if told else combinations(names, task["rootCount"])
    return sum(_with_roots(ways, [n for n in names if n not in chosen]) for chosen in roots)


def _with_roots(ways: dict[str, dict[tuple[str, ...], int]], inner: list[str]) -> int:
    return sum(
        prod(ways[name][parents] for name, parents in zip(inner, chosen, strict=True))
        for chosen in product(*(ways[name] for name in inner))
        if acyclic(dict(zip(inner, chosen, strict=True)))
    )


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reader.add_argument("files", type=Path, nargs="+", help="problems as the release writes them")
    given, first, left = reader.parse_args(), dict[str, str](), list[int]()
    for file in given.files:
        read = yaml.safe_load(file.read_text(encoding="utf-8"))
        for record in read["problems"]:
            problem = record["problem"]
            key = json.dumps(sorted(json.dumps([*each]) for each in map(_plain, cells(problem))))
            name, alternative = problem["instanceId"], "ALT" in problem["task"]["taskName"].upper()
            found, same = models(problem), first.setdefault(key, name)
            print(json.dumps({"problem": name, "models": found, "same as": same}), flush=True)
            left += [found] if same == name and not alternative else []
    told = {"problem": "all", "distinct": len(set(first)), "without an alternative": len(left)}
    print(json.dumps({**told, "fewest": min(left), "most": max(left)}))


def _plain(cell: tuple[Row, set[str]]) -> tuple[object, object]:
    return sorted(cell[0].items()), sorted(cell[1])


if __name__ == "__main__":
    main()
