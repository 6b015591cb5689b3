"""Hypothesis classes: which Boolean SCMs count as models of a verdict.

Without any bound the class is everything the evaluator would accept, constants included. Bounds
restrict the *functions*: at most so many functional parents, writable within an AST size or depth in
the problem's operators. A rule of one's own (:mod:`.rules`) restricts them further, in this process only.
A verdict without its class means nothing, so a class knows its source.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symcause.families.boolean.problem.rules import Rule


@dataclass(frozen=True)
class HypothesisClass:
    """Bounds on every mechanism; None means unbounded."""

    max_parents: int | None = None
    max_ast: int | None = None
    max_depth: int | None = None
    source: str = "unbounded"
    admits: Rule | None = None

    @property
    def tabled(self) -> bool:
        """True if membership of a function depends on how it can be written."""
        return self.max_ast is not None or self.max_depth is not None

    def __le__(self, other: HypothesisClass) -> bool:
        """True if every bound is at least as tight: then this class holds no model the other lacks.

        Of two different rules nothing is known.
        """
        if other.admits is not None and self.admits is not other.admits:
            return False
        pairs = (
            (self.max_parents, other.max_parents),
            (self.max_ast, other.max_ast),
            (self.max_depth, other.max_depth),
        )
        return all(b is None or (a is not None and a <= b) for a, b in pairs)

    def __str__(self) -> str:
        bounds = [
            ""
            if self.max_parents is None
            else f"at most {self.max_parents} parent{'' if self.max_parents == 1 else 's'}",
            f"AST size at most {self.max_ast}" if self.max_ast is not None else "",
            f"depth at most {self.max_depth}" if self.max_depth is not None else "",
            self.admits.label if self.admits is not None else "",
        ]
        text = ", ".join(bound for bound in bounds if bound)
        return f"{text or 'all mechanisms'} ({self.source})"
