"""``symcause convert --dataset FOLDER``: a pool as a dataset with manifest and datasheet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields

from symcause.audits.question import ask
from symcause.cli.printing import show
from symcause.errors import SymcauseError, UsageError, did_you_mean
from symcause.formats.dataset import write_dataset
from symcause.formats.dataset_parts import About
from symcause.formats.files import Item
from symcause.formats.problems import Problem
from symcause.registry import family_of


def export(
    items: Iterable[Item],
    folder: str,
    *,
    parquet: bool,
    about: tuple[str, ...],
    note: Callable[[SymcauseError], None],
    quiet: bool = False,
) -> None:
    """Write the problems that could be read; *note* hears of the others."""
    written = write_dataset(
        _readable(items, note), folder, prompt=_prompt, about=_about(about), parquet=parquet
    )
    if not quiet:
        show(f"{written.problems} problems in {folder}; see {folder}/manifest.json")


def _readable(items: Iterable[Item], note: Callable[[SymcauseError], None]) -> Iterator[Problem]:
    for item in items:
        if item.error is not None:
            note(item.error)
        elif item.problem is not None:
            yield item.problem


_ENVELOPE = ("family", "problem", "stopped")


def _prompt(problem: Problem) -> Mapping[str, object] | None:
    """The prompt of a problem, None where its family has none."""
    if "prompt" not in family_of(problem).questions:
        return None
    document = ask("prompt", problem).to_dict()
    return {key: value for key, value in document.items() if key not in _ENVELOPE}


def _about(stated: tuple[str, ...]) -> About:
    """``KEY=VALUE`` texts as facts about the dataset."""
    known = [field.name for field in fields(About)]
    facts: dict[str, str] = {}
    for text in stated:
        key, equals, value = text.partition("=")
        if not equals or key not in known:
            raise UsageError(
                "--about takes KEY=VALUE",
                value=text,
                remedy=did_you_mean(key, known) if equals else f"keys: {', '.join(known)}",
            )
        facts[key] = value
    return About(**facts)
