"""Episodes for Inspect: actions are tools, the answer is submitted, every step is judged.

::

    inspect eval symcause/episode --model … -T pool=pool.jsonl -T budget=10 -T 'rules={targets: 2}'

What has happened lives in the store of the sample, as the lines of a transcript; the scorer judges them in
a process of its own, because a solver cannot be stopped in a thread.
"""

from __future__ import annotations

import asyncio
import json
import sys
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from inspect_ai import Task, task
from inspect_ai.agent import AgentSubmit, react
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, chain, solver
from inspect_ai.tool import Tool, ToolError, tool
from inspect_ai.util import StoreModel, store_as
from pydantic import Field

PROBLEM = "symcause_problem"
SETTINGS = "symcause_episode"
"""Where a sample keeps its problem, and how it is played."""

METRICS = (
    *("right", "justified", "lucky", "refuted", "answered", "steps", "decided", "decided_at"),
    *("surplus", "wasted", "invalid", "gain", "regret"),
)
"""What an episode is scored by; NaN where it does not apply."""

_SUPPORTS = ("justified", "refuted")

SECONDS = 120
"""Time for the judgement of an episode; what is known by then counts."""


class Played(StoreModel):
    """The lines of the transcript so far."""

    lines: list[dict[str, Any]] = Field(default_factory=list)


@task
def episode(
    pool: str,
    budget: int | None = None,
    seed: int = 0,
    limit: int | None = None,
    message_limit: int = 100,
    rules: dict[str, Any] | None = None,
) -> Task:
    """Act, see, answer: an episode with every problem of a pool; *rules* are options of its family."""
    samples = _samples(pool, limit, {"budget": budget, "seed": seed, "rules": rules or {}})
    return Task(
        dataset=MemoryDataset(samples, name="episode"),
        solver=chain(_set_up(), react(tools=[act()], submit=AgentSubmit(tool=submit()))),
        scorer=episode_scorer(),
        message_limit=message_limit,
        name="episode",
    )


def _samples(pool: str, limit: int | None, settings: dict[str, Any]) -> list[Sample]:
    from symcause.api import load_pool
    from symcause.errors import UsageError
    from symcause.formats.writing import write_problem

    found: list[Sample] = []
    for problem in load_pool(pool):
        if limit is not None and len(found) == limit:
            break
        facts = {PROBLEM: write_problem(problem), SETTINGS: settings}
        found.append(Sample(input=_brief(_opened(facts, [])), id=problem.id, metadata=facts))
    if not found:
        raise UsageError("no problem to play", file=pool)
    return found


def _brief(begun: Any) -> str:
    """The first message: what is known, what may be done, how to answer."""
    offer = begun.actions()
    told = begun.rules.told(begun.reset())
    return (
        f"{told}\n\n{offer.description}\n\n"
        f"You have {begun.left} actions. Call act with a JSON object that fits this schema:\n"
        f"{json.dumps(dict(offer.action))}\n\n"
        f"When you are done, submit an answer that fits this schema:\n{json.dumps(dict(offer.answer))}"
    )


def _opened(metadata: dict[str, Any], lines: list[dict[str, Any]], agent: str = "unnamed") -> Any:
    """The episode as far as it has come."""
    from symcause.episodes.episode import Episode, rules_of
    from symcause.episodes.transcript import read_lines
    from symcause.formats.problems import read_document

    settings, problem = metadata[SETTINGS], read_document(metadata[PROBLEM])
    name = str(lines[0].get("agent", agent)) if lines else agent
    begun = Episode(
        problem,
        rules_of(problem, **settings["rules"]),
        seed=settings["seed"],
        budget=settings["budget"],
        agent=name,
    )
    return begun.resumed(read_lines(iter(lines))) if lines else begun


def _lines(begun: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in str(begun.transcript).splitlines()]


@solver
def _set_up() -> Solver:
    async def solve(state: TaskState, generate: Generate) -> TaskState:
        begun = _opened(state.metadata, [], str(state.model))
        played = store_as(Played)
        played.lines = _lines(begun)
        state.store.set(SETTINGS, {key: state.metadata[key] for key in (PROBLEM, SETTINGS)})
        return state

    return solve


@tool
def act() -> Tool:
    from inspect_ai.util import store

    async def execute(action: dict[str, Any]) -> str:
        """Do something and see what happens.

        Args:
            action: The action, a JSON object as the task describes it.
        """
        played = store_as(Played)
        begun = _opened(store().get(SETTINGS), played.lines)
        seen = begun.act(action)
        played.lines = _lines(begun)
        if seen.refused is not None:
            raise ToolError(seen.refused)
        return json.dumps(seen.to_dict(), ensure_ascii=False)

    return execute


@tool
def submit() -> Tool:
    from inspect_ai.util import store

    async def execute(answer: str) -> str:
        """Submit the answer. This ends the episode.

        Args:
            answer: The answer, as the task describes it.
        """
        played = store_as(Played)
        begun = _opened(store().get(SETTINGS), played.lines)
        if not begun.over:
            begun.answer(_value(answer))
            played.lines = _lines(begun)
        return answer

    return execute


@scorer(metrics={"*": [mean(), stderr()]})
def episode_scorer() -> Scorer:
    """The judgement of the transcript: right and justified side by side, steps, gain and regret."""

    async def score(state: TaskState, target: Target) -> Score:
        played = state.store_as(Played)
        transcript = "".join(f"{json.dumps(line)}\n" for line in played.lines)
        line = await _judged(state.metadata[PROBLEM], transcript)
        answer = json.dumps(line["answer"]) if line["answered"] else None
        return Score(value=_values(line), answer=answer, explanation=line.get("sentence"))

    return score


def _value(answer: str) -> object:
    """A submitted answer: JSON where it is some, else the text as it is."""
    try:
        return json.loads(answer)
    except ValueError:
        return answer


async def _judged(problem: dict[str, Any], transcript: str) -> dict[str, Any]:
    """The line of ``symcause score`` about one transcript, made in a process that can be killed."""
    with TemporaryDirectory() as folder:
        pool, lines = Path(folder, "problem.json"), Path(folder, "episode.jsonl")
        pool.write_text(json.dumps(problem), encoding="utf-8")
        lines.write_text(transcript, encoding="utf-8")
        command = ("score", str(pool), str(lines), "--json", "--timeout", str(SECONDS))
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "symcause", *command),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            out, error = await asyncio.wait_for(child.communicate(), 2 * SECONDS)
        except TimeoutError:
            child.kill()
            await child.wait()
            raise RuntimeError("the judgement of the episode took too long") from None
    first = out.decode().splitlines()[:1]
    line = json.loads(first[0]) if first else {"error": error.decode().strip()}
    if "error" in line:
        raise RuntimeError(str(line["error"]))
    return dict(line)


def _values(line: dict[str, Any]) -> dict[str, float]:
    """The metrics of an episode; one without an answer is wrong, and no answer of it is justified."""
    steps = [step for step in line["steps"] if step["refused"] is None]
    found: dict[str, object] = {
        **{key: line.get(key) for key in METRICS},
        **_of_answer(line),
        "steps": len(steps),
        "decided": None if line["count"] is None else line["decided_at"] is not None,
    }
    return {key: nan if found[key] is None else float(str(_plain(found[key]))) for key in METRICS}


def _of_answer(line: dict[str, Any]) -> dict[str, object]:
    support = line["support"]
    if line["answered"]:
        said = {word: None if support is None else support == word for word in _SUPPORTS}
        return {"right": line["right"], "lucky": line["lucky"], **said}
    none = None if line["count"] is None else False
    return {"right": False, "lucky": none, **dict.fromkeys(_SUPPORTS, none)}


def _plain(value: object) -> object:
    return int(value) if isinstance(value, bool) else value
