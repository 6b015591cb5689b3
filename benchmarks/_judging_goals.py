"""Goals of judging: scenarios audited, runs of agents judged with regret, many answers scored."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import Any

from benchmarks.problems import make_problem
from benchmarks.scenario import MODELS
from symcause.episodes.agents import played
from symcause.episodes.episode import Episode
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.families.boolean.episode.rules import BooleanRules
from symcause.families.linear.episode.rules import LinearRules
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.scenario.questions.audit import Audit
from symcause.families.scenario.release.game_reader import published
from symcause.families.shapeworld.episode.rules import ShapeWorldRules
from symcause.families.shapeworld.generator.published_cases import core_cases
from symcause.formats.pools.problem_writer import write_problem
from symcause.grammar import to_sexpr
from symcause.registry import family_of

_PROBLEMS, _SYSTEMS, _MEGABYTES = 1_300, 20, 300


def lines(quick: bool, line: Callable[[str, float, float], str]) -> list[str]:
    """One line a goal."""
    names = list(MODELS.values())[-2:] if quick else list(MODELS.values())
    what = f"scenario audit, median of {len(names)} published games"
    audits = [_seconds(lambda name=name: list(Audit().answers(published(name)))) for name in names]
    number = 4 if quick else 12
    runs = {
        "Boolean, n = 6 and 8": [
            (make_problem(6 + 2 * (i % 2), 3, 3, 6, 11, seed=i), BooleanRules())
            for i in range(number)
        ],
        "linear": [(draw(LinearOptions(), 1, i), LinearRules()) for i in range(number)],
        "ShapeWorld": [(case, ShapeWorldRules()) for case in islice(core_cases(), number)],
    }
    judged = [
        line(f"a step of a run judged with regret, {kind}", 0.02, median(map(_step, given)))
        for kind, given in runs.items()
    ]
    worst = line("scenario audit, the longest of them", 6.0, max(audits))
    return [
        line(what, 2.0, median(audits)),
        worst,
        *judged,
        *_scored(5_000 if quick else 100_000, line),
    ]


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def _step(given: tuple[Any, Any]) -> float:
    """Seconds a step: what was left, the best action before it, and how few would have done."""
    problem, rules = given
    run = played(Episode(problem, rules, seed=1, agent="random"), "random").transcript
    frame = EpisodeDocument(family=family_of(problem).name, problem=problem.id)
    return _seconds(lambda: list(judgements(frame, problem, run))) / max(len(run.steps), 1)


def _scored(answers: int, line: Callable[[str, float, float], str]) -> Iterator[str]:
    """Answers that mostly differ, in prose, by several systems to a pool of published size."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder, answers)
        few = folder / "few.jsonl"
        few.write_text("".join(_head(folder / "answers.jsonl", answers // 5)), encoding="utf-8")
        least, _, _ = _command(folder, few)
        most, first, megabytes = _command(folder, folder / "answers.jsonl")
    each = (most - least) / (answers - answers // 5)
    what = f"score, {answers:,} answers of {_SYSTEMS} systems to {_PROBLEMS:,} problems"
    yield line(f"{what}: one more answer", 0.00015, each)
    yield line(f"{what}: until the first line, by the clock", 2.0, first)
    met = "met" if megabytes <= _MEGABYTES else "missed"
    yield f"| {what}: memory | ≤ {_MEGABYTES} MB | {megabytes:.0f} MB | {met} |"


def _head(path: Path, rows: int) -> Iterator[str]:
    with path.open(encoding="utf-8") as file:
        yield from (row for _, row in zip(range(rows), file, strict=False))


def _write(folder: Path, answers: int) -> None:
    """A pool of copies of few problems, and the answers to it."""
    rng, few = random.Random(1), [make_problem(8, 3, 4, 8, 11, seed=seed) for seed in range(26)]
    documents = [write_problem(problem) for problem in few]
    with (folder / "pool.jsonl").open("w", encoding="utf-8") as file:
        for i in range(_PROBLEMS):
            file.write(json.dumps({**documents[i % len(few)], "id": f"p{i}"}) + "\n")
    with (folder / "answers.jsonl").open("w", encoding="utf-8") as file:
        for _ in range(answers):
            i = rng.randrange(_PROBLEMS)
            row = {"instanceId": f"p{i}", "model": f"system {rng.randrange(_SYSTEMS)}"}
            file.write(json.dumps({**row, "response": _text(rng, few[i % len(few)])}) + "\n")


def _text(rng: random.Random, problem: Any) -> str:
    """Three answers in ten are right; in others about half of the mechanisms are changed."""
    right, mechanisms = rng.random() < 0.3, {}
    order, roots = problem.gold.mentioned_order(), problem.disclosure.roots or ()
    for place, name in enumerate(order):
        gold = to_sexpr(problem.gold.mechanisms[name])
        if not right and rng.random() < 0.5:
            a, b, c = (rng.choice((*roots, *order[:place])) for _ in range(3))
            one, two = (rng.choice(("and", "or", "xor", "iff")) for _ in range(2))
            gold = f"({one} {gold} (not {a}) ({two} {b} {c}))"
        mechanisms[name] = gold
    prose = "I looked at the rows one after the other and at what changes. " * 8
    return f"{prose}\n```json\n{json.dumps({'mechanisms': mechanisms})}\n```\n"


_LAUNCHER = (
    "import resource, subprocess, sys\n"
    "code = subprocess.call(sys.argv[1:])\n"
    "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)\n"
    "sys.exit(code)"
)
"""Starts a command from a small process: until it is itself, a child has the memory of its parent."""


def _command(folder: Path, answers: Path) -> tuple[float, float, float]:
    """CPU seconds of the command, seconds until its first line, and megabytes."""
    words = ["score", str(folder / "pool.jsonl"), str(answers), "--json", "--bootstrap", "10"]
    asked = [sys.executable, "-c", _LAUNCHER, sys.executable, "-m", "symcause", *words]
    began = monotonic()
    with (folder / "told").open("wb") as told:
        process = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=told)
    assert process.stdout is not None
    process.stdout.readline()
    first = monotonic() - began
    while process.stdout.read(1 << 20):
        pass
    _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, "the answers could not be scored"
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    most = int((folder / "told").read_text(encoding="utf-8").split()[-1])
    return used.ru_utime + used.ru_stime, first, most / unit
