"""The capabilities of a family: one type for each that a declaration may name, in groups.

A declaration (:class:`symcause.registry.Family`) holds texts, ``"package.module:name"``. What such a text
names is a function of a protocol here, or a class below another; so ``load(family.writer)`` is a
:class:`~symcause.capabilities.file_capabilities.Writer`, and mypy knows what it takes and gives. No family
has to know these types: any text is a :class:`Dotted`. Whether it names what is asked for is checked by
``python -m symcause.families check NAME``.

Only types are here. Those of other layers are imported for type checkers alone: nothing is loaded with
this package, and it makes no circle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from symcause.capabilities.answer_capabilities import (
    AnswerReader,
    AnswerWriter,
    BaselinesClass,
    GraderMaker,
    Prompter,
    RenderedPrompter,
    ScoringClass,
    ShortcutsClass,
    TwinPrompter,
    WordingClass,
)
from symcause.capabilities.episode_capabilities import (
    EpisodeReader,
    RulesClass,
)
from symcause.capabilities.file_capabilities import (
    DatasetFacts,
    Exporter,
    FileClass,
    ForeignAnswers,
    ForeignReader,
    GraphReader,
    IdReader,
    LogFinder,
    LogReader,
    PoolReader,
    ProblemClass,
    PublicView,
    Reader,
    RowsClass,
    SheetReader,
    SheetWriter,
    StoredAnswers,
    TextReader,
    Writer,
)
from symcause.capabilities.picture_capabilities import (
    BoardMaker,
    CardMaker,
    FigureMaker,
    LatexWriter,
    PageView,
)
from symcause.capabilities.proof_capabilities import (
    Certify,
    Digest,
    ProofExport,
    SettledClaim,
    Structure,
    TheoremExport,
    Verify,
)
from symcause.capabilities.question_capabilities import (
    ErratumFinder,
    GeneratorClass,
    Opener,
    QuestionClass,
    TotalsClass,
)

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Dotted(Protocol[T_co]):
    """A text, ``"package.module:name"``, that names a T: loaded, it is one.

    Every text will do: what it names shows when it is loaded, and where that is wrong, it is checked.
    """

    def partition(self, separator: str, /) -> tuple[str, str, str]: ...


Maybe = Dotted[T] | None
"""A capability that a family may lack."""

Named = Mapping[str, Dotted[T]]
"""Several of a kind, each by what a declaration calls it."""

__all__ = [
    "AnswerReader",
    "AnswerWriter",
    "BaselinesClass",
    "BoardMaker",
    "CardMaker",
    "Certify",
    "DatasetFacts",
    "Digest",
    "Dotted",
    "EpisodeReader",
    "ErratumFinder",
    "Exporter",
    "FigureMaker",
    "FileClass",
    "ForeignAnswers",
    "ForeignReader",
    "GeneratorClass",
    "GraderMaker",
    "GraphReader",
    "IdReader",
    "LatexWriter",
    "LogFinder",
    "LogReader",
    "Maybe",
    "Named",
    "Opener",
    "PageView",
    "PoolReader",
    "ProblemClass",
    "Prompter",
    "ProofExport",
    "PublicView",
    "QuestionClass",
    "Reader",
    "RenderedPrompter",
    "RowsClass",
    "RulesClass",
    "SettledClaim",
    "ScoringClass",
    "SheetReader",
    "SheetWriter",
    "ShortcutsClass",
    "StoredAnswers",
    "Structure",
    "TextReader",
    "TheoremExport",
    "TotalsClass",
    "TwinPrompter",
    "Verify",
    "WordingClass",
    "Writer",
]
