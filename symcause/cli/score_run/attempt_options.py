"""Attempt options of a score run in the CLI: how much memory and effort, and how often."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def attempt_options(command: F) -> F:
    """``--memory``, ``--effort`` and ``--repeat``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS = (
    click.option(
        "--memory",
        type=click.IntRange(64, 100_000_000),
        metavar="MB",
        help="Memory limit per problem for each baseline.",
    ),
    click.option(
        "--effort",
        type=click.IntRange(min=1),
        metavar="N",
        help="Work per problem for each baseline, in its own unit (conflicts, resources), instead of its "
        "default.",
    ),
    click.option(
        "--repeat",
        type=click.IntRange(1, 100),
        default=1,
        metavar="N",
        help="Let baselines answer N times, every other time in reversed order, and say whether their "
        "answers agree.",
    ),
)
