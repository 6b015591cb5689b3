"""The metrics of an episode in a harness: its line of symcause score, as numbers.

The judgement is made in a process of its own, because a solver cannot be stopped in a thread.
"""

from __future__ import annotations

import asyncio
import json
import sys
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from symcause.errors import UsageError
from symcause.registry import family_of

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

METRICS = (
    *("right", "justified", "lucky", "refuted", "answered", "steps", "decided", "decided_at"),
    *("surplus", "wasted", "invalid", "gain", "regret", "open", "abstained", "premature"),
)
"""What an episode is scored by; NaN where it does not apply."""

_SUPPORTS = ("justified", "refuted", "premature")


def refuse_unscored(problem: Problem) -> None:
    """Raises UsageError for a problem whose episodes could be played, but not be judged at the end."""
    family = family_of(problem)
    if family.scoring is None:
        raise UsageError(
            f"the family {family.name} declares no scoring, so its episodes cannot be scored",
            remedy="declare `scoring`, or play them with symcause play, which needs none",
        )


async def judged(
    problem: dict[str, Any], transcript: str, seconds: float | None = None
) -> dict[str, Any]:
    """The line of ``symcause score`` about one transcript, made in a process that can be killed.

    *seconds* is a limit of the user's own: what is known by then counts. Without it, nothing depends on
    how fast this machine is.
    """
    with TemporaryDirectory() as folder:
        pool, lines = Path(folder, "problem.json"), Path(folder, "episode.jsonl")
        pool.write_text(json.dumps(problem), encoding="utf-8", newline="\n")
        lines.write_text(transcript, encoding="utf-8", newline="\n")
        limit = () if seconds is None else ("--timeout", f"{seconds:g}")
        command = ("score", str(pool), str(lines), "--json", *limit)
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "symcause", *command),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            out, error = await child.communicate()
        finally:
            if child.returncode is None:  # nobody waits for it any more
                child.kill()
                await child.wait()
    first = out.decode().splitlines()[:1]
    line = json.loads(first[0]) if first else {"error": error.decode().strip()}
    if "error" in line:
        raise RuntimeError(str(line["error"]))
    return dict(line)


def values(line: dict[str, Any]) -> dict[str, float]:
    """The metrics of an episode; one without an answer is wrong, and no answer of it is justified.

    As in the tables of ``symcause score``, ``wasted`` and ``invalid`` are shares of its steps.
    """
    total, counted = len(line["steps"]), line["count"] is not None
    found: dict[str, object] = {
        **{key: line.get(key) for key in METRICS},
        **_of_answer(line),
        "steps": total - line["invalid"],
        "decided": line["decided_at"] is not None if counted else None,
        "wasted": line["wasted"] / total if total and counted else None,
        "invalid": line["invalid"] / total if total else None,
    }
    return {key: _number(found[key]) for key in METRICS}


def _of_answer(line: dict[str, Any]) -> dict[str, object]:
    support = line["support"]
    if line["answered"]:
        said = {word: None if support is None else support == word for word in _SUPPORTS}
        return {"right": line["right"], "lucky": line["lucky"], **said}
    none = None if line["count"] is None else False
    return {"right": False, "lucky": none, **dict.fromkeys(_SUPPORTS, none)}


def _number(value: object) -> float:
    """A number with as many digits as people read."""
    return float(f"{float(value):.4g}") if isinstance(value, bool | int | float) else nan
