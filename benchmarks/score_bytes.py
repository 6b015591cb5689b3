"""What an answer leaves behind in a scoring run, by family: nothing, once its kind is known.

Answers of forty systems to a bundled problem of each family go through the family's part in ``symcause
score``; rates in their documents are replaced by random ones, so that no two need agree in them. Python's
own account of memory is read after ten thousand answers and at the end.
"""

from __future__ import annotations

import gc
import json
import random
import tracemalloc
from pathlib import Path
from typing import Any

from symcause.formats.files import read_problems
from symcause.registry import families, family_of, load

TITLE = "Memory of scoring by family (bound: at most 5 bytes an answer)"

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_FILES = ("pool.jsonl", "crystal.json", "world.json", "boats.json", "flood.txt")
_SYSTEMS, _FIRST = 40, 10_000


def run(quick: bool) -> list[str]:
    """One line a family."""
    most = 50_000 if quick else 1_000_000
    lines = ["| family | answers | bytes an answer |", "| --- | ---: | ---: |"]
    for family in families():
        if family.scoring is not None:
            found = bytes_an_answer(family.name, most)
            if found is not None:
                lines.append(f"| {family.title} | {most:,} | {found:.2f} |")
    return lines


def bytes_an_answer(family: str, most: int) -> float | None:
    """How much memory grows from ten thousand answers on; None if no example is of the family."""
    scoring, lines = _lines(family)
    if not lines:
        return None
    rng = random.Random(1)
    answers = [(pool, _varied(rng, line)) for pool, line in lines for _ in range(_SYSTEMS)]
    tracemalloc.start()
    for number in range(most):
        pool, line = answers[number % len(answers)]
        scoring.take(line, pool)
        if number + 1 == _FIRST:
            gc.collect()
            before, _ = tracemalloc.get_traced_memory()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / (most - _FIRST)


def _lines(family: str) -> tuple[Any, list[tuple[str, dict[str, Any]]]]:
    """A run's part of the family, and lines of answers to its examples."""
    scoring, found = None, []
    for file in map(str, (_EXAMPLES / name for name in _FILES)):
        for item in read_problems(file, question="score"):
            problem = item.problem
            if problem is None or family_of(problem).name != family:
                continue
            scoring = scoring or load(family_of(problem).scoring or "")()
            scoring.enter(problem, file)
            scorer = scoring.scorer(problem)
            texts = ("{}", '{"answer": "yes"}', "no answer")
            found += [(file, scoring.score(scorer, "m", text)) for text in texts]
    return scoring, found


def _varied(rng: random.Random, line: dict[str, Any]) -> dict[str, Any]:
    """The answer of some system, with rates of its own."""
    copy = json.loads(json.dumps(line))
    rates = {key: rng.random() for key, value in copy.items() if isinstance(value, float)}
    return {**copy, **rates, "model": f"m{rng.randrange(_SYSTEMS)}"}
