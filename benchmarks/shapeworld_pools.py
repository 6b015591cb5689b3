"""ShapeWorld: audits of released transcripts in bulk.

Transcripts as the released generator and an agent that acts at random would leave them: worlds of four to
seven shapes, each pair an edge with probability one half, all shapes moving at the start, at most 2n steps.
Written as cleaned transcripts, read again, audited as the pool that they are. The bounds we promise, after
the first transcripts of each size: at most 60 ms of processor time a record with seven shapes, 20 with
fewer; a folder of 2,000 within two minutes on two cores.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import DEVNULL
from subprocess import run as execute
from tempfile import TemporaryDirectory
from time import monotonic, process_time

from symcause.audits.question import answered
from symcause.families.shapeworld.models.causal_relations import closure
from symcause.families.shapeworld.models.dynamics import Action, after
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.questions.audit import Audit
from symcause.families.shapeworld.release.transcript_records import write_transcript
from symcause.formats.pools.problem_files import read_problems

TITLE = (
    "ShapeWorld in bulk (bounds: 60 ms a record with 7 shapes, 20 ms below; 2,000 records in 2 min)"
)

SIZES = (4, 5, 6, 7)
_NAMES = ("circle", "square", "triangle", "star", "hexagon", "octagon", "ellipse")


def run(quick: bool) -> list[str]:
    """Record by record in this process, then a folder by the command line."""
    with TemporaryDirectory() as folder:
        for size in SIZES:
            made = [_played(size, seed) for seed in range(50 if quick else 500)]
            text = "".join(write_transcript(one, i == 0) for i, one in enumerate(made))
            (Path(folder) / f"agent{size}_random.txt").write_text(text)
        return [*_records(Path(folder)), "", *_command(folder, 4 * (50 if quick else 500))]


def _played(size: int, seed: int) -> ShapeWorldProblem:
    rng = Random(f"bulk {size} {seed}")
    children = [0] * size
    for x in range(size):
        for y in range(x + 1, size):
            children[x] |= (rng.random() < 0.5) << y
    effects, shapes = closure(children), tuple(rng.sample(_NAMES, size))
    cause, effect = sorted(rng.sample(range(size), 2))
    case = ShapeWorldProblem("one", shapes, shapes[cause], shapes[effect], shapes)
    state, lines = (1 << size) - 1, list[Step]()
    while not lines or (len(lines) < 2 * size and rng.random() < 0.65):
        shape = rng.randrange(size)
        action = Action.HOLD if state >> shape & 1 else Action.MOVE
        if rng.random() < 0.1:
            action = rng.choice(list(Action))
        state = after(effects, state, action, shape)
        lines.append(Step(str(action), shapes[shape], case.names(state)))
    said = "no" if effects[cause] >> effect & 1 else "yes"  # only failures are released
    return replace(case, transcript=tuple(lines), answer=said)


def _records(folder: Path) -> list[str]:
    rows = [
        "Audits in one process, processor milliseconds a record after the first two:",
        "",
        "| shapes | records | mean | most | worst case known | expectation known |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    question = Audit(pooled=True)
    for size in SIZES:
        problems = [item.problem for item in read_problems(folder / f"agent{size}_random.txt")]
        times, worst, expected = [], 0, 0
        for problem in problems:
            began = process_time()
            found = answered(question, problem)
            times.append(1000 * (process_time() - began))
            worst += found.optimum is not None and found.optimum.worst_case is not None
            expected += found.optimum is not None and found.optimum.expected is not None
        mean, most = sum(times[2:]) / len(times[2:]), max(times[2:])
        rows.append(
            f"| {size} | {len(problems)} | {mean:.1f} | {most:.0f} | {worst} | {expected} |"
        )
    return rows


def _command(folder: str, records: int) -> list[str]:
    began, before = monotonic(), getrusage(RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "symcause", "audit", folder, "--json", "--jobs", "2"]
    execute(command, stdout=DEVNULL, check=False)
    used, seconds = getrusage(RUSAGE_CHILDREN), monotonic() - began
    spent = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    told = f"{spent:.0f} s of processor time, {seconds:.0f} s on the clock"
    return [f"`symcause audit FOLDER --jobs 2`, {records} records: {told}."]
