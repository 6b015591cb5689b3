"""Repeated options of the command line: an option of one value that is given two is refused.

Of two values the parser keeps the last and says nothing: ``--world A --world B`` would answer about B
alone. Options of several values join or collect what they are given; a flag or one value twice says nothing
new.
"""

from __future__ import annotations

import click

from symcause.errors import UsageError, shorten


class OneValued(click.Command):
    """A command that refuses a second value of an option which takes one; all commands are such."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not ctx.resilient_parsing:
            self._refuse_second_values(ctx, args)
        return super().parse_args(ctx, args)

    def _refuse_second_values(self, ctx: click.Context, args: list[str]) -> None:
        """Read the words once more, with all values of each option."""
        parser = self.make_parser(ctx)
        single = [p for p in self.get_params(ctx) if isinstance(p, click.Option) and _single(p)]
        for one in single:
            parser.add_option(one, one.opts, one.name, action="append", nargs=one.nargs)
        values, _, _ = parser.parse_args(list(args))
        for one in single:
            several = list(dict.fromkeys(values.get(str(one.name), ())))
            if len(several) > 1:
                said = " and ".join(shorten(value) for value in several)
                raise UsageError(
                    f"given more than one value: {said}", place=one.opts[0], remedy="it takes one"
                )


def _single(option: click.Option) -> bool:
    return not (option.multiple or option.is_flag or option.count)
