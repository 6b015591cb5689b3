"""Pins: cases of thinned tests that notice a mutant which the cases of every time do not.

A survivor is tried with all cases of the tests that reach it. If one of them fails, the least that has to
be taken every time is looked for: a case of ``few``, one more place of ``some``, so many rounds of
``amount``. It is pinned if with it the test fails on the mutant and passes on the package as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.mutants.judge import Judge
from tools.mutants.mutant import Mutant
from tools.mutants.tree_copy import TreeCopy
from tools.mutants.trial import KILLED, SURVIVED, tried

PINS = "tests/pinned_cases.toml"
THINNED = ("few(", "amount(", "some(")
LONG = 6.0
"""Seconds, as if a test had been recorded with it: all cases take longer than a few."""


def pinned(mutant: Mutant, judge: Judge, tree: TreeCopy) -> str:
    """Pin the case that notices a survivor, in the project; what was pinned, or nothing."""
    reaching = judge.tests(mutant)
    functions = list(dict.fromkeys(test.partition("[")[0] for test in reaching))
    thinned = [test for test in functions if _thins(tree, test.partition("::")[0])]
    for module in dict.fromkeys(test.partition("::")[0] for test in thinned):
        tests = [test for test in thinned if test.startswith(f"{module}::")]
        trial = tried(mutant, tests, tree, LONG * len(tests), SYMCAUSE_EXHAUSTIVE="1")
        if trial.outcome == KILLED and "::" in trial.by:
            for pin in _tried_pins(trial.by, mutant, tree):
                text = _text(pin, f"{mutant.file}: {mutant.before} → {mutant.after}")
                if _notices(text, trial.by.partition("[")[0], mutant, tree):
                    with (judge.project / PINS).open("a", encoding="utf-8") as file:
                        file.write(text)
                    return f"{trial.by} ({mutant.place})"
    return ""


def _thins(tree: TreeCopy, module: str) -> bool:
    text = (tree.folder / module).read_text(encoding="utf-8")
    return any(word in text for word in THINNED)


def _tried_pins(case: str, mutant: Mutant, tree: TreeCopy) -> Iterator[dict[str, Any]]:
    """What might be pinned for a case that fails when everything runs."""
    test, _, name = case.partition("[")
    if name:
        yield {"test": test, "cases": [name.removesuffix("]")]}
    for asked, kind, first, second in _calls(test, tree):
        most = {"rounds": second} if kind == "amount" else {"places": list(range(second))}
        pin = {"test": asked, kind: [first, second]} | most
        if second > first and _fails(pin, test, mutant, tree):
            yield _least(pin, test, mutant, tree)


def _calls(test: str, tree: TreeCopy) -> list[tuple[str, str, int, int]]:
    """What the test asks of ``tests/amounts.py``, while it runs and while its module is loaded."""
    with TemporaryDirectory() as folder:
        noted = Path(folder, "asked.jsonl")
        tried(None, [test], tree, LONG, SYMCAUSE_AMOUNTS=str(noted))
        lines = noted.read_text(encoding="utf-8").splitlines() if noted.is_file() else []
    known = dict.fromkeys(tuple(json.loads(line)) for line in lines)
    return [one for one in known if one[0] in (test, test.partition("::")[0])]


def _least(pin: dict[str, Any], test: str, mutant: Mutant, tree: TreeCopy) -> dict[str, Any]:
    """The least of a pin that notices: the fewest rounds, or the last place of the shortest beginning."""
    low, high = (pin["amount"][0], pin["rounds"]) if "amount" in pin else (0, len(pin["places"]))
    while low + 1 < high:  # low does not notice, high does
        middle = (low + high) // 2
        if _fails(_shortened(pin, middle), test, mutant, tree):
            high = middle
        else:
            low = middle
    if "amount" in pin:
        return _shortened(pin, high)
    alone = pin | {"places": [high - 1]}
    return alone if _fails(alone, test, mutant, tree) else _shortened(pin, high)


def _shortened(pin: dict[str, Any], length: int) -> dict[str, Any]:
    if "amount" in pin:
        return pin | {"rounds": length}
    return pin | {"places": pin["places"][:length]}


def _fails(pin: dict[str, Any], test: str, mutant: Mutant, tree: TreeCopy) -> bool:
    with _with_pin(tree, _text(pin, "")):
        return tried(mutant, [test], tree, LONG).outcome == KILLED


def _notices(text: str, test: str, mutant: Mutant, tree: TreeCopy) -> bool:
    """With the pin the test fails on the mutant, and passes on the package as it is."""
    with _with_pin(tree, text):
        outcomes = [tried(one, [test], tree, LONG).outcome for one in (mutant, None)]
    return outcomes == [KILLED, SURVIVED]


@contextmanager
def _with_pin(tree: TreeCopy, text: str) -> Iterator[None]:
    """A copy of the tree while it has one pin more."""
    path = tree.folder / PINS
    before = path.read_bytes() if path.is_file() else b""
    try:
        path.write_bytes(before + text.encode())
        yield
    finally:
        path.write_bytes(before)


def _text(pin: dict[str, Any], notices: str) -> str:
    known = pin | {"notices": notices}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in known.items()]
    return "\n".join(("\n[[pin]]", *lines, ""))
