"""The registry of tasks that Inspect finds under the name symcause.

Loaded at every look-up of a task, so nothing heavy is imported here: the work begins when a task is made.
"""

from symcause.harnesses.inspect_tasks.episode_task import episode, episode_scorer
from symcause.harnesses.inspect_tasks.static_task import (
    alternative,
    cpt,
    crystals,
    finite,
    finite_queries,
    replay,
    scenario,
    shapeworld,
    statements,
    static_scorer,
    textgraph,
)
from symcause.harnesses.inspect_tasks.suite_task import suite, suite_scorer

__all__ = [
    "alternative",
    "cpt",
    "crystals",
    "episode",
    "episode_scorer",
    "finite",
    "finite_queries",
    "replay",
    "scenario",
    "shapeworld",
    "statements",
    "static_scorer",
    "suite",
    "suite_scorer",
    "textgraph",
]
