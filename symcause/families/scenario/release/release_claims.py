"""Release claims: what the files of a released scenario say is optimal, in their own words.

A phrase names DEF with numbers (``antenna_def=0``, ``shield_def=25-35``, ``shield_def (25+)``, ``camera_def
>= 5``) and options of the equipment by their names. It is quoted with its place; what it does not name
stays open. A phrase that names nothing of a design claims no design.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from symcause.formats.pools.foreign_values import Placed

OPTIMAL = ("expected_performance", "optimal_strategy")
INTENDED = ("trap_design", "primary_trap", "optimal")
SURVIVAL = ("survival_rate", "expected_survival")
LATER = "stage2_expected"
"""Where a game speaks of what is optimal, and of how often it survives (in a later stage)."""

_NUMBER = r"\s*(=|>=|≥|\()\s*(\d+)\s*(?:-\s*(\d+)|(\+))?"
_RANGE = re.compile(r"\s*(\d+)\s*[-–]\s*(\d+)\s*%\s*")


def strategies(game: Placed, design: Mapping[str, Any], staged: bool) -> list[dict[str, Any]]:
    """What a game calls optimal, as claims of a scenario file."""
    found: list[dict[str, Any]] = []
    for one in _phrases(game, staged):
        named = named_in(one["text"], design)
        if named and all(named != known["design"] for known in found):
            found.append({"design": named, **one})
    return found


def _phrases(game: Placed, staged: bool) -> Iterator[dict[str, Any]]:
    part = _part(game, OPTIMAL)
    if part is not None and isinstance(part.value, dict):
        said = _text(part["description"])
        if said is not None:
            one: dict[str, Any] = {"text": said, "place": f"game.json: {part['description'].place}"}
            for key in (LATER,) if staged else SURVIVAL:
                rate = _RANGE.fullmatch(_text(part[key]) or "")
                if rate is not None:
                    one["survival"] = [f"{int(end)}/100" for end in rate.groups()]
                    one["place"] += f" and {key}"
                    one["text"] += f": {_text(part[key])}"
            yield one
    intended = _part(game, INTENDED)
    said = None if intended is None else _text(intended)
    if intended is not None and said is not None:
        yield {"text": said, "place": f"game.json: {intended.place}"}


def _part(game: Placed, keys: tuple[str, ...]) -> Placed | None:
    """What stands under some keys, None where a game has something else there."""
    for key in keys:
        if not isinstance(game.value, dict):
            return None
        game = game[key]
    return game if game else None


def _text(part: Placed) -> str | None:
    return part.value if isinstance(part.value, str) else None


def named_in(phrase: str, design: Mapping[str, Any]) -> dict[str, Any]:
    """The values and ranges that a phrase names; words of everyday English are no options.

    >>> design = {"shield_def": {"type": "integer"}, "x": {"type": "choice", "options": ["eye_wash"]}}
    >>> named_in("High shield_def (25+) AND eye_wash", design)
    {'shield_def': [25, None], 'x': 'eye_wash'}
    """
    found: dict[str, Any] = {}
    for name, domain in design.items():
        if domain["type"] == "integer":
            said = re.search(rf"\b{re.escape(name)}\b{_NUMBER}", phrase)
            if said is not None:
                found[name] = _span(*said.groups())
        elif domain["type"] == "choice":
            words = [o for o in domain["options"] if re.search(rf"\b{re.escape(o)}\b", phrase)]
            if len(words) == 1 and "_" in words[0]:
                found[name] = words[0]
                if "equipment" in design:
                    found["equipment"] = True
    return found


def _span(sign: str, low: str, high: str | None, more: str | None) -> int | list[int | None]:
    if high is not None:
        return [int(low), int(high)]
    return [int(low), None] if sign in (">=", "≥") or more is not None else int(low)


_EFFECTS = frozenset(
    {
        "agility_modifier",
        "def_multiplier",
        "detection_modifier",
        "emi_resistance",
        "hp_modifiers",
        "signal_strength_modifier",
        "thermal_resistance",
        "weight_modifier",
    }
)
"""What an option may do, by the names that the released program knows."""


def skipped_effects(space: Placed, said: str) -> list[str]:
    """Effects of options that stand below a name beginning with ``_``, which the program passes over."""
    part = space["_effects"]
    effects = []
    for name, below in part.entries().items() if isinstance(part.value, dict) else ():
        if not name.startswith("_") or not isinstance(below.value, dict):
            continue
        options = [
            option
            for option, effects in below.value.items()
            if isinstance(effects, dict) and _EFFECTS & effects.keys()
        ]
        if options:
            effects.append(
                f"_effects.{name}: {said}, which passes over names that begin with _: "
                f"effects of {', '.join(options)}"
            )
    return effects
