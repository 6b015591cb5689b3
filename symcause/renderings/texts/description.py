"""The description of the texts of one theme, style and family, checked to be deterministic."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from symcause.errors import UsageError
from symcause.renderings.codec.determinism import check_determinism
from symcause.renderings.codec.nodes import (
    Choice,
    Listed,
    Literal,
    Node,
    Number,
    Repeated,
    Sequence,
    Tail,
)
from symcause.renderings.codec.text_reader import Read, reader
from symcause.renderings.codec.text_writer import Write, writer
from symcause.renderings.family_words import Wording
from symcause.renderings.knowledge_facts import knowledge_nodes
from symcause.renderings.texts.cell_forms import CellForm, DeedForm
from symcause.renderings.texts.frame import NAME, PLACE, fillers, frame, separator, templated
from symcause.renderings.themes.phrase_slots import filled, slots_of
from symcause.renderings.themes.style import BITS, Style
from symcause.renderings.themes.theme import Noun, Theme

FILLER = "filler"


@dataclass(frozen=True, eq=False)
class Description:
    """What a text in this theme, style and family is made of."""

    theme: Theme
    style: Style
    wording: Wording

    def __post_init__(self) -> None:
        if self.wording.family not in self.style.patterns:
            known = ", ".join(self.style.patterns)
            raise UsageError(
                f"the style {self.style.id} has no patterns for {self.wording.family} problems",
                remedy=f"it has some for: {known}",
            )

    @cached_property
    def cells(self) -> CellForm:
        return CellForm(self.theme, self.style, self.wording)

    @cached_property
    def deeds(self) -> DeedForm:
        return DeedForm(self.theme, self.style, self.wording)

    @property
    def in_bits(self) -> bool:
        """Do the columns stand above the lines?"""
        return self.style.cells == BITS

    @cached_property
    def line_slots(self) -> dict[str, tuple[str, ...]]:
        """The slots of every kind of line, in the order of its pattern."""
        patterns = self.style.patterns[self.wording.family]
        return {kind: slots_of(filled(text, self.theme.slots)) for kind, text in patterns.items()}

    @cached_property
    def facts(self) -> dict[str, Sequence]:
        """The sentences about what is known."""
        own, shared = frame()["facts"][self.wording.family], frame()["knowledge"]
        slots = {**self.wording.facts(), **knowledge_nodes()}
        return {key: templated(text, slots[key]) for key, text in {**own, **shared}.items()}

    @cached_property
    def cells_node(self) -> Listed:
        """The cells of a line, or of what is asked."""
        return self.cells.node()

    @cached_property
    def lines_node(self) -> Repeated:
        """All lines of evidence."""
        return Repeated(self.line_nodes)

    @cached_property
    def line_nodes(self) -> Choice:
        """A line of evidence, or a filler."""
        patterns = self.style.patterns[self.wording.family]
        nodes: dict[str, Node] = {"interventions": self.deeds.node(), "cells": self.cells_node}
        branches: list[tuple[object, Node]] = []
        for kind, text in patterns.items():
            place = f"{self.wording.family}.{kind}"
            slots = tuple(nodes.get(slot, Number(place)) for slot in self.line_slots[kind])
            branches.append((kind, templated(filled(text, self.theme.slots), slots, place)))
        lines = (Literal(f"{text}\n", "the fillers") for text in fillers())
        branches += [((FILLER, k), line) for k, line in enumerate(lines)]
        return Choice(tuple(branches))

    @cached_property
    def root(self) -> Sequence:
        """The whole text."""
        result, headings = frame(), frame()["headings"]
        tasks = ((key, result["task"][key]) for key in self.wording.tasks)
        texts = ((key, Literal(filled(text, self.theme.slots), PLACE)) for key, text in tasks)
        answer = Literal(headings["answer"], PLACE)
        parts: list[Node] = [Literal(headings["task"], PLACE), Choice(tuple(texts))]
        parts += [Literal(headings["names"], PLACE), Repeated(Choice(self._glossary()))]
        parts += [Literal(headings["known"], PLACE), Repeated(Choice(tuple(self.facts.items())))]
        parts.append(Literal(headings["seen"], PLACE))
        if self.in_bits:
            names = Listed(NAME, separator("cells and columns in bits"))
            parts += templated(headings["columns"], (names,)).parts
        parts.append(self.lines_node)
        if self.wording.asks:
            one_more = templated(filled(headings["asked"], self.theme.slots), (self.cells_node,))
            asked = Sequence((*one_more.parts, answer))
            parts.append(Choice((("asked", asked), ("answer", answer))))
        else:
            parts.append(answer)
        return Sequence((*parts, Tail()))

    def _glossary(self) -> tuple[tuple[str, Node], ...]:
        return tuple((noun.id, Literal(self._entry(noun), PLACE)) for noun in self.theme.nouns)

    def _entry(self, noun: Noun) -> str:
        key = self.wording.glossary
        if key == "quantity" and noun.unit is None:
            key = "quantity without unit"
        known = {"id": noun.id, "unit": noun.unit or "", **noun.phrases}
        return filled(frame()["glossary"][key], known)

    @cached_property
    def write(self) -> Write:
        """The writer of texts."""
        return writer(self.root)

    @cached_property
    def read(self) -> Read:
        """The reader of texts."""
        return reader(self.root)

    def check(self) -> None:
        """Raise a clash unless no text can be read in two ways."""
        check_determinism(self.root)
