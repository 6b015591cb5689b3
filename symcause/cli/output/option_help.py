"""Help on options, grouped by what they are for; of a named problem those that apply to it.

``symcause audit --help`` lists the options of all families, each under those that have it;
``symcause audit problem.json --help`` looks at the file and leaves out what does not apply.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

import click

from symcause.audits.knowledge_options import KnowledgeOptions
from symcause.audits.question import options
from symcause.bounds.cli_bounds import DETECTED_PROBLEMS, LISTED_OPTIONS
from symcause.cli.option_types import FamilyOption

GENERAL, KNOWLEDGE = "Options", "Background knowledge"
RUN, OUTPUT = "Limits and processes", "Output and files"
_OWN = {
    RUN: ("timeout", "memory", "jobs", "cluster"),
    OUTPUT: (
        *("as_json", "out", "resume", "full", "quiet", "certificate", "html", "title", "author"),
        *("form", "wanted", "columns", "label", "folder", "figures"),
    ),
}
"""The options of commands themselves that are no general ones."""


def write_options(
    command: click.Command,
    ctx: click.Context,
    formatter: click.HelpFormatter,
    arguments: Sequence[str],
) -> None:
    """The sections of a help page that list options."""
    named = _families(arguments, str(ctx.info_name))
    params = (param for param in command.get_params(ctx) if isinstance(param, click.Option))
    listed = [(param, _record(param, named, ctx)) for param in params]
    shown = [(param, record) for param, record in listed if record is not None]
    kept = [(param, record) for param, record in shown if _applies(param, named)]
    sections: dict[str, list[tuple[str, str]]] = {GENERAL: []}
    for param, record in kept:
        title = _section(param, named) if len(kept) > LISTED_OPTIONS else GENERAL
        sections.setdefault(title, []).append(record)
    last = [title for title in (RUN, OUTPUT) if title in sections]
    for title in (*(t for t in sections if t not in last), *last):
        if sections[title]:
            with formatter.section(title):
                formatter.write_dl(sections[title])
    left = len(shown) - len(kept)
    if left:
        formatter.write_paragraph()
        with formatter.indentation():
            text = f"{left} options that do not apply to {' and '.join(named)} are left out: "
            formatter.write_text(f"{text}{ctx.command_path} --help lists all.")


def _record(
    param: click.Option, named: Sequence[str], ctx: click.Context
) -> tuple[str, str] | None:
    if isinstance(param, FamilyOption):
        return param.help_on(named, ctx)
    return param.get_help_record(ctx)


def _applies(param: click.Parameter, named: Sequence[str]) -> bool:
    if not named or not isinstance(param, FamilyOption):
        return True
    return any(title in named for title in param.titles)


def _section(param: click.Parameter, named: Sequence[str]) -> str:
    if param.name in _KNOWLEDGE:
        return KNOWLEDGE
    if isinstance(param, FamilyOption):
        return GENERAL if param.whole or len(named) == 1 else _joined(param.titles)
    return next((title for title, names in _OWN.items() if param.name in names), GENERAL)


def section_of(param: click.Parameter) -> str:
    """The heading under which the help of all families lists an option."""
    return _section(param, ())


_KNOWLEDGE = frozenset(options(KnowledgeOptions))


def _joined(titles: Iterable[str]) -> str:
    """The families as a heading: "Boolean and linear problems".

    >>> _joined(["Boolean problems", "linear problems"]), _joined(["scenarios"])
    ('Boolean and linear problems', 'Scenarios')
    """
    found = list(titles)
    short = [title.removesuffix(" problems") for title in found]
    rest = " problems" if short[-1] != found[-1] else ""
    listed = ", ".join(found[:-1] if not rest else short[:-1])
    text = f"{listed} and {short[-1]}{rest}" if len(found) > 1 else found[-1]
    return text[0].upper() + text[1:]


def _families(arguments: Sequence[str], question: str) -> list[str]:
    """The titles of the families that the problems in a named file are of; none where nothing is named."""
    from symcause.errors import SymcauseError
    from symcause.formats.pools.problem_files import read_problems
    from symcause.registry import family_of

    for word in arguments:
        if word.startswith("-") or not Path(word).exists():
            continue
        try:
            items = islice(read_problems(word, question=question), DETECTED_PROBLEMS)
            problems = [item.problem for item in items if item.problem is not None]
        except (SymcauseError, OSError):
            continue
        if problems:
            return list(dict.fromkeys(family_of(problem).title for problem in problems))
    return []
