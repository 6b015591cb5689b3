"""``python -m tests.bounds.discovery``: samples with which a bound without a test is met.

Every sample is asked once while it is recorded which lines it executes. Then each bound is made small for
the quickest samples that read it: where the answer changes, the least value that changes nothing is
looked for; where it does not although the bound has decided something, both ways give the same. What is
found is printed, a line of JSON each, for :mod:`tests.bounds.weakened` and :mod:`tests.bounds.unchanged`.
"""

from __future__ import annotations

import argparse
import json
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
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

PATIENCE = 20
"""Seconds for one answer."""


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


def asked(problem: str, question: str, patience: float = PATIENCE) -> tuple[Any, float]:
    """An answer and its seconds; words for one that is none."""
    began = process_time()
    signal.setitimer(signal.ITIMER_REAL, 4 * patience)
    try:
        told: Any = answered(problem, question)
    except TooLong:
        told = "too long"
    except Exception as error:
        told = f"{type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return told, process_time() - began


def recorded(only: str, patience: float) -> Iterator[Sample]:
    """All samples that take no longer than this and say the same twice."""
    commands = [(COMMAND, line) for line in lines() if "data/" not in line]
    for problem, question in (*samples(), *commands):
        if only not in f"{problem} {question}":
            continue
        forget()
        asked(problem, question, patience)  # modules are loaded
        told, seconds = asked(problem, question, patience)
        if problem == COMMAND and isinstance(told, dict) and told["code"] == 2:
            continue
        if not isinstance(told, dict) or seconds > patience:
            print(
                f"# {problem} {question}: {told if isinstance(told, str) else seconds}",
                file=sys.stderr,
            )
            continue
        forget()
        again = list[Any]()
        seen = executed(lambda: again.append(asked(problem, question)[0]))  # noqa: B023
        if told == again[0]:
            yield Sample(problem, question, seconds, told, seen)
        else:
            print(
                f"# not twice the same: {problem} {question}: {_difference(again[0], told)}",
                file=sys.stderr,
            )


def found(key: str, near: list[Sample], least: int) -> dict[str, Any] | None:
    """What one of some samples says with a small bound, and which."""
    usual, unchanged = stated()[key].value, None
    for sample in near:
        for value in (v for v in (0, 1, 2, 4) if least <= v < usual):
            with bounded(key, value):
                short, _ = asked(sample.problem, sample.question)
            if isinstance(short, str):
                print(f"# {key} {value} {sample[:2]}: {short}", file=sys.stderr)
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


def _kept(path: Path | None, made: Callable[[], Iterator[Sample]]) -> list[Sample]:
    """Samples by their seconds; documents before words, which tell less of what is wrong."""
    if path is not None and path.exists():
        return list(pickle.loads(path.read_bytes()))
    found = sorted(made(), key=lambda one: one.seconds * (1 if _documents(one) else 3))
    if path is not None:
        path.write_bytes(pickle.dumps(found))
    return found


def _documents(sample: Sample) -> bool:
    return sample.problem != COMMAND or "--json" in sample.question


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bounds.discovery", description=__doc__)
    add = parser.add_argument
    add("--keys", default="", help="bounds whose names begin with this")
    add("--samples", default="", help="samples that contain this")
    add("--most", type=int, default=6, help="samples tried for a bound (%(default)s)")
    add("--least", type=int, default=0, help="the smallest value that is tried (%(default)s)")
    add("--patience", type=float, default=0.5, help="most seconds of a sample (%(default)s)")
    add("--keep", type=Path, help="keep samples in this file, or take them from it")
    add("--files", type=Path, help="a folder with files that commands find under made/")
    add("--known", nargs="*", default=[], help="files of earlier runs, whose bounds are left out")
    given = parser.parse_args()
    signal.signal(signal.SIGALRM, _alarm)
    Local.crew = at_hand._crew  # type: ignore[method-assign]
    pools.outcome_here = at_hand._carried
    if given.files:
        said.FILES = given.files.resolve()

    texts = [Path(path).read_text(encoding="utf-8") for path in given.known]
    known = {json.loads(line)["key"] for text in texts for line in text.splitlines()}
    keys = [key for key in untested() if key.startswith(given.keys) and key not in known]
    near = _kept(given.keep, lambda: recorded(given.samples, given.patience))
    print(f"# {len(near)} samples, {len(keys)} bounds", file=sys.stderr)
    for key in keys:
        reaching = [sample for sample in near if reaches(sample.lines, key)]
        told = found(key, reaching[: given.most], given.least) or {
            "key": key,
            "kind": "same" if reaching else "unreached",
            "samples": [sample[:2] for sample in reaching[: given.most]],
        }
        print(json.dumps(told, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
