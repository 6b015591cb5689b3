"""The family choice in a score run of the CLI: those that know all given options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from symcause.audits.question import flag_of, options
from symcause.cli.score_run.run_options import ANSWERING
from symcause.errors import SymcauseError, UsageError
from symcause.formats.pools.file_heads import label_of
from symcause.formats.shared_entries import each
from symcause.registry import FAMILIES, Family, families, load
from symcause.scoring.scoring_protocol import Scoring


@cache
def every_scoring() -> tuple[type[Scoring[Any, Any]], ...]:
    """Of all families: for their options, and their papers."""
    return tuple(kind for _, kind in each("scoring"))


def titled_scorings() -> tuple[tuple[str, type[Scoring[Any, Any]]], ...]:
    """The same with the titles of the families."""
    return tuple((f.title, kind) for f, kind in each("scoring"))


def scorings(given: Mapping[str, object]) -> dict[str, Scoring[Any, Any]]:
    """The parts of those families that know all options given; complains about odd values at once.

    Without options none is made before a problem of its family comes.
    """
    found = {}
    for family, kind in each("scoring") if given else ():
        if given.keys() <= {part.name for part in fields(kind)}:
            found[family.name] = kind(**given)
    return found


def scoring_of(
    family: Family, ready: Mapping[str, Scoring[Any, Any]], given: Mapping[str, object]
) -> Scoring[Any, Any]:
    """The family's part; raises UsageError where it has none or an option does not apply."""
    if family.scoring is None:
        able = ", ".join(f.title for f in families() if f.scoring is not None)
        own = "" if family.name in FAMILIES else f"; the family {family.name} declares no scoring"
        raise UsageError(
            f"score does not apply to {family.title}", remedy=f"it applies to {able}{own}"
        )
    if not given:
        part: Scoring[Any, Any] = load(family.scoring)()
        return part
    if family.name not in ready:
        raise _refusal(family, given)
    return ready[family.name]


def sorted_out(
    files: Sequence[str], given: Mapping[str, object]
) -> tuple[tuple[str, ...], dict[str, object]]:
    """The files that hold answers, and the options with those files that are one, told by their content."""
    answers, found = [], dict(given)
    for file in files:
        label = label_of(file)
        if label is None:
            answers.append(file)
        elif found.setdefault(label, file) != file:
            raise UsageError(
                "two files of one kind", file=file, remedy=f"join it to {found[label]}"
            )
    return tuple(answers), found


def is_unscored(error: SymcauseError) -> bool:
    """Is a problem one that is read, and that its family does not score?"""
    return "score does not apply to" in str(error)


def _refusal(family: Family, given: Mapping[str, object]) -> UsageError:
    assert family.scoring is not None
    known = {part.name for part in fields(load(family.scoring))}
    flags = {key: flag_of(kind, key) for kind in every_scoring() for key in options(kind)}
    wrong = next(key for key in given if key not in known)
    return UsageError(
        f"{flags[wrong]} does not apply to {family.title}", remedy=_lacking(family, wrong)
    )


def _lacking(family: Family, wrong: str) -> str | None:
    """What the author of a family adds so that baselines answer."""
    if wrong not in ANSWERING or family.name in FAMILIES:
        return None
    return (
        f"in {family.scoring} of the family {family.name} the base class "
        "symcause.attempts.scored_baselines.BaselineScoring is missing"
    )
