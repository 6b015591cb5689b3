"""Text graphs: alignments with few pairs and with all, certificates checked again, answers scored.

The gold graphs are sparse (1.5 edges a node, or 2 where said). With few allowed pairs the answer is a noisy
renamed copy and the true pair is among the allowed ones; with all pairs the graphs are unrelated, the
hardest case. Times are CPU seconds of this machine, children included; memory is the peak of a process that
scores answers one by one, as ``symcause score`` does.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import median
from time import process_time

from symcause.budgets import Meter
from symcause.families.textgraph.alignment.best_alignment import Alignment, alignments
from symcause.families.textgraph.bounds import ALIGNMENT_STEPS
from symcause.families.textgraph.certify.alignment_certificate import certificate
from symcause.families.textgraph.files.answer.answer_response import Response
from symcause.families.textgraph.problem.alignment_task import AlignmentTask
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.questions.score import TextGraphScoring
from symcause.families.textgraph.verifier.kernel import verify
from symcause.scoring.bootstrap import Bootstrap

TITLE = "Text graphs (bounds: few pairs optimal in 2 s; 100,000 answers in 500 MB)"

Edge = tuple[str, str]


def run(quick: bool) -> list[str]:
    """Alignments by kind of task, then scoring."""
    runs = 3 if quick else 10
    cases: list[tuple[str, Callable[[int], AlignmentTask], int]] = [
        *(
            (
                f"{n} nodes, {k} pairs a node",
                lambda seed, n=n, k=k: _planted(n, k, 0.6, seed),  # type: ignore[misc]
                ALIGNMENT_STEPS,
            )
            for n in (25, 80, 140)
            for k in (3, 5, 10)
        ),
        (
            "140 nodes, 5 pairs, little in common",
            lambda seed: _planted(140, 5, 0.1, seed),
            ALIGNMENT_STEPS,
        ),
        (
            "8 nodes, all pairs, 2 edges a node",
            lambda seed: _unrelated(8, 16, seed),
            ALIGNMENT_STEPS,
        ),
        (
            "10 nodes, all pairs, 2 edges a node",
            lambda seed: _unrelated(10, 20, seed),
            ALIGNMENT_STEPS,
        ),
        ("25 nodes, all pairs", lambda seed: _unrelated(25, 37, seed), ALIGNMENT_STEPS),
        ("50 nodes, all pairs", lambda seed: _unrelated(50, 75, seed), 6 * ALIGNMENT_STEPS),
    ]
    lines = [
        "| task | optimal | median s | most s | gap | verified in s |",
        "| --- |" + " ---: |" * 5,
    ]
    for name, make, steps in cases:
        lines.append(_line(name, [make(seed) for seed in range(runs)], steps))
    count = 20_000 if quick else 100_000
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        seconds, megabytes = pool.submit(_scored, count).result()
    lines += ["", f"{count:,} answers scored in {seconds:.0f} s, {megabytes} MB at most"]
    return lines


def _line(name: str, tasks: list[AlignmentTask], steps: int) -> str:
    times, gaps, checks, optimal = [], [], [], 0
    for task in tasks:
        start = _spent()
        found = list(alignments(task, budget=Meter(steps), seed=0))[-1]
        times.append(_spent() - start)
        optimal += found.optimal
        gaps.append(found.high - found.low)
        checks.append(_verified(task, found))
    gap = f"{min(gaps)}–{max(gaps)}" if any(gaps) else "0"
    return (
        f"| {name} | {optimal} of {len(tasks)} | {median(times):.2f} | {max(times):.2f} | {gap} "
        f"| {max(checks):.2f} |"
    )


def _spent() -> float:
    """CPU seconds so far, those of finished children included: the solver works in one."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return process_time() + children.ru_utime + children.ru_stime


def _verified(task: AlignmentTask, found: Alignment) -> float:
    """The time that the kernel takes to accept the certificate."""
    names = task.gold_nodes
    gold = TextGraph.of("gold", names, [(names[u], names[v]) for u, v in task.gold_edges])
    document = json.loads(json.dumps(certificate(gold, found).to_dict()))
    start = process_time()
    assert verify(gold, document).accepted
    return process_time() - start


def _edges(rng: Random, nodes: int, count: int) -> list[Edge]:
    found: set[Edge] = set()
    while len(found) < count:
        a, b = rng.sample(range(nodes), 2)
        found.add((f"n{a:03d}", f"n{b:03d}"))
    return sorted(found)


def _planted(nodes: int, pairs: int, keep: float, seed: int) -> AlignmentTask:
    rng = Random(f"{nodes}:{pairs}:{seed}")
    names = [f"n{i:03d}" for i in range(nodes)]
    gold = _edges(rng, nodes, nodes * 3 // 2)
    renamed = dict(zip(names, rng.sample(names, nodes), strict=True))
    answer = {(renamed[a], renamed[b]) for a, b in gold if rng.random() < keep}
    answer |= set(_edges(rng, nodes, len(gold) - len(answer)))
    allowed = {(name, other) for name in names for other in rng.sample(names, pairs - 1)}
    return AlignmentTask.of(gold, answer, allowed | set(renamed.items()))


def _unrelated(nodes: int, edges: int, seed: int) -> AlignmentTask:
    rng = Random(f"{nodes}:{seed}")
    return AlignmentTask.of(_edges(rng, nodes, edges), _edges(rng, nodes, edges))


def _scored(count: int) -> tuple[float, int]:
    """Score this many answers of ten models to 292 graphs, tables included."""
    rng = Random(1)
    run = TextGraphScoring()
    problems = []
    for number in range(292):
        edges = _edges(rng, 25, 37)
        nodes = sorted({end for edge in edges for end in edge})
        problems.append(TextGraph.of(str(number), nodes, edges, text="word " * 2_000))
        run.enter(problems[-1], "pool")
    scorers = [run.scorer(problem) for problem in problems]
    start = process_time()
    for number in range(count):
        at = number % len(problems)
        kept = problems[at].graph.edges[: rng.randrange(37)]
        items = [{"source": s, "sink": t} for s, t in kept]
        text = Response.of(json.dumps({"relationships": items}), "free", str(number))
        run.take(run.score(scorers[at], f"model {number % 10}", text), "pool")
    run.tables(Bootstrap(100))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return process_time() - start, peak // (1 << 20 if sys.platform == "darwin" else 1 << 10)
