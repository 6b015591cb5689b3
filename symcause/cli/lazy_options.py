"""Lazy options of the command line: a family's options are loaded only where one may be given.

What options a question has all its families know, and asking them loads their modules: a good part of the
time that a small question takes. Nothing of it is needed where every word on the command line that begins
with a dash is an option of the command itself. So a question's options are one *placeholder* among the
parameters of its command, and stand there themselves in help texts, completion and wherever a word may be
one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeVar

import click

from symcause.cli.repeated_options import OneValued

F = TypeVar("F", bound=Callable[..., Any])

_PLAIN, _ARGUMENTS = "symcause.plain", "symcause.arguments"


class _Placeholder(click.Option):
    """Stands for the options that *made* makes."""

    def __init__(
        self, names: Sequence[str], *, made: Callable[[], Iterable[click.Parameter]]
    ) -> None:
        super().__init__(names)
        self.made = made


def deferred(made: Callable[[], Iterable[click.Parameter]]) -> Callable[[F], F]:
    """Options that *made* makes when they are needed, in a command of the class :class:`Asking`."""
    return click.option("--deferred", cls=_Placeholder, made=made)


class Asking(OneValued):
    """A command with placeholders."""

    def __init__(self, *args: Any, **facts: Any) -> None:
        self._declared: list[click.Parameter] = []
        super().__init__(*args, **facts)

    @property
    def params(self) -> list[click.Parameter]:
        """All parameters, in the order of the help text."""
        return self._all

    @params.setter
    def params(self, declared: list[click.Parameter]) -> None:
        self._declared = declared

    @cached_property
    def _all(self) -> list[click.Parameter]:
        return [found for own in self._declared for found in _standing_for(own)]

    @cached_property
    def _own(self) -> list[click.Parameter]:
        """What the command itself declares."""
        return [own for own in self._declared if not isinstance(own, _Placeholder)]

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return self._own if ctx.meta.get(_PLAIN) else super().get_params(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing and {*args} & {*ctx.help_option_names}:
            ctx.meta[_ARGUMENTS] = tuple(args)
        known = {name for own in self._own for name in (*own.opts, *own.secondary_opts)}
        dashed = (word.partition("=")[0] for word in args if word[:1] == "-" != word)
        ctx.meta[_PLAIN] = not ctx.resilient_parsing and known.issuperset(dashed)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Options by what they are for; where a problem is named, those that apply to it."""
        from symcause.cli.output.option_help import write_options

        write_options(self, ctx, formatter, ctx.meta.get(_ARGUMENTS, ()))


def _standing_for(own: click.Parameter) -> Iterable[click.Parameter]:
    return own.made() if isinstance(own, _Placeholder) else (own,)


def none_given(ctx: click.Context) -> bool:
    """Has no option of a family been given, so that none was made?"""
    return bool(ctx.meta.get(_PLAIN))
