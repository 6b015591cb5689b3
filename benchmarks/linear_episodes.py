"""Episodes with crystals: what every agent needs until the question is settled, and what it gains.

Four variables, generated with seed 1 (instances 0, 1, …), each played once by every agent with the seed of
its number. *Settled at*: the mean over the episodes in which the question was settled, and the most.
*Lucky*: right, though other members disagree.

The second table goes through all truths: a fixed opening, every model of the integer class that explains it
as gold. The optimum is computed without playing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import fmean

from symcause.episodes.agents import played
from symcause.episodes.episode import Episode
from symcause.episodes.judgement.episode_document import EpisodeDocument
from symcause.episodes.judgement.step_judgement import judgements
from symcause.errors import UsageError
from symcause.families.linear.episode.rules import LinearRules
from symcause.families.linear.generator.random_crystals import LinearOptions, draw
from symcause.families.linear.models.laboratory import Semantics
from symcause.families.linear.problem.problem import Gold, LinearProblem
from symcause.families.linear.space.linear_space import LinearSpace
from symcause.families.linear.space.model_list import integer_models

TITLE = "Episodes with crystals (steps to the decision; worst case over truths: optimal ≤ greedy)"

AGENTS = ("optimal", "greedy", "random", "passive")
SEED = 1


@dataclass(frozen=True)
class _Setting:
    title: str
    options: LinearOptions
    rules: LinearRules


SETTINGS = (
    _Setting("rational, reactor", LinearOptions(), LinearRules()),
    _Setting("rational, reactor, no records", LinearOptions(), LinearRules(initial="none")),
    _Setting("rational, graph", LinearOptions(), LinearRules(question="graph")),
    _Setting(
        "integers 1..2, reactor, no records",
        LinearOptions(high=2, integer_class=True),
        LinearRules(initial="none"),
    ),
    _Setting(
        "integers 1..3, graph", LinearOptions(integer_class=True), LinearRules(question="graph")
    ),
    _Setting(
        "rational, shift, graph",
        LinearOptions(semantics=Semantics.SHIFT),
        LinearRules(question="graph"),
    ),
    _Setting("quadratic, reactor", LinearOptions(quadratic=True), LinearRules()),
    _Setting("disturbed, reactor", LinearOptions(hidden=1), LinearRules()),
)


def run(quick: bool) -> list[str]:
    """Every agent on every setting; then all truths of a few openings."""
    episodes = 3 if quick else 50
    lines = [
        f"| {episodes} episodes | agent | settled | at, mean | at, most | right | justified | lucky |",
        "| --- | --- |" + " ---: |" * 6,
    ]
    for setting in SETTINGS:
        for agent in AGENTS:
            found = _documents(setting, agent, episodes)
            if found:
                lines.append(f"| {setting.title} | {agent} | {_row(found)} |")
    return [*lines, "", *_truths(1 if quick else 3)]


def _documents(setting: _Setting, agent: str, episodes: int) -> list[EpisodeDocument]:
    """Judged episodes; none where the agent does not apply."""
    found: list[EpisodeDocument] = []
    for index in range(episodes):
        problem = draw(setting.options, SEED, index)
        try:
            one = played(Episode(problem, setting.rules, seed=index, agent=agent), agent)
        except UsageError:
            return []
        found.append(_judged(problem, one))
    return found


def _judged(problem: LinearProblem, one: Episode[LinearProblem]) -> EpisodeDocument:
    """Steps and answer; what the best actions would have left is not needed here."""
    frame = EpisodeDocument(family="linear", problem=problem.id)
    return next(d for d in judgements(frame, problem, one.transcript) if d.answered)


def _row(found: list[EpisodeDocument]) -> str:
    at = [document.decided_at for document in found if document.decided_at is not None]
    rates = [
        sum(bool(document.right) for document in found),
        sum(document.support == "justified" for document in found),
        sum(bool(document.lucky) for document in found),
    ]
    mean, most = (f"{fmean(at):.2f}", str(max(at))) if at else ("–", "–")
    return " | ".join([str(len(at)), mean, most, *map(str, rates)])


def _truths(openings: int) -> list[str]:
    lines = [
        "| opening | question | truths | optimum | optimal, most | greedy, most "
        "| optimal, mean | greedy, mean |",
        "| --- | --- |" + " ---: |" * 6,
    ]
    asked = (
        (LinearRules(question="graph"), LinearOptions(high=2, integer_class=True)),
        (LinearRules(initial="none"), LinearOptions(variables=3, integer_class=True)),
        (
            LinearRules(initial="none", tolerance="0"),
            LinearOptions(variables=3, integer_class=True),
        ),
    )
    for rules, options in asked:
        for index in range(openings):
            lines.append(_over_truths(draw(options, SEED, index), rules))
    return lines


def _over_truths(problem: LinearProblem, rules: LinearRules) -> str:
    known = rules.opening(problem, 0)
    models = integer_models(LinearSpace(known), 5_000)
    assert isinstance(models, list)
    steps: dict[str, list[int]] = {"optimal": [], "greedy": []}
    for model in models:
        truth = replace(
            problem, gold=Gold(model.equations), records=known.records, chain=known.chain
        )
        for agent, found in steps.items():
            one = played(Episode(truth, rules, agent=agent), agent)
            found.append(len(one.transcript.steps))
    optimum = rules.optimum(None, known).worst_case
    assert max(steps["optimal"]) == optimum and optimum <= max(steps["greedy"])
    question = f"{rules.question}, ±{rules.tolerance}" if rules.question == "target" else "graph"
    cells = [problem.id, question, len(models), optimum, *(max(s) for s in steps.values())]
    return (
        "| " + " | ".join([*map(str, cells), *(f"{fmean(s):.2f}" for s in steps.values())]) + " |"
    )
