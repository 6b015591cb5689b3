"""What the tests of the command line share: running it in the process, and small problems."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
ANSWERS = EXAMPLES / "answers"
BOOLEAN = (
    *("ordered", "block-order", "hidden-order", "hidden-roots", "alternative"),
    *("unique", "ambiguous", "replay", "corner"),
)
"""The bundled Boolean problems, in the order of the pool."""

EXAMPLE_ANSWERS = tuple(sorted(ANSWERS.iterdir()))
"""Answers to the bundled problems; a file is named after its problem."""

POOL_ANSWERS = tuple(a for a in EXAMPLE_ANSWERS if a.name.partition(".")[0] in BOOLEAN)
"""Those to problems of the pool."""

SETTINGS = ("ordered", "block-order", "hidden-order", "hidden-roots")

Document = dict[str, Any]


WARMING = (
    *("alternative", "block-order", "corner", "hidden-roots", "ordered"),
    *("boats", "crystal", "draft", "episode", "shapes", "statements"),
)
"""Bundled problems of every family, as many as its tables and loaded modules take."""


@lru_cache(maxsize=1)
def warm() -> None:
    """Tables loaded here are there in every child process that works on a problem."""
    from symcause.audits.question import ask
    from symcause.errors import SymcauseError
    from symcause.formats.pools.problem_files import read_problem

    for name in WARMING:
        problem = read_problem(EXAMPLES / f"{name}.json")
        for question in ("audit", "count", "next", "solve"):
            with suppress(SymcauseError):  # not every family answers every question
                ask(question, problem)


class Shell:
    """The command line, run in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        warm()

    def __call__(self, *arguments: object) -> tuple[int, str, str]:
        """Exit code, standard output and standard error."""
        self._capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        captured = self._capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    def json(self, *arguments: object) -> tuple[int, list[Document]]:
        """Exit code and documents; anything else on either stream fails the test."""
        code, out, err = self(*arguments, "--json")
        assert err == ""
        assert out.endswith("\n")
        documents = [json.loads(line) for line in out.splitlines()]
        assert all(d["symcause"] for d in documents)
        return code, documents

    def one(self, *arguments: object) -> tuple[int, Document]:
        """Exit code and the only document."""
        code, documents = self.json(*arguments)
        assert len(documents) == 1
        return code, documents[0]

    def refused(self, *arguments: object) -> str:
        """The one line on standard error of a request that ends with 2."""
        code, out, err = self(*arguments)
        assert (code, out) == (2, ""), (code, out, err)
        assert err.startswith("symcause: ")
        assert err.endswith("\n")
        assert err.count("\n") == 1
        assert "Traceback" not in err
        return err.removeprefix("symcause: ").rstrip("\n")


def example(name: str, **changes: object) -> Document:
    """A bundled problem with some keys replaced, or left out where the value is None."""
    document: Document = json.loads((EXAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    document |= changes
    return {key: value for key, value in document.items() if value is not None}


def write(path: Path, *documents: Mapping[str, object] | str) -> Path:
    """One document a line; texts go in as they are."""
    lines = (d if isinstance(d, str) else json.dumps(d) for d in documents)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def hard(endogenous: int, roots: int = 4, rows: int = 8, seed: int = 0, **keys: object) -> Document:
    """Few rows over many variables: something explains them, and far too much to list."""
    rng = Random(seed)
    names = [f"X{i + 1}" for i in range(roots + endogenous)]
    contexts = rng.sample(range(1 << roots), rows)
    drawn = [
        format(context, f"0{roots}b") + "".join(rng.choice("01") for _ in range(endogenous))
        for context in contexts
    ]
    world = {"id": "t0", "split": "train", "mode": "none", "targets": [], "rows": drawn}
    hidden = keys.get("setting") == "hidden-roots"
    told = {"root_count": roots} if hidden else {"roots": names[:roots]}
    return {
        "format": "symcause.boolean/1",
        "id": f"hard{endogenous}",
        "variables": names,
        "setting": "hidden-order",
        "worlds": [world],
        **told,
        **keys,
    }


def dark(**keys: object) -> Document:
    """Ambiguous, but no single-variable experiment leads to where the models differ.

    A, B, C and D copy R, and Y says whether most of them hold. Every state that one intervention can
    lead to is shown; patterns with two odd copies are never reached.
    """
    names = "RABCDY"

    def row(context: int, **do: int) -> str:
        state = {"R": context} | {name: do.get(name, context) for name in "ABCD"}
        state["Y"] = int(sum(state[name] for name in "ABCD") >= 3)
        return "".join(str(state[name]) for name in names)

    worlds = [
        {"id": "t", "split": "train", "mode": "none", "targets": [], "rows": [row(0), row(1)]}
    ]
    for name in "ABCD":
        for bit in (0, 1):
            rows = [row(0, **{name: bit}), row(1, **{name: bit})]
            made = {"id": f"t_{name}{bit}", "split": "train", "mode": "constant"}
            worlds.append({**made, "targets": [name], "rows": rows})
    return {
        "format": "symcause.boolean/1",
        "id": "dark",
        "variables": list(names),
        "setting": "ordered",
        "roots": ["R"],
        "order": list(names),
        "max_parents": 4,
        "worlds": worlds,
        **keys,
    }
