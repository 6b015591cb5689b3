"""Options that commands share, as decorators, and what they mean."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import click

from symcause.errors import UsageError
from symcause.families.boolean.problem.classes import HypothesisClass
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.files import Item

F = TypeVar("F", bound=Callable[..., Any])

_LONGEST = 366 * 24 * 3600.0


class _Bound(click.ParamType[object]):
    """A number of parents, or ``none`` for no bound."""

    name = "K|none"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        if isinstance(value, int):
            return value
        text = str(value).lower()
        if text == "none":
            return text
        if not text.isdecimal():
            self.fail(f"{text!r} is neither a number of parents nor 'none'", param, ctx)
        if len(text) > 6:
            self.fail(f"{text!r} is more parents than any problem has: say 'none'", param, ctx)
        return int(text)


class Seconds(click.ParamType[float]):
    """A time limit: more than nothing, less than a year."""

    name = "SECONDS"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        try:
            seconds = float(str(value))
        except ValueError:
            seconds = 0.0
        if not 0 < seconds <= _LONGEST:
            self.fail(f"{str(value)!r} is no number of seconds above 0", param, ctx)
        return seconds


@dataclass(frozen=True)
class ClassOptions:
    """The class as the command line states it; ``max_parents`` may be the word ``none``."""

    max_parents: int | str | None = None
    max_ast: int | None = None
    max_depth: int | None = None
    setting: str | None = None

    def applied(self, problem: BooleanProblem) -> BooleanProblem:
        """The problem in the setting asked for."""
        return problem if self.setting is None else problem.in_setting(Setting(self.setting))

    def bounded(self, problem: LinearProblem) -> LinearProblem:
        """A linear problem with the bound on parents asked for; the other options do not apply."""
        for option in ("max_ast", "max_depth", "setting"):
            if getattr(self, option) is not None:
                raise UsageError(
                    f"--{option.replace('_', '-')} is about Boolean problems",
                    remedy="leave it out for linear ones; --max-parents applies to both",
                )
        if self.max_parents is None:
            return problem
        bound = self.max_parents if isinstance(self.max_parents, int) else None
        return replace(problem, max_parents=bound)

    def linear_class(self, problem: LinearProblem) -> dict[str, object]:
        """The class of a linear verdict, with its source."""
        source = "problem" if self.max_parents is None else "problem+option"
        return {**self.bounded(problem).class_document(), "source": source}

    def scope(self, item: Item) -> dict[str, object]:
        """What the document about this problem will say it is about."""
        if isinstance(item.problem, LinearProblem):
            return {"class": self.linear_class(item.problem)}
        if item.problem is None:
            return {}
        problem = self.applied(item.problem)
        return {"setting": str(problem.setting), "class": self.hypotheses(problem).to_dict()}

    def hypotheses(self, problem: BooleanProblem) -> HypothesisClass:
        """The class of the verdict: options first, else the problem's own bound, else unbounded."""
        own = self.max_parents is None and problem.max_parents is not None
        asked = [self.max_parents, self.max_ast, self.max_depth] != [None, None, None]
        sources = ["problem"] * own + ["option"] * asked
        bound = problem.max_parents if self.max_parents is None else self.max_parents
        return HypothesisClass(
            bound if isinstance(bound, int) else None,
            self.max_ast,
            self.max_depth,
            "+".join(sources) or "unbounded",
        )


def class_options(command: F) -> F:
    """``--max-parents``, ``--max-ast``, ``--max-depth`` and ``--setting``."""
    for option in (
        click.option(
            "--setting",
            type=click.Choice([str(s) for s in Setting]),
            help="Ask the problem with less disclosed.",
        ),
        click.option(
            "--max-depth",
            type=click.IntRange(min=1),
            metavar="D",
            help="Bound the depth of mechanisms.",
        ),
        click.option(
            "--max-ast",
            type=click.IntRange(min=1),
            metavar="C",
            help="Bound the AST size of mechanisms (operators and variables).",
        ),
        click.option(
            "--max-parents",
            type=_Bound(),
            metavar="K|none",
            help="Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.",
        ),
    ):
        command = option(command)
    return command


def _named(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A path that names something: an empty one would mean the current folder."""
    if value == "":
        raise click.BadParameter("the path is empty", ctx=ctx, param=param)
    return value


def file_option(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A path that results can be written to."""
    if value == "-":
        raise click.BadParameter("give a file; --json prints instead", ctx=ctx, param=param)
    return _named(ctx, param, value)


def problem_argument(command: F) -> F:
    """PROBLEM and ``--id``."""
    command = click.option("--id", "chosen", metavar="ID", help="Pick one problem of a pool.")(
        command
    )
    return click.argument("problem", type=click.Path(), metavar="PROBLEM", callback=_named)(command)


def run_options(command: F) -> F:
    """``--json``, ``--jobs``, ``--timeout``, ``--memory``, ``--out`` and ``--resume``."""
    for option in (
        click.option("--resume", is_flag=True, help="Keep the results already in --out FILE."),
        click.option(
            "--out",
            type=click.Path(dir_okay=False),
            metavar="FILE",
            callback=file_option,
            help="Write JSON lines to a file.",
        ),
        click.option(
            "--memory",
            type=click.IntRange(64, 100_000_000),
            metavar="MB",
            help="Memory per problem; what does not fit is unknown.",
        ),
        click.option(
            "--timeout",
            type=Seconds(),
            help="Time per problem; what is known by then is kept, the rest is unknown.",
        ),
        click.option(
            "--jobs",
            type=click.IntRange(min=1, max=512),
            default=1,
            metavar="N",
            help="Problems at a time (default 1).",
        ),
        json_option,
    ):
        command = option(command)
    return command


def json_option(command: F) -> F:
    """``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, one document a line.")(
        command
    )


def available_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
