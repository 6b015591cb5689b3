"""What reads, writes and verifies files: the same commands for every family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tools.corpus.asked import BOOLEAN, FINITE, LINEAR, SHAPEWORLD
from tools.corpus.command import Command, one
from tools.corpus.recipes import CERTIFIED, MADE, PRESETS, PROVEN

PROBLEMS = {
    **{f"examples/{name}.json": "boolean" for name in BOOLEAN},
    **{f"examples/{name}.json": "linear" for name in LINEAR},
    **{f"examples/{name}.json": "shapeworld" for name in SHAPEWORLD},
    "examples/boats.json": "scenario",
    "examples/statements.json": "statements",
    "data/samples.jsonl": "textgraph",
    "examples/draft.json": "cpt",
    **{f"examples/finite/{name}.json": "finite" for name in FINITE},
}
"""Problems that a prompt can be written of, and their families."""

PICTURES = ("dot", "graphml", "svg", "latex")
TARGETS = {
    ("examples/ordered.json", "boolean"): (
        *("boolean", "finite", "jsonl", "replayscm", "sympy", "bnet", "sif", *PICTURES),
    ),
    ("examples/crystal.json", "linear"): ("linear", "jsonl", *PICTURES),
    ("made/forks.txt", "dag"): (
        *("dag", "edges", "csv", "gml", "dagitty", "tetrad", "sif", "causal-learn", "pcalg"),
        *("jsonl", "dot", "graphml", "svg"),
    ),
    ("examples/world.json", "shapeworld"): (
        *("shapeworld", "jsonl", "causallink", "causallink-failures", "dot", "graphml", "svg"),
    ),
    ("examples/boats.json", "scenario"): ("scenario", "jsonl"),
    ("examples/statements.json", "statements"): ("statements", "jsonl"),
    ("examples/flood.txt", "textgraph"): ("textgraph",),
    ("examples/draft.json", "cpt"): ("cpt", "jsonl"),
    ("examples/finite/lock.json", "finite"): ("finite", "jsonl"),
    ("data/samples.jsonl --id 1100", "textgraph"): ("jsonl", "recite", "edges", "csv", "dot"),
}
"""What a problem of each family is written to."""


def commands() -> Iterator[Command]:
    yield from _read_and_written()
    yield from _verified()
    yield from _generated()
    yield one("schema")
    for name in ("boolean", "linear", "boolean.audit", "linear.next", "verify"):
        yield one(f"schema {name}")


def _read_and_written() -> Iterator[Command]:
    for file, family in PROBLEMS.items():
        yield replace(one(f"prompt {file} --json"), family=family)
        yield replace(one(f"convert {file}"), family=family)
    yield one("prompt examples/ambiguous.json --allow-abstain --json")
    yield one("prompt examples/ordered.json --template released --json")
    yield one("prompt examples/world.json --template cot_instructed_limit_step --json")
    yield one("prompt data/samples.jsonl --task names --json")
    for (file, family), targets in TARGETS.items():
        for target in targets:
            yield replace(one(f"convert {file} --to {target}"), family=family)
    yield one("convert examples/pool.jsonl --id ordered --to replayscm")
    yield one("convert examples/pool.jsonl --heldout 3 --seed 1")
    yield one("convert examples/rows.csv --id problem --gold examples/rows-gold.jsonl --errors 1")
    yield one("convert examples/pool.jsonl --dataset dataset")
    yield one("convert data/sample.runtime.yaml --predictions")
    for name in ("3nodes", "4nodes_hidden_n1", "4nodes_quad_hard"):
        simulate = f"convert data/{name}.jsonl --simulate --seed 5 --records 3"
        yield one(f"{simulate} --out simulated.jsonl")


def _verified() -> Iterator[Command]:
    for name, (_, problem, *_) in PROVEN.items():
        yield one(f"verify {problem} made/{name} --json")
    for pool in CERTIFIED:
        yield one(f"verify made/{pool} --json")
    for name in ("altitude/altitude-41-0", "survivors/survivors-43-0"):
        yield one(f"verify made/{name}.scenario.json made/{name}.certificate.json --json")
    first, second = (f"made/assigned/assigned-42-0{twin}" for twin in ("", "-twin"))
    proof = f"{second}.certificate.json"
    yield one(f"verify {first}.scenario.json {proof} --twin {second}.scenario.json --json")


def _generated() -> Iterator[Command]:
    for name, given in MADE.items():
        out = "" if name.endswith(".jsonl") else " --out made-here"
        yield one(f"generate {' '.join(given)}{out}")
    for given in PRESETS.values():
        yield one(f"generate {' '.join(given)}")
    yield one("generate alternative examples/pool.jsonl --answers examples/predictions.jsonl")
    yield one("generate boolean --list")
