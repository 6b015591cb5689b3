"""Bounds of what is listed for people: systems that are compared, problems that are named, small curves."""

from __future__ import annotations

import json
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from symcause.cli.runs.pool_errors import Complaints
from symcause.cli.shell_completion import _ids
from symcause.episodes.instruments import _consistent, _said
from symcause.formats.pools.pool_choice import LeftOut, _lines
from symcause.scoring.comparison.system_scores import SystemScores
from symcause.workbench.run_table import _curve
from tests.bounds.stops import stops


@stops("formats.NAMED_PROBLEMS", 2)
def _(size: int) -> object:
    told = list(_lines("played", [LeftOut(f"p{at}", "it has no gold") for at in range(size)]))
    assert len(told) == min(size, 3)
    return told[-1] == "left out: 1 more that cannot be played"


@stops("cli.NAMED_PROBLEMS", 2)
def _(size: int) -> object:
    """The first problem is told by itself; of those after it so many are named."""
    with redirect_stderr(StringIO()) as told:
        errors = Complaints()
        for at in range(size + 1):
            errors.take(f"p{at}", f"p{at} is empty")
        errors.close()
    return "1 other)" in told.getvalue()


@stops("scoring.COMPARED_SYSTEMS", 3)
def _(size: int) -> object:
    scores = SystemScores(())
    for at in range(size):
        scores.take(f"m{at}", "p", {})
    return not scores.pairs


@stops("cli.COMPLETED_PROBLEMS", 2)
def _(size: int) -> object:
    one = json.loads(Path("examples/replay.json").read_text(encoding="utf-8"))
    with TemporaryDirectory() as name:
        path = Path(name) / "pool.jsonl"
        path.write_text("".join(json.dumps({**one, "id": f"p{at}"}) + "\n" for at in range(size)))
        return len(_ids(str(path))) < size


@stops("workbench.CURVE_POINTS", 3)
def _(size: int) -> object:
    curve = _curve([9] * size)
    assert curve is not None
    return len(curve) < size


@stops("episodes.NAMED_OBJECTIONS", 2)
def _(size: int) -> object:
    rules: Any = SimpleNamespace(objections=lambda *_: [f"at {at}" for at in range(size)])
    said: Any = _consistent(rules, None, None)
    assert said["consistent"] is False
    assert len(said["where"]) + said.get("more", 0) == size and said.get("more") != 0
    return len(said["where"]) < size


@stops("episodes.EPISODE_CALLS", 2)
def _(size: int) -> object:
    """That many calls have been answered; the next one is refused."""
    rules = SimpleNamespace(objections=lambda *_: [])
    transcript = SimpleNamespace(calls=[None] * (size - 1))
    episode: Any = SimpleNamespace(
        tools=("consistent",), over=False, transcript=transcript, rules=rules, known=None
    )
    said: Any = _said(episode, "consistent", None)
    return "at most 2 calls" in said.get("refused", "")
