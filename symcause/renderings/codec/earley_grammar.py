"""The Earley grammar of a description: the same nodes as a grammar for a second reader.

It is ambiguous wherever the description is, so a parser that looks for every derivation (lark's Earley with
``lexer="dynamic_complete"`` and ``ambiguity="explicit"``) can contradict the condition of
:mod:`~symcause.renderings.codec.determinism`.
"""

from __future__ import annotations

import json

from symcause.renderings.codec.nodes import (
    Choice,
    Line,
    Listed,
    Literal,
    Name,
    Node,
    Number,
    Repeated,
    Sequence,
    Tail,
)

_CLASSES = {
    Number: ("NUMBER", r"/-?[0-9]+(\.[0-9]+)?(\/[0-9]+)?/"),
    Name: ("NAME", r"/[A-Za-z_][A-Za-z0-9_]*/"),
    Line: ("LINE", r"/[^\n]+/"),
    Tail: ("TAIL", r"/(.|\n)+/"),
}


def lark_grammar(root: Node) -> str:
    """The grammar in lark's notation; it begins with ``start``."""
    rules = _Rules()
    rules.lines.insert(0, f"start: {rules.of(root)}")
    return "\n".join((*rules.lines, *rules.terminals.values())) + "\n"


class _Rules:
    """The rules so far, one for every node that is no terminal."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.terminals: dict[str, str] = {}

    def of(self, node: Node) -> str:
        """How a rule refers to a node."""
        if isinstance(node, Literal):
            return self._terminal("TEXT", json.dumps(node.text, ensure_ascii=False))
        if isinstance(node, Sequence):
            return self._rule(" ".join(map(self.of, node.parts)))
        if isinstance(node, Choice):
            return self._rule(" | ".join(self.of(branch) for _, branch in node.branches))
        if isinstance(node, Repeated):
            return f"{self.of(node.item)}*"
        if isinstance(node, Listed):
            item, separator = self.of(node.item), self.of(node.separator)
            more = f"({separator} {item})*"
            last = "" if node.last is None else f" ({self.of(node.last)} {item})?"
            return self._rule(f"{item} {more}{last}")
        name, pattern = _CLASSES[type(node)]
        self.terminals[name] = f"{name}: {pattern}"
        return name

    def _rule(self, body: str) -> str:
        name = f"rule_{len(self.lines)}"
        self.lines.append(f"{name}: {body}")
        return name

    def _terminal(self, kind: str, text: str) -> str:
        if text not in self.terminals:
            self.terminals[text] = f"{kind}_{len(self.terminals)}: {text}"
        return self.terminals[text].partition(":")[0]
