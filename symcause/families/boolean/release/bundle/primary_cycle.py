"""The primary cycle of a cyclic Boolean answer in the bundle: its smallest component."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symcause.models.variable_names import NAME


def primary_cycle(texts: Mapping[str, str], kept: Sequence[str]) -> dict[str, object] | None:
    """Smallest component, then smallest span in gold's order, then by name; None without a cycle.

    >>> primary_cycle({"X3": "(and X1 X4)", "X4": "(not X3)"}, ("X1", "X3", "X4"))["primary_cycle_motif"]
    'len2_adjacent_or_local'
    """
    inputs = {name: set(NAME.findall(text)) & set(texts) for name, text in texts.items()}
    reach = {name: _reached(name, inputs) for name in inputs}
    loops = {
        frozenset(o for o in reach[name] if name in reach[o])
        for name in inputs
        if name in reach[name]
    }
    if not loops:
        return None

    def span(nodes: frozenset[str]) -> int:
        places = [kept.index(name) for name in nodes]
        return max(places) - min(places)

    first = min(loops, key=lambda nodes: (len(nodes), span(nodes), sorted(nodes)))
    local = span(first) <= max(1, len(first))
    locality = "adjacent_or_local" if local else "long_range"
    return {
        "cycle_component_count": len(loops),
        "primary_cycle_nodes": sorted(first),
        "primary_cycle_length": len(first),
        "primary_cycle_span": span(first),
        "primary_cycle_locality": locality,
        "primary_cycle_motif": f"len{len(first)}_{locality}",
    }


def _reached(name: str, inputs: Mapping[str, set[str]]) -> set[str]:
    seen: set[str] = set()
    waiting = list(inputs[name])
    while waiting:
        other = waiting.pop()
        if other not in seen:
            seen.add(other)
            waiting += inputs[other]
    return seen
