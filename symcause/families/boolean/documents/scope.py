"""The class that a verdict is about, as every document of a Boolean question states it.

>>> ClassPart.of(HypothesisClass(max_parents=3, source="problem")).to_dict()
{'max_parents': 3, 'max_ast': None, 'source': 'problem'}
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part
from symcause.families.boolean.problem.classes import HypothesisClass

FAMILY = "boolean"
"""What the documents of this family say in ``family``."""


class ClassPart(Part, frozen=True, kw_only=True):
    """Bounds on every mechanism (None: unbounded) and who set them; the depth only where it is bounded."""

    max_parents: int | None = None
    max_ast: int | None = None
    source: str = "unbounded"
    max_depth: int | UnsetType = UNSET

    @staticmethod
    def of(hypotheses: HypothesisClass) -> ClassPart:
        depth = hypotheses.max_depth
        return ClassPart(
            max_parents=hypotheses.max_parents,
            max_ast=hypotheses.max_ast,
            source=hypotheses.source,
            max_depth=UNSET if depth is None else depth,
        )

    @property
    def hypotheses(self) -> HypothesisClass:
        """The class itself."""
        depth = None if isinstance(self.max_depth, UnsetType) else self.max_depth
        return HypothesisClass(self.max_parents, self.max_ast, depth, self.source)

    def __str__(self) -> str:
        return str(self.hypotheses)
