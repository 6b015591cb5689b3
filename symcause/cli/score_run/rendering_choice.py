"""The rendering choice of a score run: what renderings are compared with, in what, and by whom answered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import click

from symcause.cli.score_run.problem_store import Store
from symcause.formats.problems import Problem
from symcause.registry import family_of
from symcause.renderings.sense.sense_baseline import NAME, sense_of, sense_text
from symcause.scoring.rendering_scores import BASE, Words
from symcause.scoring.scoring_protocol import Scoring, Task

F = TypeVar("F", bound=Callable[..., Any])


class RenderingChoice(NamedTuple):
    """The base, a number of each line (None: whether it is right), and whether common sense answers."""

    base: Words = BASE
    metric: str | None = None
    sense: bool = False

    @classmethod
    def of(cls, options: Mapping[str, Any], sense: bool) -> RenderingChoice:
        """The choice on the command line."""
        return cls(Words.read(options["base"]), options["metric"], sense)

    def chosen_scoring(self, scoring: Scoring[Any, Any]) -> Scoring[Any, Any]:
        """A family's part of the run, which compares renderings as chosen."""
        scoring.renderings.base, scoring.renderings.metric = self.base, self.metric
        return scoring

    def enters(self, problem: Problem, scoring: Scoring[Any, Any]) -> bool:
        """Take in a problem; True if common sense shall answer it."""
        metadata = getattr(problem, "metadata", None) or {}
        scoring.renderings.enter(problem.id, metadata)
        return self.sense and "rendering" in metadata


BY_DEFAULT = RenderingChoice()


def rendering_options(command: F) -> F:
    """``--prompts``, ``--base`` and ``--metric``."""
    for option in (
        click.option(
            "--metric",
            metavar="KEY",
            help="Renderings: compare this number of each answer's line (default: whether it is right).",
        ),
        click.option(
            "--base",
            default="-".join(BASE),
            metavar="THEME-STYLE-NAMES",
            help="Renderings: the rendering that all others are compared with (neutral-table-free).",
        ),
        click.option(
            "--prompts",
            type=click.Path(dir_okay=False),
            multiple=True,
            metavar="FILE",
            help="Answers are in the nouns of these prompts (symcause prompt POOL --theme NAME --json): "
            "put them into the names of the problems (repeatable).",
        ),
    ):
        command = option(command)
    return command


def without_sense(given: dict[str, object]) -> tuple[dict[str, object], bool]:
    """The options of families, and whether the baseline common-sense answers renderings as well."""
    named = given.get("named", ())
    assert isinstance(named, tuple)
    others = tuple(name for name in named if name != NAME)
    kept = {key: value for key, value in given.items() if key != "named"}
    asked = bool(given.get("everyone")) or len(others) < len(named)
    return ({**kept, "named": others} if others else kept), asked


def sense_tasks(
    store: Store, ids: Sequence[str], pool: str, scorings: Mapping[str, Scoring[Any, Any]]
) -> Iterator[Task]:
    """What the baseline common-sense shall answer: renderings about which it has something to say.

    It is not asked those whose words everybody knows nothing about.
    """
    themes = (f"{pool}.themes",)
    for id in ids:
        problem = store.get(id).problem
        if sense_of(problem, themes) is not None:
            scorings[family_of(problem).name].ask(NAME, pool, id)
        if sense_text(problem, themes) is not None:
            yield Task(id, NAME)
