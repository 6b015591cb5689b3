"""The text writer: a value as the text that a description gives it.

A description is compiled once, so that writing costs a few calls a cell.
"""

from __future__ import annotations

from collections.abc import Callable

from symcause.renderings.codec.nodes import (
    Choice,
    Listed,
    Literal,
    Node,
    Repeated,
    Sequence,
    Value,
)

Write = Callable[[Value], str]


def written(node: Node, value: Value) -> str:
    """The text of a value."""
    return writer(node)(value)


def writer(node: Node) -> Write:
    """The function that writes the values of a node."""
    if isinstance(node, Literal):
        text = node.text
        return lambda _: text
    if isinstance(node, Sequence):
        return _sequence(node)
    if isinstance(node, Choice):
        return _choice(node)
    if isinstance(node, Listed):
        return _list_writer(node)
    if isinstance(node, Repeated):
        item = writer(node.item)
        return lambda values: "".join(map(item, values))
    return str


def _sequence(node: Sequence) -> Write:
    parts = [part.text if isinstance(part, Literal) else writer(part) for part in node.parts]

    def write(values: Value) -> str:
        left = iter(values)
        return "".join(part if isinstance(part, str) else part(next(left)) for part in parts)

    return write


def _choice(node: Choice) -> Write:
    texts = {key: branch.text for key, branch in node.branches if isinstance(branch, Literal)}
    others = {key: writer(branch) for key, branch in node.branches if key not in texts}

    def write(value: Value) -> str:
        key, inner = value
        return texts[key] if key in texts else others[key](inner)

    return write


def _list_writer(node: Listed) -> Write:
    items, separator = _items(node.item), node.separator.text
    if node.last is None:
        return lambda values: separator.join(items(values))
    last = node.last.text

    def write(values: Value) -> str:
        texts = items(values)
        if len(texts) == 1:
            return texts[0]
        return separator.join(texts[:-1]) + last + texts[-1]

    return write


def _items(node: Node) -> Callable[[Value], list[str]]:
    """The function that writes the items of a list one by one."""
    if isinstance(node, Choice) and all(isinstance(b, Literal) for _, b in node.branches):
        texts = {key: b.text for key, b in node.branches if isinstance(b, Literal)}
        return lambda values: [texts[key] for key, _ in values]
    item = writer(node)
    return lambda values: [item(value) for value in values]
