"""Episodes with shapes: what every agent needs until the question is settled.

Cases: the 84 published core cases, and 50 random worlds for each other setting (seed 1 and the number of
the episode) with a random question, all shapes moving or a random closed start; each played once by every
agent with the seed of its number. *Settled at*: mean and most over the episodes in which the question was
settled within the budget. *Lucky*: right, though other members disagree. *Over proof*: mean steps beyond
the shortest proof of the case, where it was settled.

The second table goes through all truths: every world of this many shapes, one question, all shapes moving,
no budget. The optimum is computed without playing.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import fmean

from symcause.episodes.agents import played
from symcause.episodes.episode import Episode
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.errors import UsageError
from symcause.families.shapeworld.episode.rules import ShapeWorldRules
from symcause.families.shapeworld.generator.published_cases import any_edges, core_cases, names
from symcause.families.shapeworld.models.causal_relations import (
    Effects,
    Relation,
    closure,
    relations,
)
from symcause.families.shapeworld.models.dynamics import closed_states
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
from symcause.families.shapeworld.problem.world_classes import WorldClass

TITLE = "Episodes with shapes (steps to the decision; worst case over truths: optimal ≤ greedy)"

AGENTS = ("optimal", "greedy", "random", "passive")
SEED = 1


@dataclass(frozen=True)
class _Setting:
    title: str
    rules: ShapeWorldRules
    size: int | None = None  # None: the published core cases
    all_moving: bool = True


SETTINGS = (
    _Setting("core (84 cases), free", ShapeWorldRules()),
    _Setting("core (84 cases), released", ShapeWorldRules(protocol="released")),
    _Setting("core (84 cases), class core", ShapeWorldRules(scope="core")),
    _Setting("4 shapes, all moving", ShapeWorldRules(), 4),
    _Setting("5 shapes, all moving", ShapeWorldRules(), 5),
    _Setting("5 shapes, any start", ShapeWorldRules(), 5, all_moving=False),
    _Setting("5 shapes, any start, released", ShapeWorldRules("released"), 5, all_moving=False),
    _Setting("5 shapes, listed", ShapeWorldRules(scope="listed"), 5),
    _Setting("6 shapes, all moving", ShapeWorldRules(), 6),
    _Setting("7 shapes, all moving", ShapeWorldRules(), 7),
)


def run(quick: bool) -> list[str]:
    """Every agent on every setting; then all truths of small worlds."""
    episodes = 3 if quick else 50
    lines = [
        f"| {episodes} episodes | agent | settled | at, mean | at, most | right | justified | lucky "
        "| over proof |",
        "| --- | --- |" + " ---: |" * 7,
    ]
    for setting in SETTINGS:
        problems = _problems(setting, episodes)
        for agent in AGENTS:
            found = _rows(setting, problems, agent)
            if found is not None:
                lines.append(f"| {setting.title} | {agent} | {found} |")
    return [*lines, "", *_truths((3, 4) if quick else (3, 4, 5))]


def _problems(setting: _Setting, episodes: int) -> list[ShapeWorldProblem]:
    if setting.size is None:
        return list(core_cases())
    found = []
    for index in range(episodes):
        rng = Random(f"episodes {SEED} {setting.size} {index}")
        children = any_edges(setting.size, rng)
        order = list(range(setting.size))
        if setting.rules.scope != "listed":
            rng.shuffle(order)
        effects = _renamed(closure(children), order)
        state = (1 << setting.size) - 1
        if not setting.all_moving:
            state = rng.choice(closed_states(effects))
        asked = rng.sample(range(setting.size), 2)
        found.append(_case(effects, (asked[0], asked[1]), state, f"{setting.size}-{index}"))
    return found


def _renamed(effects: Effects, order: list[int]) -> Effects:
    found = [0] * len(effects)
    for x, below in enumerate(effects):
        found[order[x]] = sum(1 << order[y] for y in range(len(effects)) if below >> y & 1)
    return tuple(found)


def _case(effects: Effects, asked: tuple[int, int], state: int, name: str) -> ShapeWorldProblem:
    shapes = names(len(effects))
    return ShapeWorldProblem(
        id=name,
        shapes=shapes,
        cause=shapes[asked[0]],
        effect=shapes[asked[1]],
        initial=tuple(shape for i, shape in enumerate(shapes) if state >> i & 1),
        gold=Relation(shapes, effects).dag,
    )


def _rows(setting: _Setting, problems: list[ShapeWorldProblem], agent: str) -> str | None:
    """The cells of an agent; None where it does not apply."""
    found: list[EpisodeDocument] = []
    over: list[int] = []
    for index, problem in enumerate(problems):
        try:
            one = played(Episode(problem, setting.rules, seed=index, agent=agent), agent)
        except UsageError:
            return None
        document = _judged(problem, one)
        least = setting.rules.optimum(problem, setting.rules.opening(problem, index))
        if document.decided_at is not None and least.shortest_proof is not None:
            over.append(len(document.steps) - least.shortest_proof)
        found.append(document)
    at = [document.decided_at for document in found if document.decided_at is not None]
    rates = [
        sum(bool(document.right) for document in found),
        sum(document.support == "justified" for document in found),
        sum(bool(document.lucky) for document in found),
    ]
    mean, most = (f"{fmean(at):.2f}", str(max(at))) if at else ("–", "–")
    beyond = f"{fmean(over):.2f}" if over else "–"
    return " | ".join([f"{len(at)} of {len(found)}", mean, most, *map(str, rates), beyond])


def _judged(problem: ShapeWorldProblem, one: Episode[ShapeWorldProblem]) -> EpisodeDocument:
    """Steps and answer; what the best actions would have left is not needed here."""
    frame = EpisodeDocument(family="shapeworld", problem=problem.id)
    return next(d for d in judgements(frame, problem, one.transcript) if d.answered)


def _truths(sizes: tuple[int, ...]) -> list[str]:
    lines = [
        "| all worlds of | class | truths | optimum | optimal, most | greedy, most | random, most "
        "| optimal, mean | greedy, mean | random, mean |",
        "| --- | --- |" + " ---: |" * 8,
    ]
    for size in sizes:
        lines += [_over_truths(size, scope) for scope in ("all", "rooted", "listed")]
    return lines


def _over_truths(size: int, scope: str) -> str:
    """The first shape and the last: does the one cause the other?"""
    rules = ShapeWorldRules(scope=scope)
    steps: dict[str, list[int]] = {"optimal": [], "greedy": [], "random": []}
    worlds = [effects for effects in relations(size) if WorldClass(scope).contains(effects)]
    for index, effects in enumerate(worlds):
        problem = _case(effects, (0, size - 1), (1 << size) - 1, f"{size}-{index}")
        for agent, found in steps.items():
            one = played(Episode(problem, rules, seed=index, budget=1_000, agent=agent), agent)
            found.append(len(one.transcript.steps))
    optimum = rules.optimum(None, rules.opening(problem, 0)).worst_case
    assert optimum == max(steps["optimal"]) <= max(steps["greedy"])
    assert fmean(steps["greedy"]) <= fmean(steps["random"])
    cells = [f"{size} shapes", scope, len(worlds), optimum, *(max(s) for s in steps.values())]
    return (
        "| " + " | ".join([*map(str, cells), *(f"{fmean(s):.2f}" for s in steps.values())]) + " |"
    )
