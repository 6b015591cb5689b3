"""What Inspect finds under the name ``symcause`` (entry point ``inspect_ai``).

Loaded at every look-up of a task, so nothing heavy is imported here: the work begins when a task is made.
"""

from symcause.harnesses.inspect_episodes import episode, episode_scorer
from symcause.harnesses.inspect_static import (
    alternative,
    crystals,
    replay,
    shapeworld,
    static_scorer,
    textgraph,
)

__all__ = [
    "alternative",
    "crystals",
    "episode",
    "episode_scorer",
    "replay",
    "shapeworld",
    "static_scorer",
    "textgraph",
]
