"""The scope part of Boolean documents: the class that a verdict is about, and who set its bounds.

>>> list(ClassPart.of(HypothesisClass(max_parents=3, source="problem")).to_dict())
['max_parents', 'max_ast', 'source', 'errors', 'knowledge', 'sources']
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from symcause.audits.documents import Part
from symcause.audits.knowledge_options import SourcesPart
from symcause.errors import UsageError
from symcause.families.boolean.models.scm import BEHAVIOUR, IDENTITY
from symcause.families.boolean.problem.class_rules import Rule
from symcause.families.boolean.problem.hypothesis_class import HypothesisClass
from symcause.models.background_knowledge import reread

FAMILY = "boolean"
"""What the documents of this family say in ``family``."""


def counted_identity(identity: str) -> str | UnsetType:
    """What numbers of models count, where the document itself counts behaviours."""
    return IDENTITY if identity == BEHAVIOUR else UNSET


def named_identity(identity: str) -> str | UnsetType:
    """The identity, where a document names only the one that is not usual."""
    return BEHAVIOUR if identity == BEHAVIOUR else UNSET


def up_to(identity: object) -> str:
    """How far models are told apart, in words: nothing where it is by their mechanisms."""
    return "up to behaviour" if identity == BEHAVIOUR else ""


def aside(identity: object) -> str:
    """The same as an insertion behind "model"."""
    return f", {up_to(identity)}," if up_to(identity) else ""


class ClassPart(Part, frozen=True, kw_only=True):
    """Bounds on every mechanism (None: unbounded) and who set them; the depth only where it is bounded."""

    max_parents: int | None = None
    max_ast: int | None = None
    source: str = "unbounded"
    errors: int = 0
    knowledge: dict[str, object] | None = None
    sources: SourcesPart = SourcesPart()
    max_depth: int | UnsetType = UNSET
    admits: str | UnsetType = (
        UNSET  # the name of a rule in Python, "rule:…", which no document holds
    )

    @staticmethod
    def of(hypotheses: HypothesisClass) -> ClassPart:
        depth = hypotheses.max_depth
        return ClassPart(
            max_parents=hypotheses.max_parents,
            max_ast=hypotheses.max_ast,
            source=hypotheses.source,
            errors=hypotheses.errors,
            knowledge=hypotheses.knowledge.to_dict() if hypotheses.knowledge else None,
            sources=SourcesPart(errors=hypotheses.sources[0], knowledge=hypotheses.sources[1]),
            max_depth=UNSET if depth is None else depth,
            admits=UNSET if hypotheses.admits is None else hypotheses.admits.label,
        )

    @property
    def hypotheses(self) -> HypothesisClass:
        """The class itself. Raises UsageError where a rule is named: a document does not hold it."""
        if not isinstance(self.admits, UnsetType):
            raise UsageError("a document does not hold the rule of its class", value=self.admits)
        return self._bounds(None)

    @property
    def noisy(self) -> bool:
        """May models leave training cells unexplained?"""
        return self.errors > 0

    def allows(self, cells: int) -> bool:
        """May a model leave this many training cells unexplained?"""
        return cells <= self.errors

    def _bounds(self, rule: Rule | None) -> HypothesisClass:
        depth = None if isinstance(self.max_depth, UnsetType) else self.max_depth
        pair = (self.sources.errors, self.sources.knowledge)
        known = None if self.knowledge is None else reread(self.knowledge)
        bounds = (self.max_parents, self.max_ast, depth, self.source)
        return HypothesisClass(*bounds, rule, self.errors, known, pair)

    def __str__(self) -> str:
        if isinstance(self.admits, UnsetType):
            return str(self._bounds(None))
        return str(self._bounds(Rule(self.admits.removeprefix("rule:"))))
