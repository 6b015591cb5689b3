"""The episode task for Inspect: actions are tools, and every step is judged.

::

    inspect eval symcause/episode --model … -T pool=pool.jsonl -T budget=10 -T 'rules={targets: 2}'

What has happened lives in the store of the sample, as the lines of a transcript; the scorer judges them in
a process of its own, because a solver cannot be stopped in a thread. Problems that cannot be played are
left out: they are named on standard error and in the metadata of the task.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from inspect_ai import Task, task
from inspect_ai.agent import AgentPrompt, AgentSubmit, react
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, chain, solver
from inspect_ai.tool import Tool, ToolError, tool
from inspect_ai.util import StoreModel, store_as
from pydantic import Field

from symcause.formats.pools.pool_choice import PoolChoice, chosen
from symcause.harnesses.episode_metrics import judged, refuse_unscored, values

if TYPE_CHECKING:
    from symcause.episodes.episode import Episode
    from symcause.formats.problems import Problem

PROBLEM = "symcause_problem"
SETTINGS = "symcause_episode"
"""Where a sample keeps its problem, and how it is played."""

EXPERIMENTER = """
You find out about something hidden by experiments. Do one thing at a time: call one tool, look at what it
shows, and only then decide what to do next. Never call a tool twice in one message: you would choose the
second action before you have seen what the first one shows. Say in a few words what you expect to learn.
"""
"""In place of the prompt that agents have by default: that one asks for calls in parallel."""


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
    from symcause.harnesses.inspect_tasks.task_refusal import refused

    with refused():
        choice = _samples(pool, limit, {"budget": budget, "seed": seed, "rules": rules or {}})
    return Task(
        dataset=MemoryDataset(list(choice.kept), name="episode"),
        solver=chain(_set_up(), _experimenter()),
        scorer=episode_scorer(),
        config=GenerateConfig(parallel_tool_calls=False),
        message_limit=message_limit,
        name="episode",
        metadata=dict(choice.facts) or None,
    )


def _experimenter() -> Any:
    return react(
        prompt=AgentPrompt(assistant_prompt=EXPERIMENTER),
        tools=[act()],
        submit=AgentSubmit(tool=submit()),
    )


def _samples(pool: str, limit: int | None, settings: dict[str, Any]) -> PoolChoice[Sample]:
    from symcause.formats.pools.problem_writer import write_problem

    def made(problem: Problem) -> Sample:
        refuse_unscored(problem)
        facts = {PROBLEM: write_problem(problem), SETTINGS: settings}
        return Sample(input=_brief(_opened(facts, [])), id=problem.id, metadata=facts)

    return chosen(pool, made, "played", limit)


def _brief(begun: Episode[Any]) -> str:
    """The first message: what is known, what may be done, how to answer."""
    offer = begun.actions()
    text = begun.rules.told(begun.reset())
    return (
        f"{text}\n\n{offer['description']}\n\n"
        f"You have {begun.left} actions. Call act with a JSON object that fits this schema:\n"
        f"{json.dumps(offer['action'])}\n\n"
        f"When you are done, submit an answer that fits this schema:\n{json.dumps(offer['answer'])}"
    )


def _opened(
    metadata: dict[str, Any], lines: list[dict[str, Any]], agent: str = "unnamed"
) -> Episode[Any]:
    """The episode as far as it has come."""
    from symcause.episodes.episode import Episode, rules_of
    from symcause.episodes.transcripts.transcript import read_lines
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


def _lines(begun: Episode[Any]) -> list[dict[str, Any]]:
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


@tool(parallel=False)
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

    async def execute(answer: str | dict[str, Any]) -> str:
        """Submit the answer. This ends the episode.

        Args:
            answer: The answer, as the task describes it: a text, or a JSON object.
        """
        played = store_as(Played)
        begun = _opened(store().get(SETTINGS), played.lines)
        if not begun.over:
            begun.answer(_value(answer))
            played.lines = _lines(begun)
        return answer if isinstance(answer, str) else json.dumps(answer)

    return execute


@scorer(metrics={"*": [mean(), stderr()]})
def episode_scorer() -> Scorer:
    """The judgement of the transcript: right and justified side by side, steps, gain and regret."""

    async def score(state: TaskState, target: Target) -> Score:
        played = state.store_as(Played)
        transcript = "".join(f"{json.dumps(line)}\n" for line in played.lines)
        line = await judged(state.metadata[PROBLEM], transcript)
        answer = json.dumps(line["answer"]) if line["answered"] else None
        return Score(value=values(line), answer=answer, explanation=line.get("sentence"))

    return score


def _value(answer: object) -> object:
    """A submitted answer: JSON where it is some, also in a text; else the text as it is."""
    try:
        return json.loads(answer) if isinstance(answer, str) else answer
    except ValueError:
        return answer
