"""``python -m tests.bounds.discovery``: samples with which a bound without a test is met.

Every sample is asked once while it is recorded which lines it executes. Then each bound is made small for
the quickest samples that read it: where the answer changes, the least value that changes nothing is
looked for; where it does not although the bound has decided something, both ways give the same. What is
found is printed, a line of JSON each, for :mod:`tests.bounds.weakened` and :mod:`tests.bounds.unchanged`.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

from symcause.processes import pools
from symcause.processes.pools import Local
from tests import at_hand
from tests.bounds import said
from tests.bounds.lines import lines
from tests.bounds.reach import Lines, executed, reaches
from tests.bounds.samples import COMMAND, answered, samples
from tests.bounds.shadow import Shadow
from tests.bounds.stops import bounded, forget, stated
from tests.bounds.test_stops import untested
from tests.bounds.weaker import contradictions

PATIENCE = 2.0
"""Seconds of the processor for one answer: modules may have to be loaded first."""

TOO_LONG = "too long"

BATCH = 60
"""Samples that are recorded before bounds are tried on them."""


class TooLong(BaseException):
    """An answer with a small bound takes longer than anybody waits for it."""


class Sample(NamedTuple):
    """A problem and a question, how long the answer takes, what it is and what it executes."""

    problem: str
    question: str
    seconds: float
    whole: dict[str, Any]
    lines: Lines


def _alarm(*_: object) -> None:
    raise TooLong


def asked(problem: str, question: str) -> tuple[Any, float]:
    """An answer and its seconds; words for one that is none."""
    began = process_time()
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        told: Any = answered(problem, question)
    except TooLong:
        told = TOO_LONG
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return told, process_time() - began


def recorded(asking: Iterable[tuple[str, str]], patience: float) -> Iterator[Sample]:
    """Those samples that take no longer than this and say the same twice."""
    for problem, question in asking:
        forget()
        first = list[Any]()
        seen = executed(lambda: first.append(asked(problem, question)[0]))  # noqa: B023
        if not isinstance(first[0], dict) or first[0].get("code") == 2:
            continue
        told, seconds = asked(problem, question)
        if told == first[0] and seconds <= patience:
            yield Sample(problem, question, seconds, told, seen)


def found(key: str, near: list[Sample]) -> dict[str, Any] | None:
    """What one of some samples says with a small bound, and which."""
    usual, unchanged = stated()[key].value, None
    for sample in near:
        for value in (v for v in (0, 1, 2, 4) if v < usual):
            with bounded(key, value):
                short, _ = asked(sample.problem, sample.question)
            if isinstance(short, str):  # it failed: the value makes no sense
                print(f"# {key} {value} {sample[:2]}: {short}", file=sys.stderr)
                if short == TOO_LONG:
                    return unchanged
                continue
            if short != sample.whole:
                return _changed(key, sample, value, short)
            decisions = list[str]()
            with bounded(key, Shadow(value, usual, decisions)):
                same = asked(sample.problem, sample.question)[0] == sample.whole
            if same and decisions and unchanged is None:
                told = {"kind": "unchanged", "at": value, "decisions": decisions[:3]}
                unchanged = {**_of(key, sample), **told}
            break
    return unchanged


def _of(key: str, sample: Sample) -> dict[str, Any]:
    own = {"problem": sample.problem, "question": sample.question}
    return {"key": key, **own, "seconds": round(sample.seconds, 3)}


def _changed(key: str, sample: Sample, small: int, short: Any) -> dict[str, Any]:
    """The least value that changes nothing, up to which all below that were tried change something."""
    usual, low, step, best = stated()[key].value, small, 1, short
    high = usual
    while low + step < high:
        with bounded(key, low + step):
            told, _ = asked(sample.problem, sample.question)
        if told == sample.whole:
            high = low + step
            break
        low, step, best = low + step, 2 * step, told
    while high - low > 1:
        middle = (low + high) // 2
        with bounded(key, middle):
            told, _ = asked(sample.problem, sample.question)
        if told == sample.whole:
            high = middle
        else:
            low, best = middle, told
    wrong = [*contradictions(short, sample.whole), *contradictions(best, sample.whole)]
    told = {"kind": "weakened", "enough": high, "contradictions": wrong}
    return {**_of(key, sample), **told, "difference": _difference(best, sample.whole)}


def _difference(short: Any, whole: Any, place: str = "") -> str:
    """Where two answers begin to differ."""
    if isinstance(short, dict) and isinstance(whole, dict):
        for key in [*whole, *(key for key in short if key not in whole)]:
            if short.get(key) != whole.get(key):
                return _difference(short.get(key), whole.get(key), f"{place}.{key}")
    if isinstance(short, str) and isinstance(whole, str):
        at = next((i for i, (a, b) in enumerate(zip(short, whole, strict=False)) if a != b), 0)
        short, whole = (text[max(0, at - 60) :] for text in (short, whole))
    return f"{place}: {str(short)[:200]!r} for {str(whole)[:200]!r}"


def discovered(
    asking: Iterable[tuple[str, str]], keys: list[str], most: int, patience: float
) -> Iterator[dict[str, Any]]:
    """What is found, a batch of samples at a time; a bound that has a case is not tried again."""
    waiting = iter(asking)
    while keys and (batch := list(islice(waiting, BATCH))):
        near = sorted(recorded(batch, patience), key=lambda sample: sample.seconds)
        print(f"# {len(near)} of {len(batch)} samples, {len(keys)} bounds", file=sys.stderr)
        for key in list(keys):
            reaching = [sample for sample in near if reaches(sample.lines, key)]
            if told := found(key, reaching[:most]):
                keys.remove(key)
                yield told


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bounds.discovery", description=__doc__)
    add = parser.add_argument
    add("--keys", default="", help="bounds whose names begin with this")
    add("--samples", default="", help="samples that contain this")
    add("--most", type=int, default=3, help="samples of a batch that are tried (%(default)s)")
    add("--patience", type=float, default=0.2, help="most seconds of a sample (%(default)s)")
    add("--files", type=Path, help="a folder with files that commands find under made/")
    add("--known", type=Path, nargs="*", default=[], help="earlier runs: their bounds are left out")
    given = parser.parse_args()
    signal.signal(signal.SIGPROF, _alarm)
    Local.crew = at_hand._crew  # type: ignore[method-assign]
    pools.outcome_here = at_hand._carried
    if given.files:
        said.FILES = given.files.resolve()
    known = {
        json.loads(line)["key"] for path in given.known for line in path.read_text().splitlines()
    }
    keys = [key for key in untested() if key.startswith(given.keys) and key not in known]
    every = (*samples(), *((COMMAND, line) for line in lines() if "data/" not in line))
    asking = [pair for pair in every if given.samples in " ".join(pair)]
    for told in discovered(asking, keys, given.most, given.patience):
        print(json.dumps(told, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
