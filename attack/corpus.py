"""The files that are damaged: everything bundled, the published data where it is at hand, and what the
commands themselves write (certificates, results).

``SYMCAUSE_DATA`` names the published data; without it a folder ``shared/data`` beside the project is used.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from attack.families import ANSWERS, BESIDE, MIXED, PREDICTIONS, PROBLEMS
from symcause.errors import SymcauseError
from symcause.formats.pools.problem_files import read_problems

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"

GRAPHS = {
    "edges.txt": b"A -> B\nB -> C\nA -> C\nC -> D\nE\n# a comment\n",
    "graph.dot": b'digraph g {\n  A -> B [label="x"];\n  B -> C -> D;\n  E;\n}\n',
    "graph.csv": b",A,B,C\nA,0,1,1\nB,0,0,1\nC,0,0,0\n",
    "graph.json": b'{"directed": true, "multigraph": false, "graph": {}, "nodes": [{"id": "A"}, '
    b'{"id": "B"}, {"id": "C"}], "edges": [{"source": "A", "target": "B"}, '
    b'{"source": "B", "target": "C"}]}\n',
    "graph.graphml": b'<?xml version="1.0" encoding="utf-8"?>\n'
    b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><graph edgedefault="directed">'
    b'<node id="A"/><node id="B"/><node id="C"/><edge source="A" target="B"/><edge source="B" target="C"/>'
    b"</graph></graphml>\n",
}

CERTIFIED = ("unique", "ambiguous", "shapes", "crystal", "episode")
"""Examples whose audits give certificates."""

PLAYED = ("world", "ordered", "episode", "boats")
"""Examples that are played: a transcript of each family."""

SHORT = 30_000
"""Bytes of a file that is mostly taken whole."""

_PROOF = ".certificate.json"
_EPISODE = ".episode.jsonl"
_PUBLISHED = (".json", ".jsonl", ".yaml", ".csv", ".txt")

PRESETS = (
    b"[small]\nvariables = 5\nroots = 2\n\n[other]\nvariables = 6\nroots = 2\nmax_parents = 2\n"
    b'setting = "ordered"\n'
)


@dataclass(frozen=True)
class Seed:
    """A file before it is damaged."""

    name: str
    data: bytes


@dataclass(frozen=True)
class Corpus:
    """The files by what they are."""

    problems: tuple[Seed, ...]
    foreign: tuple[Seed, ...]
    strange: tuple[Seed, ...]
    answers: tuple[Seed, ...]
    predictions: tuple[Seed, ...]
    logs: tuple[Seed, ...]
    certificates: tuple[Seed, ...]
    results: tuple[Seed, ...]
    graphs: tuple[Seed, ...]
    presets: tuple[Seed, ...]
    episodes: tuple[Seed, ...]
    beside: tuple[Seed, ...]

    @property
    def single(self) -> tuple[Seed, ...]:
        """Files of ours that hold one problem."""
        return tuple(seed for seed in self.problems if not seed.name.endswith(".jsonl"))

    def named(self, name: str) -> Seed:
        """The problem, or the file that an option names, of this name."""
        return next(seed for seed in (*self.problems, *self.beside) if seed.name == name)

    def answer_to(self, rng: Random, problem: Seed) -> Seed:
        """An answer, mostly one to this problem."""
        stem = problem.name.split(".")[0]
        own = [seed for seed in self.answers if seed.name.startswith(stem + ".")]
        return rng.choice(own if own and rng.random() < 0.9 else self.answers)


def published() -> Path | None:
    """The folder of the published data, if it is at hand."""
    named = os.environ.get("SYMCAUSE_DATA")
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    return folder if folder.is_dir() else None


@cache
def ready_corpus(every: int = 1) -> Corpus:
    """All files, made once in a process: they are the same for every seed."""
    from attack.running import SECONDS, preload, run_in

    preload()
    with TemporaryDirectory(prefix="attack-") as name:
        made = Path(name) / "made"
        made.mkdir()
        return corpus(made, lambda arguments: run_in(arguments, made, Path(name), SECONDS), every)


def corpus(folder: Path, run: Callable[[Sequence[str]], object], every: int = 1) -> Corpus:
    """All files; *run* runs a command in *folder*, to make certificates and results.

    Of the published ones every so many: whether a file holds problems is known once it has been read.
    """
    bundled = _files(EXAMPLES, (".json", ".jsonl", ".txt"))
    answers = _files(EXAMPLES / "answers", (".json", ".txt"))
    answers += tuple(seed for seed in bundled if ".answer." in seed.name)
    logs = tuple(seed for seed in bundled if seed.name.endswith(".log.jsonl"))
    predictions = tuple(seed for seed in bundled if seed.name.startswith("predictions"))
    apart = {*answers, *logs, *predictions}
    problems = tuple(seed for seed in bundled if seed not in apart) + _seeds(PROBLEMS)
    problems += (_mixed(problems),)
    _made(folder, run)
    data = published()
    foreign, strange = ((), ()) if data is None else _published(data, every)
    return Corpus(
        problems=problems,
        foreign=foreign,
        strange=strange,
        answers=answers + _seeds(ANSWERS),
        predictions=predictions + _seeds(PREDICTIONS),
        logs=logs,
        certificates=_files(folder, (_PROOF,)),
        results=_files(folder, (".results.jsonl",)),
        graphs=_seeds(GRAPHS),
        presets=(Seed("presets.toml", PRESETS),),
        episodes=_files(folder, (_EPISODE,)),
        beside=_seeds(BESIDE),
    )


def _made(folder: Path, run: Callable[[Sequence[str]], object]) -> None:
    """Certificates and results, by the commands that make them."""
    for name in CERTIFIED:
        run(("audit", str(EXAMPLES / f"{name}.json"), "--certificate", f"{name}.certificate.json"))
    unique, gold = str(EXAMPLES / "unique.json"), str(EXAMPLES / "flood.txt")
    run(("audit", unique, "--claim", "count", "--certificate", "n.certificate.json"))
    answer = str(EXAMPLES / "flood.answer.txt")
    run(("align", gold, answer, "--certificate", "flood.certificate.json"))
    pool = str(EXAMPLES / "pool.jsonl")
    run(("count", pool, "--out", "count.results.jsonl"))
    run(("score", pool, str(EXAMPLES / "predictions.jsonl"), "--out", "score.results.jsonl"))
    for name in PLAYED:
        run(
            (
                "play",
                str(EXAMPLES / f"{name}.json"),
                "--agent",
                "random",
                "--out",
                f"{name}{_EPISODE}",
            )
        )
    missing = [
        name for name in (*CERTIFIED, "n", "flood") if not (folder / f"{name}{_PROOF}").exists()
    ]
    missing += [name for name in PLAYED if not (folder / f"{name}{_EPISODE}").exists()]
    if missing or len(_files(folder, (".results.jsonl",))) != 2:
        raise FileNotFoundError(f"the commands made no certificate, episode or result: {missing}")


def _mixed(problems: Sequence[Seed]) -> Seed:
    """One pool with a problem of each family."""
    wanted = [*(f"{name}.json" for name in MIXED), *PROBLEMS]
    found = [seed for seed in problems if seed.name in wanted]
    return Seed("mixed.jsonl", b"".join(_line(seed.data) for seed in found))


def _line(data: bytes) -> bytes:
    return json.dumps(json.loads(data)).encode() + b"\n"


def _seeds(files: Mapping[str, bytes]) -> tuple[Seed, ...]:
    return tuple(Seed(name, data) for name, data in files.items())


def _files(folder: Path, endings: tuple[str, ...]) -> tuple[Seed, ...]:
    paths = sorted(p for p in folder.iterdir() if p.is_file() and p.name.endswith(endings))
    return tuple(Seed(path.name, path.read_bytes()) for path in paths)


def _published(folder: Path, every: int) -> tuple[tuple[Seed, ...], tuple[Seed, ...]]:
    """What can be read as problems as it stands, and what else lies there: tables, prompts, settings."""
    paths = sorted(p for p in folder.rglob("*") if p.is_file() and p.name.endswith(_PUBLISHED))
    foreign, strange = [], []
    for path in paths[::every]:
        (foreign if problems_in(path) else strange).append(Seed(path.name, path.read_bytes()))
    return tuple(foreign), tuple(strange)


def problems_in(path: Path) -> int:
    """How many problems the file holds; none if one of them cannot be read."""
    try:
        errors = [item.error for item in read_problems(path)]
    except SymcauseError:
        return 0
    return 0 if any(errors) else len(errors)


def portion(rng: Random, seed: Seed) -> bytes:
    """The file, or a few lines of one that has many.

    Short ones are mostly left whole: other files belong to them.
    """
    lines = seed.data.split(b"\n")
    if len(seed.data) < SHORT and rng.random() < 0.8:
        return seed.data
    if seed.name.endswith((".jsonl", ".csv")) and len(lines) > 3:
        start = rng.randrange(len(lines) - 1)
        head = lines[:1] if seed.name.endswith(".csv") else []
        return b"\n".join(head + lines[start : start + rng.choice((1, 1, 2, 3))]) + b"\n"
    return seed.data
