"""The synopses of docs/commands.md, written from the help of every command; ``--write`` writes them.

Each command has its usage, the text of its help, and its options. An option that
several commands declare in the same words stands once, under *Options of several commands*; which family
answers which command is a table of its own.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

import click

from symcause.cli.main import cli
from symcause.cli.option_types import FamilyOption
from symcause.cli.output.option_help import section_of
from symcause.registry import Family, families
from tools.write_limits import ROOT

PAGE = ROOT / "docs" / "commands.md"
BEGIN, END = "<!-- options -->", "<!-- end of options -->"
SHARED, ANSWERED = "Options of several commands", "Which family answers which command"

AS_WRITTEN = "\b"
"""Begins a paragraph that click does not break anew: those of examples."""

SEVERAL = 4
"""So many commands have an option that stands in the table of all."""

PLACE = re.compile(rf"^## (?P<name>[^\n]+)$|{BEGIN}\n.*?{END}", flags=re.MULTILINE | re.DOTALL)


class Line(NamedTuple):
    """One option: how it is given, what it means, and the families that have it (empty: all)."""

    given: str
    meaning: str
    families: str


def commands() -> dict[str, click.Context]:
    """Every command that does something, by what is typed: ``audit``, ``generate suite`` …"""
    return dict(_below("", cli, _context(cli, "symcause")))


def _context(
    command: click.Command, name: str, above: click.Context | None = None
) -> click.Context:
    """A context as a command line has it: click keeps the option of help that a context names first."""
    settings = dict(command.context_settings)
    return click.Context(command, parent=above, info_name=name, **settings)


def _below(
    name: str, group: click.Command, above: click.Context
) -> Iterator[tuple[str, click.Context]]:
    if not isinstance(group, click.Group):
        yield name.strip(), above
        return
    for word in group.list_commands(above):
        command = group.get_command(above, word)
        assert command is not None
        inner = _context(command, word, above)
        yield from _below(f"{name} {word}", command, inner)


def lines(context: click.Context) -> list[Line]:
    """The options of a command, in the order of its help."""
    found = []
    for param in context.command.get_params(context):
        record = param.get_help_record(context) if isinstance(param, click.Option) else None
        if record is None or "--help" in param.opts:
            continue
        own = isinstance(param, FamilyOption) and not param.whole
        given, meaning = map(_cell, record)
        found.append(Line(given, _plain(meaning), section_of(param) if own else ""))
    return found


def _cell(text: str) -> str:
    """One cell of a table: a line without the sign that separates cells."""
    return " ".join(text.split()).replace("|", "/")


def _plain(text: str) -> str:
    """Text in which nothing is read as HTML."""
    return text.replace("<", "&lt;")


def shared() -> dict[Line, list[str]]:
    """The options that several commands have in the same words, with these commands."""
    users: dict[Line, list[str]] = defaultdict(list)
    for name, context in commands().items():
        for line in lines(context):
            users[line].append(name)
    return {line: names for line, names in users.items() if len(names) >= SEVERAL}


def told(context: click.Context) -> Iterator[str]:
    """The paragraphs of the help; its examples as a block."""
    for part in inspect.cleandoc(context.command.help or "").split("\n\n"):
        if part.startswith(AS_WRITTEN):
            lines = part.removeprefix(AS_WRITTEN).strip().splitlines()
            yield "\n".join(("```sh", *(line.strip() for line in lines[1:]), "```"))
        else:
            yield _plain(" ".join(part.split()))


def synopsis(name: str, context: click.Context, elsewhere: set[Line]) -> Iterator[str]:
    """Usage, help and own options of one command."""
    usage = " ".join(context.command.collect_usage_pieces(context))
    yield f"`symcause {name} {usage}`"
    for part in told(context):
        yield f"\n{part}"
    own = [line for line in lines(context) if line not in elsewhere]
    yield from _table(own, with_families=any(line.families for line in own))


def _table(own: list[Line], *, with_families: bool) -> Iterator[str]:
    if not own:
        return
    yield "\n| option | meaning |" + (" for |" if with_families else "")
    yield "| --- | --- |" + (" --- |" if with_families else "")
    for line in own:
        last = f" {line.families} |" if with_families else ""
        yield f"| `{line.given}` | {line.meaning} |{last}"


def _common() -> Iterator[str]:
    yield "| option | meaning | for | commands |\n| --- | --- | --- | --- |"
    for line, names in shared().items():
        users = ", ".join(f"`{name}`" for name in names)
        yield f"| `{line.given}` | {line.meaning} | {line.families} | {users} |"


def answers(family: Family, command: str) -> bool:
    """Does a family do what a command asks for?"""
    capable = {"score": family.scoring, "verify": family.verifier, "generate": family.generators}
    if command in capable:
        return bool(capable[command])
    return ("play" if command == "mcp" else command) in family.questions


def _answered() -> Iterator[str]:
    known = list(families())
    yield f"| command | {' | '.join(family.title for family in known)} |"
    yield f"| --- |{' --- |' * len(known)}"
    for name in dict.fromkeys(words.split()[0] for words in commands()):
        marks = ["x" if answers(family, name) else "–" for family in known]
        if "x" in marks:
            yield f"| `{name}` | {' | '.join(marks)} |"


def section(title: str) -> str:
    """What a program writes below a heading of the page."""
    if title in (SHARED, ANSWERED):
        return "\n".join(_common() if title == SHARED else _answered())
    elsewhere = set(shared())
    parts = [
        "\n".join(synopsis(name, context, elsewhere))
        for name, context in commands().items()
        if name.split()[0] == title
    ]
    return "\n\n".join(parts)


def page(text: str) -> str:
    """The page with the synopses as the commands have them."""
    title = ""

    def written(found: re.Match[str]) -> str:
        nonlocal title
        title = found["name"] or title
        return found[0] if found["name"] else f"{BEGIN}\n{section(title)}\n{END}"

    return PLACE.sub(written, text)


if __name__ == "__main__":
    known = PAGE.read_text(encoding="utf-8")
    if "--write" in sys.argv:
        PAGE.write_text(page(known), encoding="utf-8")
    sys.exit(page(known) != known and "--write" not in sys.argv)
