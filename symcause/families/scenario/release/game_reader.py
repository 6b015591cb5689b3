"""The game reader: released CausalGame files as scenarios on one of five models.

The name of a game picks the model, a scenario file in this package. Numbers that the model names are
taken from the game where it has them, else they are the defaults of the release; ranges, options, defaults
and the total from the action space beside it, else from the published one of its family. What has no effect
in the release is listed in the notes.

A model says three things more than a scenario: what its numbers are where a game *lacks* them, which flags
are *fixed* because no request has a place for them, and what the server *accepted* besides.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import cast

from symcause.errors import ProblemError, SymcauseError
from symcause.families.scenario.files.document import (
    read_domains,
    read_scenario,
    read_variables,
)
from symcause.families.scenario.files.document_structs import DomainDocument, VariableDocument
from symcause.families.scenario.files.term_reader import read_number_at
from symcause.families.scenario.problem.problem import ScenarioProblem, Server
from symcause.families.scenario.release.game_spaces import (
    NO_EFFECT,
    Tree,
    read_actions,
    read_defaults,
    space_beside,
    space_file,
)
from symcause.families.scenario.release.release_claims import skipped_effects, strategies
from symcause.families.scenario.release.release_histories import history_of
from symcause.formats.json_text import read_json
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.struct_decoder import decode
from symcause.models.exact_numbers import print_number

UNREAD = "without effect in the released program"
NO_SPACE = (
    "no action space beside the game: the published one of its family is used (the released program takes "
    "seven DEF of 0 to 50, 100 in all, and no equipment)"
)


def model_of(name: str) -> str | None:
    """The model of a game, None if its name is not known.

    >>> model_of("antenna_trap_high_def"), model_of("deployment_zone_trap_categorical_no_selection_bias")
    ('antenna', 'base')
    """
    if name.startswith("antenna_trap"):
        return "antenna"
    if name.endswith("_env_shift"):
        return "shift"
    if name.endswith("_categorical_no_selection_bias"):
        return "base"
    if "_categorical" in name:
        return "zone"
    return "weather" if name == "weather_noise" else None


def read_game(document: object, file: str | None = None) -> ScenarioProblem:
    """The scenario of a released game; its action space is looked for beside the file."""
    try:
        return _game(Placed(document), space_beside(file), file)
    except SymcauseError as error:
        raise error.at(file=file) from None


def published(name: str) -> ScenarioProblem:
    """A published scenario from its name alone."""
    return _game(Placed({"experiment": {"name": name}}), None, None, lacking=False)


@lru_cache(maxsize=8)
def _template(model: str) -> str:
    folder = files("symcause.families.scenario.release").joinpath("models")
    return folder.joinpath(f"{model}.json").read_text(encoding="utf-8")


def _game(
    game: Placed, space: Placed | None, file: str | None, lacking: bool = True
) -> ScenarioProblem:
    name = game["experiment"]["name"].text()
    model = model_of(name)
    if model is None:
        raise ProblemError(
            "no released model has this name",
            place="experiment.name",
            value=name,
            remedy="write the scenario as symcause.scenario/1",
        )
    tree = cast("Tree", read_json(_template(model)))
    notes = [f"model: {model}"]
    tree["id"] = name
    defaults: dict[str, str] = tree.pop("lacking")
    fixed: dict[str, bool] = tree.pop("fixed")
    more: Tree = tree.pop("accepted", {"design": {}, "variables": []})
    unread: dict[str, str] = tree.pop("unread", {})
    known_by: Tree = tree.pop("known_by", {})
    notes += _constants(tree, game, space, defaults if lacking else {}, unread)
    if space is None:
        notes.append(NO_SPACE)
        read_defaults(tree["design"], game["drone"])
    else:
        try:
            notes += read_actions(tree, space, fixed)
        except SymcauseError as error:
            raise error.at(file=str(space_file(file))) from None
    _resources(tree, game)
    said = strategies(game, tree["design"], staged=bool(tree.get("stages")))
    if said:
        tree["claims"]["strategies"] = said
    if game["agent_visibility"]["hide_failed_drones"]:
        hidden = game["agent_visibility"]["hide_failed_drones"].flag()
        tree["observe"].pop("select", None)
        if hidden:
            tree["observe"]["select"] = "survived"
    elif name.endswith("_no_selection_bias"):
        tree["observe"].pop("select", None)
    own = tree.pop("history")
    history = history_of(name, model, own["records"])
    if history is not None:
        shown = {"show": own["show"]} if "show" in own else {}
        tree["history"] = {**history, **shown}
    _status(tree)
    for flag, value in fixed.items():
        _flag(tree, flag, value)
    problem = read_scenario(tree, file)
    lost = tuple(note for note in notes if UNREAD in note)
    server = replace(_server(fixed, more), unread=lost, known_by=known_by)
    return replace(problem, notes=tuple(notes), server=server, source=None)


def _status(tree: Tree) -> None:
    """Where failed units are shown, a record tells which they are."""
    if "select" in tree["observe"]:
        return
    for part, key in ((tree["observe"], "records"), (tree.get("history", {}), "show")):
        value = part.get(key)
        if value is not None and not {"survived", "status"} & set(value):
            part[key] = [*value, "survived"]


def _server(fixed: dict[str, bool], more: Tree) -> Server:
    """The flags, and what may be sent under any key."""
    design = decode(more["design"], dict[str, DomainDocument])
    variables = decode(more["variables"], tuple[VariableDocument, ...])
    return Server(
        fixed,
        read_domains(design),
        {v.name: v for v in read_variables(variables, "accepted")},
    )


def _constants(
    tree: Tree,
    game: Placed,
    space: Placed | None,
    lacking: dict[str, str],
    unread: dict[str, str],
) -> list[str]:
    """Put the numbers of the game in the place of the model's own; what is left over or missing."""
    numbers = _numbers(game, space)
    used, missing = set(), []
    for variable in tree["variables"]:
        name = variable["name"]
        part = numbers.get(name)
        if part and _is_number(variable.get("is")):
            variable["is"] = print_number(read_number_at(part.value, part.place))
            used.add(name)
        elif name in lacking:
            variable["is"] = lacking[name]
            missing.append(f"{name}: not in the game, {lacking[name]} by default of the release")
    idle = [f"{key}: {NO_EFFECT}" for key in sorted(set(numbers) - used - set(unread))]
    lost = [f"{key}: {UNREAD}: {why}" for key, why in unread.items() if key in numbers]
    return [*idle, *lost, *([] if space is None else skipped_effects(space, UNREAD)), *missing]


def _flag(tree: Tree, name: str, value: bool) -> None:
    """A flag keeps its default: in the model it is a constant, if it has an effect at all."""
    for variable in tree["variables"]:
        if variable["name"] == name:
            variable["is"] = str(value).lower()


def _is_number(text: object) -> bool:
    return isinstance(text, str) and text.lstrip("-").replace(".", "", 1).isdigit()


def _numbers(game: Placed, space: Placed | None) -> dict[str, Placed]:
    """Numbers of the game by the names that models give them."""
    entries: dict[str, Placed] = {}
    if game["scm"]["parameters"]:
        entries |= game["scm"]["parameters"].entries()
    if game["agility_system"]:
        entries |= game["agility_system"].entries()
    if game["def_reduction_factor"]:
        entries["def_reduction_factor"] = game["def_reduction_factor"]
    if game["drone"]["components"]:
        for part, facts in game["drone"]["components"].entries().items():
            if facts["hp"]:
                entries[f"{part}_hp"] = facts["hp"]
    if space is not None and space["_effects"]:
        for option, effects in space["_effects"].entries().items():
            if option.startswith("_"):
                continue  # as the released program does
            for key, number in effects.entries().items():
                if not isinstance(number.value, dict) and not key.startswith("_"):
                    entries[f"{option}_{key}"] = number
    return {key: part for key, part in entries.items() if not key.startswith("_")}  # remarks


_BUDGET = {
    "total_drone_budget": "units",
    "stage1_deployment_budget": "deployments",
}


def _resources(tree: Tree, game: Placed) -> None:
    """Budgets, the fleet and the threshold."""
    resources = game["resources"]
    if not resources:
        return
    for key, ours in _BUDGET.items():
        if resources[key]:
            tree["budget"][ours] = resources[key].integer()
    if resources["stage2_fleet_size"]:
        tree["evaluate"]["fleet"] = resources["stage2_fleet_size"].integer()
    if resources["victory_threshold"]:
        goal = resources["victory_threshold"]
        tree["evaluate"]["threshold"] = print_number(read_number_at(goal.value, goal.place))
    if resources["initial_observations"]:
        tree["history"]["records"] = resources["initial_observations"].integer()
