"""``symcause generate``: instances with their certificates, one family a subcommand."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

import click

FAMILIES: dict[str, str] = {
    "boolean": "Boolean SCMs with intervention worlds, up to certified uniqueness.",
    "alternative": "Alternative-SCM items from a pool and stored answers.",
    "linear": "Linear and quadratic episodes.",
}
"""Every family and its line of help; ``symcause.cli.generate_FAMILY`` defines ``command``."""


class _Families(click.Group):
    """Loads a family only when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [family for family in FAMILIES if find_spec(_module(family)) is not None]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        command = import_module(_module(name)).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Families"):
            formatter.write_dl([(name, FAMILIES[name]) for name in self.list_commands(ctx)])


def _module(family: str) -> str:
    return f"symcause.cli.generate_{family}"


@click.group("generate", cls=_Families, subcommand_metavar="FAMILY [OPTIONS]")
def command() -> None:
    """Instances with their certificates; FAMILY says of what kind.

    \b
    Examples:
      symcause generate boolean --count 5 --seed 1 --level certified --out pool.jsonl
      symcause generate boolean --preset vhs_n10_anchor_m10 --setting all --jobs 2 --out pool.jsonl
      symcause generate alternative pool.jsonl --answers predictions.jsonl --out items.jsonl

    Exit code 0 when done.
    """
