"""The commands: those of every family, and what reads, writes and verifies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tools.corpus import asked, written
from tools.corpus.command import Command
from tools.corpus.places import SHARED

FEW = (
    "audit examples/ambiguous.json --json",
    "audit examples/crystal.json --html page.html",
    "audit examples/shapes.json --json",
    "audit examples/boats.json --json",
    "count examples/pool.jsonl --json",
    "count made/dense.txt --json",
    "next examples/episode.json --json",
    "audit examples/finite/lock.json --json",
    "align examples/flood.txt examples/flood.answer.txt --pairs all --json",
    "verify examples/unique.json made/unique.proof.json --json",
)
"""Every family, in a few seconds."""

_SAMPLE = frozenset(
    (
        *FEW,
        "audit examples/ambiguous.json --html page.html",
        "audit examples/crystal.json --json --certificate proof.json",
        "audit examples/episode.json --json",
        "audit examples/episode.json --log examples/episode.log.jsonl --json",
        "audit made/quadratic.jsonl --json",
        "audit made/shapes6.jsonl --json",
        "audit examples/ordered.json --log made/episodes/ordered.jsonl --html page.html",
        "count made/hidden.jsonl --json",
        "solve examples/boats.json --json",
        "next examples/world.json --json",
        "alternatives examples/ambiguous.json --json",
        "disambiguate examples/ambiguous.json --json",
        "check examples/crystal.json examples/answers/crystal.wrong.json --json",
        "check examples/boats.json examples/answers/boats.open.json --json",
        "score examples/pool.jsonl examples/predictions.jsonl --json",
        "play examples/boats.json --agent random --seed 3 --json",
        "play examples/episode.json --agent greedy --seed 3 --json",
        "generate linear --hidden 1 --count 2 --seed 24",
    )
)
"""A minute or two with every family and every engine that has a bound."""


def commands(folder: Path, sample: bool = False) -> list[Command]:
    """All commands whose files are there."""
    found = [command for command in every() if _there(command, folder)]
    return [command for command in found if command.line in _SAMPLE] if sample else found


def every() -> list[Command]:
    """All commands, each once."""
    return list({command.line: command for command in _all()}.values())


def _all() -> Iterator[Command]:
    for family, of in asked.FAMILIES.items():
        yield from (replace(command, family=family) for command in of())
    yield from written.commands()


def _there(command: Command, folder: Path) -> bool:
    named = (word for word in command.words if word.split("/")[0] in SHARED)
    return all((folder / word).exists() for word in named)
