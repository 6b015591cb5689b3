"""Game spaces of released scenarios: the designs of a game, by the action space beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from symcause.errors import ProblemError
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.pools.json_documents import json_documents
from symcause.formats.storage.byte_streams import opened

Tree = dict[str, Any]
"""A decoded JSON object."""

ACTION_SPACE = "action_space.json"
NO_EFFECT = "without effect in the release"


def space_file(file: str | None) -> Path | None:
    """The file of the action space beside a game, None if there is none."""
    if file is None or not Path(file).name.endswith("game.json"):
        return None
    path = Path(file)
    space = path.with_name(path.name.removesuffix("game.json") + ACTION_SPACE)
    try:
        return space if space.is_file() else None
    except (OSError, ValueError):
        return None


def space_beside(file: str | None) -> Placed | None:
    """The action space beside a game, None if there is none."""
    space = space_file(file)
    if space is None:
        return None
    with opened(space) as source:
        for document in json_documents(source):
            if document.error is not None:
                raise document.error
            return Placed(document.value)
    return None


def read_actions(tree: Tree, space: Placed, fixed: dict[str, bool]) -> list[str]:
    """Ranges, options, defaults and the total of an action space; flags are fixed."""
    design: Tree = tree["design"]
    known = set(design)
    if space["numerical"]:
        for name, facts in space["numerical"].entries().items():
            design[name] = {
                "type": "integer",
                "min": facts["min"].integer(),
                "max": facts["max"].integer(),
                "default": facts["default"].integer(),
            }
    if space["discrete"]:
        for name, facts in space["discrete"].entries().items():
            options = list(facts["options"].entries())
            if not options:
                raise ProblemError("a choice has one option or more", place=facts["options"].place)
            default = facts["default"].text() if facts["default"] else options[0]
            design[name] = {"type": "choice", "options": options, "default": default}
    if space["boolean"]:
        for name, facts in space["boolean"].entries().items():
            fixed[name] = facts["default"].flag()
    total = space["constraints"]["total_def_budget"]
    if total:
        spent = " + ".join(name for name in design if name.endswith("_def"))
        tree["constraints"] = [f"{spent} <= {total.integer()}", *tree["constraints"][1:]]
    said = {key for part in ("numerical", "discrete", "boolean") for key in _keys(space[part])}
    missing = [name for name in known - said - {"equipment"} if name.endswith("_def")]
    return [f"{name}: {NO_EFFECT}" for name in design if name not in known] + [
        f"{name}: not in the action space, the published range is used" for name in sorted(missing)
    ]


def _keys(part: Placed) -> list[str]:
    return list(part.entries()) if part else []


def read_defaults(design: Tree, drone: Placed) -> None:
    """Defaults where no action space says them: the standard design, else those of the parts."""
    for name, domain in design.items():
        standard = drone["standard_design"][name]
        part = drone["components"][name.removesuffix("_def")]["default_def"]
        if name.endswith("_def") and (standard or part):
            domain["default"] = (standard or part).integer()
