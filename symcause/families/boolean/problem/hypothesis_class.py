"""The hypothesis class of a Boolean problem: which SCMs count as models of a verdict.

Without any bound the class is everything the evaluator would accept, constants included. Bounds restrict
the *functions*: at most this many functional parents, writable within an AST size or depth in the problem's
operators. Background knowledge restricts them too; ``errors`` is how many training cells a member may
leave unexplained. A verdict without its class means nothing, so a class knows its sources.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from symcause.families.boolean.problem.class_rules import Rule
    from symcause.models.background_knowledge import Knowledge


@dataclass(frozen=True)
class HypothesisClass:
    """The class of Boolean models that count: bounds on every mechanism, None for no bound.

    Parameters
    ----------
    max_parents : int, optional
        The largest number of functional parents.
    max_ast : int, optional
        The largest AST size.
    max_depth : int, optional
        The largest depth.
    source : str, default 'unbounded'
        Who stated the bounds.
    admits : Rule, optional
        A rule of your own.
    errors : int, default 0
        How many training cells may be wrong.
    knowledge : Knowledge, optional
        What is known about edges beforehand.
    sources : tuple
        Who stated errors and knowledge.

    Examples
    --------
    >>> print(HypothesisClass(max_parents=2, source="option"))
    at most 2 causes each, as asked
    """

    max_parents: int | None = None
    max_ast: int | None = None
    max_depth: int | None = None
    source: str = "unbounded"
    admits: Rule | None = None  # of one's own, in this process only
    errors: int = 0
    knowledge: Knowledge | None = None
    sources: tuple[str | None, str | None] = (None, None)  # of errors and of knowledge

    @property
    def tabled(self) -> bool:
        """True if membership of a function depends on how it can be written."""
        return self.max_ast is not None or self.max_depth is not None

    def __le__(self, other: HypothesisClass) -> bool:
        """True if every bound is at least as tight: then this class holds no model the other lacks."""
        pairs = [(vars(self)[n], vars(other)[n]) for n in ("max_parents", "max_ast", "max_depth")]
        tight = all(b is None or (a is not None and a <= b) for a, b in pairs)
        same = other.admits in (None, self.admits) and other.knowledge in (None, self.knowledge)
        return tight and same and self.errors <= other.errors

    def __str__(self) -> str:
        from symcause.models.number_phrases import by, causes, plural  # verifying needs neither

        said = (
            (self.max_parents, f"at most {causes(self.max_parents or 0)}"),
            (self.max_ast, f"AST size at most {self.max_ast}"),
            (self.max_depth, f"depth at most {self.max_depth}"),
            (self.admits, str(self.admits)),
        )
        text = ", ".join(text for bound, text in said if bound is not None)
        texts = [f"{text or 'all mechanisms'}{by(self.source)}"]
        if self.errors:
            texts.append(f"at most {plural(self.errors, 'disturbed cell')}{by(self.sources[0])}")
        if self.knowledge:
            texts.append(f"with knowledge: {self.knowledge}{by(self.sources[1])}")
        return "; ".join(texts)
