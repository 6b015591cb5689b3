"""The rendered text: a problem in the words of a theme and the lines of a style, read back to be sure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from symcause.errors import LimitError, SymcauseError, UsageError
from symcause.formats.problems import read_document
from symcause.registry import family_of, load
from symcause.renderings.family_words import ToldDocument, Wording, wording_of
from symcause.renderings.sense.name_search import best_names
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.texts.description import Description
from symcause.renderings.texts.length_match import Size
from symcause.renderings.texts.mention_order import (
    free_names,
    free_nouns,
    free_words,
    mention_order,
)
from symcause.renderings.texts.text_codec import read_text, write_text
from symcause.renderings.themes.library import description_of
from symcause.renderings.themes.style import Style
from symcause.renderings.themes.theme import Theme
from symcause.renderings.told_document import canonical, digest

if TYPE_CHECKING:
    from symcause.formats.problems import Problem

FREE, AGREE, CONTRADICT = ALIGNMENTS = ("free", "agree", "contradict")


class BrokenRendering(SymcauseError):
    """A text that does not read back to the evidence it was made from: never given out."""


@dataclass(frozen=True)
class Names:
    """Which noun stands for which variable, and how well common sense agrees with gold then."""

    alignment: str
    nouns: Mapping[str, str]  # variable -> noun
    agreement: Mapping[str, object] | None = None
    words: Mapping[str, str] = field(default_factory=dict)  # value -> word, where values have names

    @property
    def variables(self) -> dict[str, str]:
        """Noun -> variable, as files have it."""
        return {noun: variable for variable, noun in self.nouns.items()}

    @property
    def values(self) -> dict[str, str]:
        """Word -> value, as files have it."""
        return {word: value for value, word in self.words.items()}

    @property
    def given(self) -> dict[str, str]:
        """What stands for a variable or a value."""
        return {**self.nouns, **self.words}

    @property
    def back(self) -> dict[str, str]:
        """What a noun or a word stands for."""
        return {**self.variables, **self.values}


@dataclass(frozen=True)
class Source:
    """A problem that is to be rendered: what is told of it, once for all its renderings."""

    problem: Problem

    @cached_property
    def wording(self) -> Wording:
        return wording_of(family_of(self.problem).name)

    @cached_property
    def told(self) -> ToldDocument:
        """The told document. Raises UsageError where there are no words for a part of it."""
        return self.wording.told(self.problem)

    @cached_property
    def digest(self) -> str:
        """The digest of the told document."""
        return digest(self.told)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The problem in the format of its family."""
        writer = family_of(self.problem).writer
        assert writer is not None, "a family that can be rendered has a writer"
        document: dict[str, Any] = load(writer)(self.problem)
        return document

    def renamed(self, nouns: Mapping[str, str]) -> dict[str, Any]:
        """The problem document in the names of nouns, gold included."""
        return self.wording.renamed(self.document, nouns)

    def names(self, theme: Theme, alignment: str, seed: int) -> Names:
        """The names of the variables in a theme, and of values that are words.

        Raises LimitError if the best ones are not found.
        """
        values = self.wording.words(self.told)
        words = free_words(values, theme, canonical(self.told), seed) if values else {}
        return replace(self._nouns(theme, alignment, seed), words=words)

    def _nouns(self, theme: Theme, alignment: str, seed: int) -> Names:
        variables = self.told["variables"]
        free = free_names(variables, theme, self.digest, seed)
        gold = self.wording.gold_edges(self.problem)
        if alignment == FREE:
            known = theme.has_sense and gold is not None
            return Names(FREE, free, _agreement(FREE, gold or (), free, theme) if known else None)
        if not theme.has_sense:
            raise UsageError(
                f"the theme {theme.id} has no common sense",
                value=f"--names {alignment}",
                remedy="take a theme with common sense, such as farm, or --names free",
            )
        if gold is None:
            raise UsageError(
                f"--names {alignment} needs gold", value=self.problem.id, remedy="take --names free"
            )
        wanted = gold if alignment == AGREE else [(b, a) for a, b in gold]
        sense = SenseGraph(theme.edges)
        nouns = free_nouns(theme, self.digest, seed)
        names = best_names(variables, wanted, nouns, sense)
        if not names.optimal:
            raise LimitError(
                f"the best names in the theme {theme.id} are not known: {names.value} found, at most "
                f"{names.bound}",
                value=self.problem.id,
                remedy="take --names free, or a theme with fewer nouns",
            )
        chosen = {name: names.names[name] for name in variables}
        return Names(alignment, chosen, _agreement(alignment, gold, chosen, theme))


def _agreement(
    alignment: str, gold: Any, nouns: Mapping[str, str], theme: Theme
) -> dict[str, object]:
    sense = SenseGraph(theme.edges)
    agree, contradict, silent = sense.compared(gold, dict(nouns))
    named = {(nouns[a], nouns[b]) for a, b in gold}
    extra = sum((a, b) not in named for a, b, _ in sense.among(set(nouns.values())))
    counts = {"agree": agree, "contradict": contradict, "silent": silent, "extra": extra}
    proved = {} if alignment == FREE else {"optimal": True}
    return {"alignment": alignment, "edges": len(gold), **counts, **proved}


@dataclass(frozen=True)
class Rendering:
    """One text, with all that it was made of."""

    text: str
    theme: Theme
    style: Style
    seed: int
    names: Names
    order: tuple[str, ...]  # the nouns as they are mentioned
    digest: str
    fillers: tuple[int, ...] = ()
    abstain: bool = False
    without_fillers: int = 0  # characters of the text but for its fillers

    @property
    def variables(self) -> dict[str, str]:
        """Noun -> variable."""
        return self.names.variables

    @property
    def agreement(self) -> Mapping[str, object] | None:
        """How well common sense agrees with gold; None where nothing is to be said."""
        return self.names.agreement

    @property
    def sizes(self) -> Size:
        """Characters and words of the text."""
        return Size.of(self.text)

    @property
    def text_sha256(self) -> str:
        """By what the text is known."""
        return sha256(self.text.encode()).hexdigest()

    @property
    def filler(self) -> float:
        """The share of characters that say nothing."""
        return round(1 - self.without_fillers / len(self.text), 4) if self.fillers else 0.0

    def to_dict(self) -> dict[str, object]:
        """What documents and metadata say of it; the text itself stands elsewhere."""
        return {
            "digest": self.digest,
            "theme": self.theme.id,
            "theme_sha256": self.theme.sha256,
            "style": self.style.id,
            "seed": self.seed,
            "variables": self.variables,
            **({"values": self.names.values} if self.names.words else {}),
            "order": list(self.order),
            "alignment": self.names.alignment,
            "agreement": None if self.agreement is None else dict(self.agreement),
            "filler": self.filler,
            "fillers": list(self.fillers),
            "abstain": self.abstain,
            "text_sha256": self.text_sha256,
        }


def rendered(
    source: Source,
    theme: Theme,
    style: Style,
    names: Names,
    seed: int = 0,
    *,
    fillers: tuple[int, ...] = (),
    abstain: bool = False,
) -> Rendering:
    """The rendering of a problem under these names."""
    if abstain and not source.wording.may_abstain(source.told):
        raise UsageError("this task cannot be left open", value=source.problem.id)
    mentioned = mention_order(source.told["variables"], source.digest, seed)
    order = tuple(names.nouns[name] for name in mentioned)
    description = description_of(theme, style, source.wording)
    problem = read_document(source.renamed(names.given))
    told = source.wording.told(problem)
    text = write_text(told, order, description, fillers, abstain)
    _check_back(text, description, source, names)
    plain = len(text) if not fillers else len(write_text(told, order, description, (), abstain))
    return Rendering(text, theme, style, seed, names, order, source.digest, fillers, abstain, plain)


def _check_back(text: str, description: Description, source: Source, names: Names) -> None:
    """Raise unless the text reads back to the evidence of the problem."""
    read = digest_back(read_text(text, description).told, source.wording, names.back)
    if read != source.digest:
        raise BrokenRendering(
            f"the text reads back to {read}, not to {source.digest}",
            value=source.problem.id,
            remedy="this is a fault of symcause: please report it",
        )


def told_back(told: ToldDocument, wording: Wording, variables: Mapping[str, str]) -> ToldDocument:
    """A told document in the names of the variables that its nouns stand for."""
    document = wording.renamed({"id": "read", **wording.document(told)}, variables)
    return wording.told(read_document(document))


def digest_back(told: ToldDocument, wording: Wording, variables: Mapping[str, str]) -> str:
    """The digest of what was told, in the names of the variables."""
    return digest(told_back(told, wording, variables))


def with_fillers(rendering: Rendering, source: Source, fillers: tuple[int, ...]) -> Rendering:
    """The same rendering with these fillers."""
    made = rendering
    if fillers == made.fillers:
        return made
    words = made.theme, made.style, made.names, made.seed
    return rendered(source, *words, fillers=fillers, abstain=made.abstain)
