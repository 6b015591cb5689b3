"""What an answer leaves behind in a scoring run, by family: nothing, once its system and problem are known.

Answers of forty systems to a bundled problem of each family go through the family's part in ``symcause
score``, where each of them counts (as from files of their own); rates in their documents are replaced by
random ones, so that no two need agree in them. Python's own account of memory is read after ten thousand
answers and at the end. What is resampled is added up for each system and problem: so the *first* answer of
a system to a problem does leave something, measured by forty systems that answer more and more problems.
"""

from __future__ import annotations

import gc
import json
import random
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from symcause.formats.pools.problem_files import read_problems
from symcause.registry import families, family_of, load

TITLE = "Memory of scoring by family (bound: at most 5 bytes an answer)"

_EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
_FILES = ("pool.jsonl", "crystal.json", "world.json", "boats.json", "flood.txt")
_SYSTEMS, _FIRST = 40, 10_000


def run(quick: bool) -> list[str]:
    """One line per family."""
    most = 50_000 if quick else 1_000_000
    lines = [
        "| family | answers | bytes an answer | bytes a first answer |",
        "| --- | ---: | ---: | ---: |",
    ]
    for family in families():
        if family.scoring is not None:
            found = bytes_an_answer(family.name, most)
            if found is not None:
                first = bytes_a_first_answer(family.name, most // 200)
                lines.append(f"| {family.title} | {most:,} | {found:.2f} | {first:.0f} |")
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


def bytes_a_first_answer(family: str, problems: int) -> float:
    """How much memory grows from a tenth of the problems on, all of them answered by every system."""
    scoring, lines = _lines(family)
    pool, line = lines[0]
    problem = next(p for _, p in _problems(family) if p.id == line["problem"])
    rng = random.Random(2)
    for number in range(problems):
        scoring.enter(replace(problem, id=f"p{number}"), pool)
    tracemalloc.start()
    for number in range(problems):
        for system in range(_SYSTEMS):
            answer = {**_varied(rng, line), "model": f"m{system}", "problem": f"p{number}"}
            scoring.take(answer, pool)
        if number + 1 == problems // 10:
            gc.collect()
            before, _ = tracemalloc.get_traced_memory()
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / (_SYSTEMS * (problems - problems // 10))


def _problems(family: str) -> Iterator[tuple[str, Any]]:
    """The bundled problems of a family, with their files."""
    for file in map(str, (_EXAMPLES / name for name in _FILES)):
        for item in read_problems(file, question="score"):
            if item.problem is not None and family_of(item.problem).name == family:
                yield file, item.problem


def _lines(family: str) -> tuple[Any, list[tuple[str, dict[str, Any]]]]:
    """A run's part of the family, and lines of answers to its examples."""
    scoring, found = None, []
    for file, problem in _problems(family):
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
