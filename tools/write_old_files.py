"""Files of an earlier version, for the test that they are still read: ``tests/old_files``.

``python tools/write_old_files.py PYTHON EXAMPLES FOLDER`` asks the symcause that PYTHON finds, for each
of its families, to count, audit, solve, play, score, generate and certify a few problems of its own
EXAMPLES, and writes all of it into FOLDER, with ``runs.json``: every command, its exit code and what it
made. It is run once per release, in a checkout of it: what is there already is never written anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

MEMBERS = {
    "boolean.jsonl": ("unique.json", "ambiguous.json", "replay.json", "hidden-roots.json"),
    "linear.jsonl": ("crystal.json", "episode.json"),
    "shapeworld.jsonl": ("shapes.json", "world.json"),
    "scenario.jsonl": ("boats.json",),
    "statements.jsonl": ("statements.json",),
    "cpt.jsonl": ("draft.json",),
    "finite.jsonl": ("finite/lock.json", "finite/lock-settled.json"),
}

GRAPH = "A -> B\nB -> C\nC -> D\nA -> C\n"
FLOOD = {
    "format": "symcause.textgraph/1",
    "id": "flood",
    "nodes": ["heavy rain", "flood", "damage", "evacuation", "warning"],
    "edges": [
        {"source": "heavy rain", "target": "flood"},
        {"source": "flood", "target": "damage"},
        {"source": "flood", "target": "evacuation"},
        {"source": "warning", "target": "evacuation"},
    ],
}
DROUGHT = {
    "format": "symcause.textgraph/1",
    "id": "drought",
    "nodes": ["heat", "drought", "fire"],
    "edges": [{"source": "heat", "target": "drought"}, {"source": "drought", "target": "fire"}],
}
ANSWERS = {
    "boolean": [
        ("replay", "near", '{"mechanisms": {"Y": "(not R)"}}'),
        ("replay", "far", '{"mechanisms": {"Y": "R"}}'),
        ("unique", "near", "I cannot say."),
    ],
    "linear": [("episode", "near", '{"prediction": 100}'), ("crystal", "near", "none")],
    "shapeworld": [("shapes", "near", "yes"), ("world", "near", "no"), ("world", "far", "yes")],
    "textgraph": [
        ("flood", "near", "heavy rain -> flood\nflood -> damage"),
        ("flood", "far", "warning -> flood"),
        ("drought", "near", "heat -> drought\ndrought -> fire"),
    ],
    "statements": [("statements", "near", "yes"), ("statements", "far", "It cannot be known.")],
    "cpt": [("draft", "near", "yes"), ("draft", "far", "no")],
    "finite": [("lock-settled", "near", "none"), ("lock", "near", '{"predictions": {}}')],
}

PLAYED, ASKED = ("boolean", "linear", "shapeworld", "finite"), ("statements", "cpt")
"""Families of mechanisms that are found by intervening, and of questions that are asked once."""

RUNS: dict[str, tuple[str, ...]] = {
    **{
        f"{command}.{family}.jsonl": (command, f"{family}.jsonl")
        for command, families in {
            "count": (*PLAYED, *ASKED),
            "audit": (*PLAYED, "scenario", "textgraph", *ASKED),
            "solve": (*PLAYED, "scenario", *ASKED),
            "alternatives": (*PLAYED, *ASKED),
            "next": PLAYED,
        }.items()
        for family in families
    },
    "count.dag.jsonl": ("count", "graph.txt"),
    "next.dag.jsonl": ("next", "graph.txt"),
    **{
        f"play.{family}.jsonl": ("play", f"{family}.jsonl", "--agent", "greedy", "--budget", "3")
        for family in PLAYED
    },
    "play.scenario.jsonl": ("play", "scenario.jsonl", "--agent", "random"),
    **{
        f"score.{family}.jsonl": ("score", f"{family}.jsonl", f"answers.{family}.jsonl", *more)
        for family in ANSWERS
        for more in [("--bootstrap", "0")]
    },
    "score.scenario.jsonl": ("score", "scenario.jsonl", "play.scenario.jsonl", "--bootstrap", "0"),
    "generate.boolean.jsonl": ("generate", "boolean", "--level", "certified", "--count", "2"),
    "generate.linear.jsonl": ("generate", "linear", "--count", "2"),
    "generate.shapeworld.jsonl": ("generate", "shapeworld", "--questions", "2", "--count", "2"),
    "generate.statements.jsonl": ("generate", "statements", "--count", "2"),
    "generate.cpt.jsonl": ("generate", "cpt", "--count", "2"),
}
"""Results that ``--resume`` goes on with: the file that ``--out`` names, and the command."""

CERTIFICATES: dict[str, tuple[str, ...]] = {
    "unique.verdict.json": ("audit", "unique.json"),
    "unique.count.json": ("audit", "unique.json", "--claim", "count"),
    "ambiguous.verdict.json": ("audit", "ambiguous.json"),
    "ambiguous.count.json": ("audit", "ambiguous.json", "--claim", "count"),
    "replay.inseparable.json": ("audit", "replay.json", "--claim", "inseparable"),
    "hidden-roots.verdict.json": ("audit", "hidden-roots.json"),
    "crystal.verdict.json": ("audit", "crystal.json"),
    "crystal.target.json": ("audit", "crystal.json", "--claim", "target"),
    "episode.verdict.json": ("audit", "episode.json"),
    "shapes.verdict.json": ("audit", "shapes.json"),
    "boats.verdict.json": ("audit", "boats.json"),
    "statements.verdict.json": ("audit", "statements.json"),
    "draft.verdict.json": ("audit", "draft.json"),
    "lock.verdict.json": ("audit", "lock.json"),
    "lock-settled.count.json": ("audit", "lock-settled.json", "--claim", "count"),
    "flood.align.json": ("align", "flood.txt", "flood.answer.txt", "--pairs", "all"),
}
"""Certificates: the file, and the command that makes it of its first argument."""

DATASET = ("convert", "boolean.jsonl", "--dataset", "dataset", "--about", "name=old")


def inputs(examples: Path, folder: Path) -> None:
    """The problems and answers that the commands are given."""
    for members in MEMBERS.values():
        for name in members:
            (folder / Path(name).name).write_bytes((examples / name).read_bytes())
    for name in ("episode.log.jsonl", "flood.txt", "flood.answer.txt", "finite/dials.toml"):
        (folder / Path(name).name).write_bytes((examples / name).read_bytes())
    (folder / "graph.txt").write_text(GRAPH, encoding="utf-8")
    pools = {
        pool: [json.loads((examples / name).read_bytes()) for name in names]
        for pool, names in MEMBERS.items()
    }
    for pool, found in {**pools, "textgraph.jsonl": [FLOOD, DROUGHT]}.items():
        _lines(folder / pool, found)
    for family, said in ANSWERS.items():
        rows = [{"instanceId": i, "model": m, "response": r} for i, m, r in said]
        _lines(folder / f"answers.{family}.jsonl", rows)


def _lines(path: Path, documents: list[dict[str, object]]) -> None:
    text = "".join(json.dumps(document) + "\n" for document in documents)
    path.write_text(text, encoding="utf-8")


def made(python: str, folder: Path) -> list[dict[str, object]]:
    """Every command that was run, its exit code and the file that it made."""
    found: list[dict[str, object]] = []

    def run(kind: str, makes: str, *command: str) -> None:
        ended = subprocess.run(
            [python, "-m", "symcause", *command], cwd=folder, capture_output=True, text=True
        )
        if not (folder / makes).exists():
            sys.exit(f"{' '.join(command)}: {ended.stderr}")
        found.append({"kind": kind, "command": command, "makes": makes, "code": ended.returncode})

    for name, command in RUNS.items():
        run("results", name, *command, "--out", name)
    for name, command in CERTIFICATES.items():
        run("certificate", name, *command, "--certificate", name)
    run("dataset", "dataset", *DATASET)
    return found


if __name__ == "__main__":
    interpreter, source, target = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    target.mkdir(parents=True)  # never over what is there
    inputs(source, target)
    text = json.dumps(made(interpreter, target), indent=1)
    (target / "runs.json").write_text(text + "\n", encoding="utf-8")
