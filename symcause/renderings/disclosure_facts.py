"""Disclosure facts of renderings: roots and order as told, for any family whose models have roots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symcause.models.disclosure import Disclosure
from symcause.renderings.codec.nodes import Node, Number
from symcause.renderings.family_words import Fact, Order
from symcause.renderings.knowledge_facts import groups_node, names_node
from symcause.renderings.texts.whole_numbers import whole
from symcause.renderings.told_document import by_nature


def disclosure_nodes() -> dict[str, tuple[Node, ...]]:
    """What fills the slots of these sentences."""
    return {
        "roots": (names_node(),),
        "root_count": (Number(),),
        "order": (names_node(),),
        "blocks": (groups_node(),),
        "hidden": (),
    }


def told_disclosure(disclosure: Disclosure) -> dict[str, Any]:
    """The keys of a told document; what is not disclosed is left out."""
    roots, order, blocks = disclosure.roots, disclosure.order, disclosure.blocks
    disclosed = {
        "setting": str(disclosure.setting),
        "roots": None if roots is None else by_nature(roots),
        "root_count": disclosure.root_count,
        "order": None if order is None else list(order),
        "blocks": None if blocks is None else [by_nature(block) for block in blocks if block],
    }
    return {key: value for key, value in disclosed.items() if value is not None}


def mentioned(names: Sequence[str], order: Order) -> list[str]:
    """The names as they are mentioned; others, which a text may have, come last."""
    place = {name: i for i, name in enumerate(order)}
    return sorted(names, key=lambda name: place.get(name, len(place)))


def disclosure_script(told: Mapping[str, Any], order: Order) -> Iterator[Fact]:
    """The facts: roots, then what is known of the order."""
    if "root_count" in told:
        yield Fact("root_count", (str(told["root_count"]),))
    elif told["roots"]:
        yield Fact("roots", (mentioned(told["roots"], order),))
    if "order" in told:
        yield Fact("order", (told["order"],))
    elif "blocks" in told:
        yield Fact("blocks", ([mentioned(block, order) for block in told["blocks"]],))
    else:
        yield Fact("hidden")


def read_disclosure(facts: Sequence[Fact]) -> dict[str, Any]:
    """The keys of a told document that was read."""
    said = {fact.key: fact.values for fact in facts}
    disclosed: dict[str, Any] = {}
    if "root_count" in said:
        disclosed |= {"setting": "hidden-roots", "root_count": whole(said["root_count"][0])}
    else:
        pair = (("order", "ordered"), ("blocks", "block-order"))
        disclosed["setting"] = next((s for key, s in pair if key in said), "hidden-order")
        disclosed["roots"] = by_nature(said["roots"][0]) if "roots" in said else []
    if "order" in said:
        disclosed["order"] = list(said["order"][0])
    if "blocks" in said:
        disclosed["blocks"] = [by_nature(block) for block in said["blocks"][0]]
    return disclosed


def model_form(told: Mapping[str, Any], order: Order, forms: Mapping[str, str]) -> str:
    """The form of a model in an answer."""
    if "root_count" in told:
        names = f"<{told['root_count']} names>"
        return forms["MODEL of hidden-roots"].replace("<N names>", names)
    entries = [f'"{name}": "<function>"' for name in order if name not in told["roots"]]
    return forms["MODEL"].replace('"ID": "<function>", ...', ", ".join(entries))
