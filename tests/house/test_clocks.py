"""Documents do not depend on clocks, on the order of sets of names, or on what was asked before."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.amounts import EXHAUSTIVE, amount, some

HERE = Path(__file__).resolve().parent
EXAMPLES = HERE.parents[1] / "examples"
_SECONDS = re.compile(r'"seconds": ?[0-9.e-]+')


def _commands(folder: Path) -> list[list[str]]:
    rng = Random(3)
    graphs = []
    for name in ("gold.txt", "answer.txt"):
        edges = {tuple(rng.sample(range(14), 2)) for _ in range(30)}
        graphs.append(str(folder / name))
        (folder / name).write_text("".join(f"n{a} -> n{b}\n" for a, b in sorted(edges)))
    at = lambda name: str(EXAMPLES / name)  # noqa: E731
    asked = [
        ["align", at("flood.txt"), at("flood.answer.txt"), "--pairs", "all"],
        ["align", *graphs, "--pairs", "all", "--effort", str(amount(60_000, 3_000_000))],
        ["align", *graphs, "--pairs", "all", "--effort", "1000"],
        *([word, at("shapes.json")] for word in ("audit", "count", "next", "solve")),
        *([word, at("ambiguous.json")] for word in ("audit", "count", "next", "solve")),
        ["audit", at("pool.jsonl")],
        ["score", at("pool.jsonl"), at("predictions.jsonl")],
    ]
    return [[*words, "--json"] for words in asked]


def _printed(commands: list[list[str]], speed: float, seed: str) -> list[str]:
    """What each command prints, without how long it took."""
    done = subprocess.run(
        [sys.executable, str(HERE / "other_clocks.py"), str(speed), json.dumps(commands)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )
    parts = re.split(r"^exit code .*$", _SECONDS.sub('"seconds":0', done.stdout), flags=re.M)
    assert len(parts) == len(commands) + 1
    return [part.strip() for part in parts[:-1]]


@pytest.mark.skipif(sys.platform == "win32", reason="no such timers there")
def test_documents_are_the_same_whatever_the_clocks_say(tmp_path: Path) -> None:
    """Two of them differ four hundredfold; exhaustively usual ones are tried, too, with every command."""
    commands = some(_commands(tmp_path), 6)
    fast = _printed(commands, 20.0, "1")
    assert all(fast)
    assert _printed(commands[::-1], 0.05, "2")[::-1] == fast
    if EXHAUSTIVE:
        assert _printed(commands, 1.0, "0") == fast
