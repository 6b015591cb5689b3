"""Knowledge facts of renderings: what is told of edges, tiers and signs, for any family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from symcause.models.background_knowledge import Knowledge
from symcause.renderings.codec.nodes import Listed, Node, Sequence
from symcause.renderings.family_words import Fact, Order
from symcause.renderings.texts.frame import NAME, choice, separator
from symcause.renderings.told_document import by_nature, nature


def names_node() -> Listed:
    """A list of names."""
    return Listed(NAME, separator("names"))


def groups_node() -> Listed:
    """A list of groups of names."""
    return Listed(names_node(), separator("groups"))


def knowledge_nodes() -> Mapping[str, tuple[Node, ...]]:
    """What fills the slots of the sentences about knowledge."""
    edge = Sequence((NAME, separator("edge"), NAME))
    return {
        "require": (NAME, NAME),
        "forbid": (NAME, NAME),
        "candidates": (Listed(edge, separator("edges")),),
        "no_candidates": (),
        "tiers": (groups_node(),),
        "signs": (NAME, NAME, choice("knowledge.signs.s")),
        "unate": (),
    }


def told_knowledge(knowledge: Knowledge | None) -> dict[str, Any]:
    """The key ``knowledge`` of a told document; nothing where nothing is known."""
    if knowledge is None:
        return {}
    found: dict[str, Any] = {}
    for key in ("require", "forbid", "candidates"):
        edges = getattr(knowledge, key)
        if edges or (key == "candidates" and edges is not None):
            found[key] = sorted(map(list, edges), key=_edge_nature)
    if knowledge.signs:
        signs = ([*edge, sign] for edge, sign in knowledge.signs)
        found["signs"] = sorted(signs, key=_edge_nature)
    if knowledge.tiers is not None:
        found["tiers"] = [by_nature(tier) for tier in knowledge.tiers if tier]
    if knowledge.unate:
        found["unate"] = True
    return {"knowledge": found} if found else {}


def _edge_nature(edge: list[str]) -> tuple[Any, Any]:
    return nature(edge[0]), nature(edge[1])


def knowledge_document(told: Mapping[str, Any]) -> dict[str, Any]:
    """The key ``knowledge`` of a problem document."""
    known = dict(told.get("knowledge", {}))
    if not known:
        return {}
    if "signs" in known:
        known["signs"] = {f"{a}->{b}": sign for a, b, sign in known["signs"]}
    return {"knowledge": known}


def renamed_knowledge(known: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """The key of a problem document in other names; edges are texts with an arrow, or pairs."""

    def edge(stated: Any) -> Any:
        if not isinstance(stated, str):
            return [names[name] for name in stated]
        return "->".join(names[name.strip()] for name in stated.split("->"))

    knowledge: dict[str, Any] = {}
    for key, value in known.items():
        if key in ("require", "forbid", "candidates"):
            knowledge[key] = [edge(stated) for stated in value]
        elif key == "tiers":
            knowledge[key] = [[names[name] for name in tier] for tier in value]
        elif key == "signs":
            knowledge[key] = {edge(stated): sign for stated, sign in value.items()}
        else:
            knowledge[key] = value
    return knowledge


def knowledge_script(told: Mapping[str, Any], order: Order) -> Iterator[Fact]:
    """The facts, edges by the mention of the cause, then of the effect."""
    known = told.get("knowledge", {})
    place = {name: i for i, name in enumerate(order)}

    def mentioned(edges: list[list[str]]) -> list[list[str]]:
        return sorted(edges, key=lambda edge: (place[edge[0]], place[edge[1]]))

    for key in ("require", "forbid"):
        yield from (Fact(key, tuple(edge)) for edge in mentioned(known.get(key, [])))
    if "candidates" in known:
        edges = [tuple(edge) for edge in mentioned(known["candidates"])]
        yield Fact("candidates", (edges,)) if edges else Fact("no_candidates")
    if "tiers" in known:
        tiers = [sorted(tier, key=place.__getitem__) for tier in known["tiers"]]
        yield Fact("tiers", (tiers,))
    for a, b, sign in mentioned(known.get("signs", [])):
        yield Fact("signs", (a, b, (sign, None)))
    if known.get("unate"):
        yield Fact("unate")


def read_knowledge(facts: tuple[Fact, ...]) -> dict[str, Any]:
    """The key ``knowledge`` of a told document that was read."""
    found: dict[str, Any] = {}
    for key, values in facts:
        if key in ("require", "forbid"):
            found.setdefault(key, []).append(list(values))
        elif key == "candidates":
            found[key] = [list(edge) for edge in values[0]]
        elif key == "no_candidates":
            found["candidates"] = []
        elif key == "tiers":
            found[key] = [by_nature(tier) for tier in values[0]]
        elif key == "signs":
            a, b, (sign, _) = values
            found.setdefault(key, []).append([a, b, sign])
        elif key == "unate":
            found[key] = True
    for key in ("require", "forbid", "candidates", "signs"):
        if key in found:
            found[key].sort(key=_edge_nature)
    return {"knowledge": found} if found else {}
