"""The options of audits that state background knowledge, whatever the family.

They add to what the problem knows itself; ``--knowledge none`` drops that first. A file is read by the
command line, so that questions travel with what they need; in Python the same options take plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from symcause.audits.documents import Part
from symcause.audits.question import option
from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.formats.knowledge_files import Contents
from symcause.models.background_knowledge import Knowledge, source

Edges: TypeAlias = Sequence[str | tuple[str, str]]
Signs: TypeAlias = Mapping[str, str] | Sequence[str]
Tiers: TypeAlias = Sequence[Sequence[str]] | Contents
Candidates: TypeAlias = Edges | Contents
Known: TypeAlias = Mapping[str, Any] | Knowledge | Contents | str

NONE = "none"
"""The word that drops what the problem knows itself."""


class SourcesPart(Part, frozen=True, kw_only=True):
    """Who stated errors and knowledge: problem, option, both, or null."""

    errors: str | None = None
    knowledge: str | None = None


@dataclass(frozen=True)
class KnowledgeOptions:
    """What the user knows beforehand about the edges of every model."""

    require: Edges = option(
        (),
        "Every model has this edge; quote it.",
        "many",
        metavar='"A->B"',
        check=f"{__name__}:check_edges",
    )
    forbid: Edges = option(
        (), "No model has this edge.", "many", metavar='"A->B"', check=f"{__name__}:check_edges"
    )
    sign: Signs = option(
        (),
        "The sign of an edge, if it is present.",
        "many",
        metavar='"A->B=+"',
        check=f"{__name__}:read_signs",
    )
    unate: bool = option(
        False, "Every parent only raises or only lowers its effect (Boolean).", "flag"
    )
    tiers: Tiers | None = option(
        None,
        "A file with one tier per line, names separated by commas, earliest first (or JSON): no edge "
        "points to an earlier tier.",
        "contents",
        metavar="FILE",
        check=f"{__name__}:read_tiers",
    )
    candidates: Candidates | None = option(
        None,
        "A graph file: no other edges are possible; signs in a SIF file count too.",
        "contents",
        metavar="FILE",
        check=f"{__name__}:read_candidates",
    )
    knowledge: Known | None = option(
        None,
        "A file with any of the above: JSON, Tetrad's text, SIF; none drops the problem's own knowledge.",
        "contents",
        metavar="FILE|none",
        choices=(NONE,),
    )

    def known(
        self,
        own: Knowledge | None,
        names: Sequence[str],
        check: Callable[[Knowledge], None],
    ) -> tuple[Knowledge | None, str | None]:
        """The problem's knowledge and the options' together, and who stated it; *check* may refuse it."""
        if not self.stated_knowledge:
            return own or None, source(own, None)
        from symcause.models.knowledge_reader import merged

        own = None if self.knowledge == NONE else own
        added = self._added(names)
        try:
            knowledge = merged(own, added, names)
            if knowledge is not None:
                check(knowledge)
        except ProblemError as error:
            refused = UsageError(error.complaint.message)
            refused.complaint = error.complaint  # its value has its quotes already
            raise refused from None
        return knowledge, source(own, added)

    @property
    def stated_knowledge(self) -> bool:
        """Do the options say anything about it?"""
        told = (self.require, self.forbid, self.sign, self.unate)
        return any(told) or (self.tiers, self.candidates, self.knowledge) != (None, None, None)

    def _added(self, names: Sequence[str]) -> Knowledge | None:
        """What the options alone state."""
        from symcause.models.knowledge_reader import merged, read_edge, read_knowledge

        lists = {"require": self.require, "forbid": self.forbid}
        edges: dict[str, object] = {
            key: [read_edge(edge, names, f"--{key}") for edge in edges]
            for key, edges in lists.items()
            if edges
        }
        if self.sign:
            edges["signs"] = read_signs(self.sign)
        if self.unate:
            edges["unate"] = True
        if self.tiers is not None:
            edges["tiers"] = read_tiers(self.tiers)
        added: Knowledge | None = read_knowledge(edges, names, "option")
        for more in (self._candidates(names), self._file(names)):
            added = merged(added, more, names)
        return added

    def _candidates(self, names: Sequence[str]) -> Knowledge | None:
        if self.candidates is None:
            return None
        from symcause.models.knowledge_reader import read_knowledge

        candidates = read_candidates(self.candidates)
        try:
            return read_knowledge(candidates, names, "option")
        except SymcauseError as error:
            file = self.candidates.file if isinstance(self.candidates, Contents) else None
            raise error.at(file=file) from None

    def _file(self, names: Sequence[str]) -> Knowledge | None:
        knowledge = self.knowledge
        if knowledge is None or knowledge == NONE or isinstance(knowledge, Knowledge):
            return knowledge if isinstance(knowledge, Knowledge) else None
        from symcause.models.knowledge_reader import read_knowledge

        if not isinstance(knowledge, Contents):
            return read_knowledge(knowledge, names)
        from symcause.formats.graphs import knowledge_of

        try:
            return read_knowledge(knowledge_of(knowledge.text, knowledge.file, tuple(names)), names)
        except SymcauseError as error:
            raise error.at(file=knowledge.file) from None


def check_edges(told: Edges) -> None:
    """Refuse what is no edge in any problem."""
    from symcause.models.knowledge_reader import read_edge

    for edge in told:
        if isinstance(edge, str) and "->" not in edge:
            read_edge(edge, (), "")


def read_signs(told: Signs) -> dict[str, str]:
    """The sign of each edge that an option names."""
    signs: dict[str, str] = {}
    if isinstance(told, Mapping):
        return dict(told)
    for text in told:
        edge, equals, sign = (part.strip() for part in text.rpartition("="))
        if not equals or "->" not in edge:
            raise UsageError("no signed edge", place="--sign", value=text, remedy='"A->B=+"')
        if signs.setdefault(edge, sign) != sign:
            raise UsageError(f"{edge} has two signs", place="--sign", remedy="leave one")
    return signs


def read_candidates(told: Candidates) -> object:
    """What an option or its graph file says of the edges that are possible."""
    if not isinstance(told, Contents):
        return {"candidates": list(told)}
    from symcause.formats.graphs import candidates_of, read_parts

    try:
        return candidates_of(read_parts(told.text, file=told.file))
    except SymcauseError as error:
        raise error.at(file=told.file) from None


def read_tiers(told: Tiers) -> Sequence[Sequence[str]]:
    """The tiers that an option or its file states."""
    if not isinstance(told, Contents):
        return told
    from symcause.formats.knowledge_files import tiers_of

    try:
        return tiers_of(told.text)
    except SymcauseError as error:
        raise error.at(file=told.file) from None
