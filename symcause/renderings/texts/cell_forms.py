"""Cell forms: how what is seen, and what is done, is written in bits, in pairs and in clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

from symcause.errors import ProblemError
from symcause.renderings.codec.nodes import Choice, Listed, Literal, Node, Number, Value
from symcause.renderings.codec.nodes import Sequence as Parts
from symcause.renderings.family_words import Deed, Order, Wording
from symcause.renderings.texts.frame import NAME, PLACE, separator
from symcause.renderings.themes.style import BITS, CLAUSES, Style
from symcause.renderings.themes.theme import Noun, Theme

NUMBER, NOTHING = "=", "nothing"
_NUMERIC = frozenset("-0123456789")
Seen = tuple[str, ...] | str


def phrase_node(noun: Noun, key: str, form: ValueForm) -> Node:
    """A phrase of a noun; one with a value has a number in it, or a word."""
    before, valued, after = noun.phrases[key].partition("{value}")
    place = noun.places[key]
    if not valued:
        return Literal(before, place)
    tail = (Literal(after, place),) if after else ()
    return Parts((Literal(before, place), form.node(place), *tail))


@dataclass(frozen=True, eq=False)
class ValueForm:
    """A value in a phrase: a number; where values have names, a word of the theme or a number."""

    theme: Theme
    worded: bool

    def node(self, place: str = "") -> Node:
        """What it is made of."""
        return self._named if self.worded else Number(place)

    @cached_property
    def _named(self) -> Node:
        words = tuple((word, Literal(word, "values")) for word in self.theme.values)
        return Choice((*words, (NUMBER, Number())))

    def written(self, text: str) -> Value:
        """A value, as the value of the node."""
        if not self.worded:
            return text
        return (NUMBER, text) if text[-1].isdigit() and text[0] in _NUMERIC else (text, None)

    def read(self, value: Value) -> str:
        """The value that was read."""
        if not self.worded:
            return str(value)
        key, inner = value
        return str(key if inner is None else inner)


@lru_cache(maxsize=64)
def _cells(order: Order, bits: bool) -> list[dict[str, Value]]:
    """The values of the cells of a line by what is seen: made once, as there are so many of them."""
    return [{s: (s if bits else (s, noun), None) for s in "01?"} for noun in order]


@dataclass(frozen=True, eq=False)
class CellForm:
    """The cells of a line in one style."""

    theme: Theme
    style: Style
    wording: Wording

    @cached_property
    def value(self) -> ValueForm:
        """How a value is written."""
        return ValueForm(self.theme, self.wording.worded)

    @property
    def numeric(self) -> bool:
        """Are the cells numbers?"""
        return NUMBER in self.wording.cells

    def node(self) -> Listed:
        """The list of all cells of a line."""
        style = self.style
        mark = Literal(style.separator, "separator" if style.in_clauses else PLACE)
        last = None if style.last is None else Literal(style.last, "last")
        return Listed(Choice(tuple(self._branches())), mark, last)

    def _branches(self) -> Iterable[tuple[object, Node]]:
        cells = self.wording.cells
        if self.style.cells == BITS:
            return [(s, self.value.node() if s == NUMBER else Literal(s, PLACE)) for s in cells]
        nouns = self.theme.nouns
        if self.style.cells == CLAUSES:
            return [
                ((s, n.id), phrase_node(n, key, self.value))
                for n in nouns
                for s, key in cells.items()
            ]
        if not self.numeric:
            return [((s, n.id), Literal(f"{n.id}={s}", PLACE)) for n in nouns for s in cells]
        shown = Choice(((NUMBER, self.value.node()), ("?", Literal("?", PLACE))))
        return [(n.id, Parts((Literal(f"{n.id}=", PLACE), shown))) for n in nouns]

    def values(self, seen: Seen, order: Order) -> Value:
        """What is seen, as the values of the list."""
        bits = self.style.cells == BITS
        if not self.numeric:
            return [cell[s] for cell, s in zip(_cells(order, bits), seen, strict=True)]
        put = self.value.written
        if bits:
            return [(s, None) if s == "?" else (NUMBER, put(s)) for s in seen]
        pairs = zip(seen, order, strict=True)
        if self.style.in_clauses:
            return [((s, n), None) if s == "?" else ((NUMBER, n), (put(s),)) for s, n in pairs]
        return [(n, (((s, None) if s == "?" else (NUMBER, put(s))),)) for s, n in pairs]

    def seen(self, values: Value, order: Order) -> Seen:
        """What was read; the nouns must come in the order of their mention."""
        named: Seen = order
        cells: Sequence[str]
        got = self.value.read
        if self.style.cells == BITS:
            cells = [s if v is None else got(v) for s, v in values]
        elif not self.numeric:
            cells, named = zip(*[key for key, _ in values], strict=True)
        elif self.style.in_clauses:
            cells = [key[0] if v is None else got(v[0]) for key, v in values]
            named = tuple([key[1] for key, _ in values])
        else:
            cells = [s if v is None else got(v) for _, ((s, v),) in values]
            named = tuple([noun for noun, _ in values])
        if named != order or len(cells) != len(order):
            raise ProblemError("the cells do not come in the order of the names")
        return tuple(cells) if self.numeric else "".join(cells)


@dataclass(frozen=True, eq=False)
class DeedForm:
    """What is done before a line, in one style."""

    theme: Theme
    style: Style
    wording: Wording

    @cached_property
    def value(self) -> ValueForm:
        """How a value is written."""
        return ValueForm(self.theme, self.wording.worded)

    def node(self) -> Choice:
        """Nothing, or a list of deeds."""
        if self.style.in_clauses:
            deeds = [
                ((verb.phrase, noun.id), phrase_node(noun, verb.phrase, self.value))
                for noun in self.theme.nouns
                for verb in self.wording.verbs
            ]
            listed = Listed(Choice(tuple(deeds)), separator("deeds in clauses"))
            nothing = Literal(self.theme.nothing, "phrases.nothing")
            return Choice(((NOTHING, nothing), ("deeds", listed)))
        branches: list[tuple[object, Node]] = [(NOTHING, Literal(NOTHING, PLACE))]
        for before, verbs in groupby(self.wording.verbs, key=lambda verb: verb.before):
            chosen = list(verbs)
            item: tuple[Node, ...] = (NAME,)
            if not chosen[0].bare:
                ends = (
                    (v.phrase, self.value.node() if v.after is None else Literal(v.after))
                    for v in chosen
                )
                item = (NAME, Literal("=", PLACE), Choice(tuple(ends)))
            listed = Listed(Parts(item), separator("deeds in bits"))
            branches.append((before, Parts((Literal(f"{before} ", PLACE), listed))))
        return Choice(tuple(branches))

    def values(self, deeds: tuple[Deed, ...]) -> Value:
        """The deeds, as the value of the node."""
        if not deeds:
            return NOTHING, None
        if self.style.in_clauses:
            return "deeds", [((d.verb, d.noun), _one(self._written(d))) for d in deeds]
        verbs = {verb.phrase: verb for verb in self.wording.verbs}
        first = verbs[deeds[0].verb]
        if first.bare:
            return first.before, ([(d.noun,) for d in deeds],)
        return first.before, ([(d.noun, (d.verb, self._written(d))) for d in deeds],)

    def _written(self, deed: Deed) -> Value:
        return None if deed.value is None else self.value.written(deed.value)

    def _read(self, value: Value) -> str | None:
        return None if value is None else self.value.read(value)

    def deeds(self, value: Value) -> tuple[Deed, ...]:
        """The deeds that were read."""
        key, inner = value
        if key == NOTHING:
            return ()
        if self.style.in_clauses:
            return tuple(
                Deed(verb, n, None if v is None else self._read(v[0])) for (verb, n), v in inner
            )
        verb = next(verb for verb in self.wording.verbs if verb.before == key)
        if verb.bare:
            return tuple(Deed(verb.phrase, noun) for (noun,) in inner[0])
        return tuple(Deed(end[0], noun, self._read(end[1])) for noun, end in inner[0])


def _one(value: Value) -> Value:
    return None if value is None else (value,)
