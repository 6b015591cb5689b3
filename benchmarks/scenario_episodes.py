"""Episodes in scenarios: how often agents without a model find a design that reaches the threshold.

Every scenario is played 50 times by each agent that needs no members, with the seeds 0 to 49. ``passive``
submits the best design of the history (the default if nothing is known of any), ``random`` deploys random
declared designs and submits the one with the most survivors. *Right*: the value of the design reaches the
threshold for sure. *Win*: the fleet that was drawn with the seed did. *Value*: mean of the middles of its
bounds.
"""

from __future__ import annotations

from fractions import Fraction
from statistics import fmean
from typing import Any

from symcause.episodes.agents import step
from symcause.episodes.episode import Episode
from symcause.episodes.rules import Judged
from symcause.families.scenario.episode.rules import ScenarioRules
from symcause.families.scenario.release.game_reader import published

TITLE = "Episodes in scenarios (agents without a model: right by value, won with the fleet)"

SCENARIOS = (
    "antenna_trap",
    "antenna_trap_no_history",
    "antenna_trap_simpsons_paradox",
    "deployment_zone_trap_categorical",
    "deployment_zone_trap_env_shift",
    "weather_noise",
)
AGENTS = ("random", "passive")


def run(quick: bool) -> list[str]:
    """Every agent on every scenario."""
    episodes = 2 if quick else 50
    lines = [
        f"| {episodes} episodes | agent | deployments | right | win | value |",
        "| --- | --- |" + " ---: |" * 4,
    ]
    for name in SCENARIOS[:2] if quick else SCENARIOS:
        lines += [f"| {name} | {agent} | {row(name, agent, episodes)} |" for agent in AGENTS]
    return lines


def row(name: str, agent: str, episodes: int) -> str:
    """Deployments, right, won and the mean value of an agent."""
    problem, rules = published(name), ScenarioRules()
    found: list[Judged] = []
    steps = []
    for seed in range(episodes):
        one = Episode(problem, rules, seed=seed, agent=agent)
        while agent != "passive" and one.left:  # as agents play: until nothing is left
            step(one, agent)
        found.append(one.answer(rules.simplest(one.known)))
        steps.append(len(one.transcript.steps))
    return " | ".join(
        [
            f"{fmean(steps):.0f}",
            str(sum(judged.right is True for judged in found)),
            str(sum(judged.details["win"] is True for judged in found)),
            f"{fmean(_middle(judged.details['value']) for judged in found):.3f}",
        ]
    )


def _middle(bounds: Any) -> float:
    return float(Fraction(bounds["low"]) + Fraction(bounds["high"])) / 2
