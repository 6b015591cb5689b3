"""Disclosure reader of finite files: variables, what the setting discloses, required edges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from symcause.families.finite.bounds import VARIABLE_VALUES, VARIABLES
from symcause.families.finite.files.operator_reader import read_value
from symcause.families.finite.files.placed_values import Placed, json_text
from symcause.families.finite.models.builtin_operators import LANGUAGE
from symcause.families.finite.models.finite_values import FiniteVariable, Value
from symcause.models.background_knowledge import Knowledge, arrow
from symcause.models.cycles import named_cycle
from symcause.models.disclosure import DISCLOSED, Disclosure, Setting
from symcause.models.knowledge_reader import read_edge
from symcause.models.variable_names import NAME


def read_variables(at: Placed) -> tuple[FiniteVariable, ...]:
    """The variables with their values."""
    items = at.items("variables and their values")
    if not items:
        raise at.wrong("there is no variable", "add one")
    if len(items) > VARIABLES:
        raise at.wrong(f"{len(items)} variables", f"at most {VARIABLES} are supported")
    names: list[str] = []
    for item in items:
        item.mapping(("name", "values"), ("name", "values"))
        names.append(_name(item.part("name"), names))
    return tuple(
        FiniteVariable(name, _values(item.part("values"), name, names))
        for name, item in zip(names, items, strict=True)
    )


def _name(at: Placed, names: list[str]) -> str:
    name = at.text("name")
    if NAME.fullmatch(name) is None:
        raise at.refused("cannot name a variable", "use letters, digits and _, no digit first")
    if name in LANGUAGE:
        raise at.refused("is an operator of the language", "choose another name")
    if name in names:
        raise at.wrong(f"the variable {json_text(name)} occurs twice", "remove one")
    return name


def _values(at: Placed, name: str, names: list[str]) -> tuple[Value, ...]:
    items = at.items("values")
    if len(items) < 2:
        raise at.wrong(f"{name} has {len(items)} value(s)", "a variable needs two or more")
    if len(items) > VARIABLE_VALUES:
        raise at.wrong(
            f"{name} has {len(items)} values", f"a variable has at most {VARIABLE_VALUES}"
        )
    values: list[Value] = []
    for item in items:
        value = read_value(item, names)
        if value in values:
            raise item.refused("stands twice", "remove one")
        values.append(value)
    return tuple(values)


def read_disclosure(at: Placed, domains: Mapping[str, FiniteVariable]) -> Disclosure:
    """What the setting of a document discloses."""
    setting = Setting(at.part("setting").word([*map(str, Setting)], "setting"))
    for key in ("roots", "order", "blocks", "root_count"):
        if at.has(key) and key not in DISCLOSED[setting]:
            message = f"the setting {setting} has no {key!r}"
            raise at.part(key).wrong(message, "remove it or change the setting")
        if not at.has(key) and key in DISCLOSED[setting]:
            raise at.part(key).wrong(f"the setting {setting} needs {key!r}", "add it")
    names = tuple(domains)
    if setting is Setting.HIDDEN_ROOTS:
        count = at.part("root_count").integer(0, None, "number of roots")
        if count >= len(names):
            message = f"{count} roots leave no variable with a mechanism"
            raise at.part("root_count").wrong(message, f"at most {len(names) - 1}")
        return Disclosure(setting, names, root_count=count)
    roots = at.part("roots").names(domains)
    if len(roots) == len(names):
        raise at.part("roots").wrong("every variable is a root", "at least one needs a mechanism")
    order = None
    if at.has("order"):
        order = at.part("order").names(domains)
        _check_whole(at.part("order"), order, names)
    blocks = None
    if at.has("blocks"):
        parts = at.part("blocks").items("lists of variables")
        blocks = tuple(part.names(domains) for part in parts)
        _check_whole(at.part("blocks"), tuple(name for block in blocks for name in block), names)
    return Disclosure(setting, names, roots, order, blocks)


def _check_whole(at: Placed, stated: tuple[str, ...], names: tuple[str, ...]) -> None:
    counts = Counter(stated)
    for name in names:
        if counts[name] != 1:
            message = f"{name} is in none of them" if not counts[name] else f"{name} stands twice"
            raise at.wrong(message, f"{at.place} holds every variable once")


def check_required(at: Placed, known: Knowledge, disclosure: Disclosure) -> None:
    """Raise for a required edge that no model of the setting can have, and for a circle of them."""
    parents: dict[str, list[str]] = {name: [] for name in disclosure.variables}
    for item in at.part("require").items("edges") if at.has("require") else ():
        cause, effect = edge = read_edge(item.value, disclosure.variables, item.place)
        why = known.why_not(cause, effect)
        if why is None and disclosure.roots is not None and effect in disclosure.roots:
            why = f"{effect} is a root"
        if why is None and cause not in disclosure.admissible(effect):
            why = f"{cause} does not come before {effect}"
        if why is not None:
            raise item.wrong(f"{arrow(edge)} is required but {why}", "remove one")
        parents[effect].append(cause)
    cycle = named_cycle(parents, parents)
    if cycle:
        path = ", ".join(arrow(edge) for edge in zip(cycle, (*cycle[1:], cycle[0]), strict=True))
        raise at.part("require").wrong(f"the required edges make a circle: {path}", "remove one")
