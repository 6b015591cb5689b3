"""The types of option values on the command line: bounds, files, whole numbers, time limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import TYPE_CHECKING

import click

from symcause.audits.question import Option
from symcause.bounds.cli_bounds import LARGEST_NUMBER
from symcause.formats.json_text import decode_text
from symcause.formats.knowledge_files import Contents
from symcause.formats.storage.byte_streams import read_bytes

if TYPE_CHECKING:
    _Anything = click.ParamType[object]
    _Number = click.ParamType[float]
else:
    _Anything = _Number = click.ParamType  # takes no type before click 8.4

_LONGEST = 366 * 24 * 3600.0


class Bound(_Anything):
    """A number, or ``none`` for no bound."""

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


class Read(_Anything):
    """A file that is read here, so that what it says can travel; or one of the words."""

    name = "FILE"

    def __init__(self, words: tuple[str, ...]) -> None:
        self._words = words

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> object:
        if isinstance(value, Contents) or value in self._words:
            return value
        path = str(value)
        return Contents(path, decode_text(read_bytes(path), file=path))


def ordinary(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
    """A whole number that a machine can count to."""
    if value is not None and abs(value) > LARGEST_NUMBER:
        raise click.BadParameter(f"{value} is beyond {LARGEST_NUMBER}", ctx=ctx, param=param)
    return value


def joined(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str | None:
    """Names between commas; an option that is given twice names those of both."""
    return ",".join(value) if value else None


class Seconds(_Number):
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
            self.fail(f"{str(value)!r} is no number of seconds above 0, a year at most", param, ctx)
        return seconds


class FamilyOption(click.Option):
    """An option of a question: *titles* are those of the families that have it, *whole* if all do."""

    titles: tuple[str, ...] = ()
    whole: bool = False
    own: Mapping[str, Option] = MappingProxyType({})  # what each of them declares, by its title

    def help_on(self, titles: Sequence[str], ctx: click.Context) -> tuple[str, str] | None:
        """What the help page says of it, about problems of these families."""
        own = [self.own[title] for title in titles if title in self.own]
        if not own:
            return self.get_help_record(ctx)
        narrow = copy(self)
        narrow.help = own[0].help
        words = dict.fromkeys(word for one in own for word in one.choices)
        if isinstance(self.type, click.Choice) and words:
            narrow.type = click.Choice(list(words))
        return narrow.get_help_record(ctx)
