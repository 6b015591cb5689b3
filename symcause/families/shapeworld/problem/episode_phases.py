"""Phases of an episode about a ShapeWorld problem: what the agent is asked for."""

from __future__ import annotations

from enum import StrEnum

CONTINUE, ANSWER = "continue interaction", "answer the question"
"""The two choices."""


class Phase(StrEnum):
    """What the agent is asked for."""

    INITIAL = "initial"
    CHOICE = "choice"
    INTERACTION = "interaction"
    ANSWER = "answer"
    OVER = "over"
