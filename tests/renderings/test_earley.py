"""A second reader: the same description as an Earley grammar finds one derivation, and no more."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from symcause.errors import SymcauseError
from symcause.formats.problems import read_document
from symcause.renderings.codec.determinism import check_determinism
from symcause.renderings.codec.earley_grammar import lark_grammar
from symcause.renderings.codec.nodes import (
    Choice,
    Listed,
    Literal,
    Name,
    Node,
    Number,
    Repeated,
    Sequence,
)
from symcause.renderings.codec.text_reader import read, reader
from symcause.renderings.family_words import wording_of
from symcause.renderings.rendered_text import Source, rendered
from symcause.renderings.texts.description import Description
from symcause.renderings.texts.frame import BUNDLED
from symcause.renderings.themes.library import (
    STYLES,
    description_of,
    style_named,
    theme_named,
    theme_of,
)
from symcause.renderings.themes.theme_file import parse_theme

lark = pytest.importorskip("lark")


def _ambiguous(grammar: str, text: str) -> bool:
    """Does the Earley parser find several derivations? Raises where it finds none."""
    parser = lark.Lark(
        grammar,
        parser="earley",
        lexer="dynamic_complete",
        ambiguity="explicit",
        maybe_placeholders=False,
    )
    return any(True for _ in parser.parse(text).find_data("_ambig"))


SMALL: dict[str, dict[str, Any]] = {
    "boolean": {
        "format": "symcause.boolean/2",
        "variables": ["X1", "X2"],
        "setting": "hidden-order",
        "roots": ["X1"],
        "operators": ["not"],
        "worlds": [
            {"id": "a", "split": "train", "mode": "none", "targets": [], "rows": ["01", "1?"]},
            {"id": "b", "split": "train", "mode": "constant", "targets": ["X2"], "rows": ["11"]},
        ],
    },
    "linear": {
        "format": "symcause.linear/2",
        "variables": ["u", "t"],
        "target": "t",
        "controllable": ["u"],
        "records": [{"id": "r", "values": {"u": "1.5", "t": "-1/3"}}],
        "chain": [{"values": {"u": "1", "t": "2"}}],
        "reactor": {"values": {"u": "7"}},
    },
    "shapeworld": {
        "format": "symcause.shapeworld/1",
        "shapes": ["square", "circle"],
        "question": {"cause": "square", "effect": "circle"},
        "initial": ["circle"],
        "transcript": [{"action": "move", "shape": "square", "moving": ["square"]}],
    },
}


@pytest.mark.few(6)
@pytest.mark.parametrize(
    ("theme", "style", "family"),
    list(product(("farm", "city", "nonsense", "kitchen"), STYLES, SMALL)),
)
def test_small_texts_have_one_derivation(theme: str, style: str, family: str) -> None:
    """Sixty whole texts, from the first heading to the last line, a filler included."""
    found = Source(read_document({"id": "small", **SMALL[family]}))
    chosen = theme_named(theme)
    names = found.names(chosen, "free", 1)
    made = rendered(found, chosen, style_named(style), names, 1, fillers=(2,))
    description = description_of(chosen, style_named(style), found.wording)
    assert not _ambiguous(lark_grammar(description.root), made.text)


def test_a_theme_that_is_refused_is_ambiguous() -> None:
    """A phrase that says what two others say, put one after the other."""
    source = (BUNDLED / "themes" / "neutral.toml").read_text()
    nouns = source.index("[[nouns]]")
    own = "".join(
        f'[[nouns]]\nid = "{id}"\nname = "the {id}"\non = "{on}"\noff = "the {id} is off"\n'
        for id, on in (("a", "a is on"), ("b", "b is on"), ("c", "a is on, b is on"))
    )
    text = (source[:nouns] + own).encode()
    with pytest.raises(SymcauseError, match="equals or begins"):
        theme_of(text)
    theme = parse_theme(text)
    for family in ("boolean", "shapeworld"):
        description = Description(theme, style_named("story"), wording_of(family))
        with pytest.raises(SymcauseError, match="equals or begins"):
            check_determinism(description.root)
        grammar = lark_grammar(description.cells_node)
        assert _ambiguous(grammar, "a is on, b is on and b is on")
        assert not _ambiguous(grammar, "a is on and b is on")


@pytest.mark.parametrize(
    "node",
    [
        Literal(""),
        Repeated(Repeated(Literal("a"))),
        Repeated(Sequence((Repeated(Literal("a")), Repeated(Literal("b"))))),
        Listed(Repeated(Literal("a")), Literal(",")),
        Choice((("none", Repeated(Literal("a"))), ("one", Literal("b")))),
        # "b" can begin an item, since the repetition in it can be empty, and can follow all items
        Sequence((Repeated(Sequence((Repeated(Literal("a")), Literal("b")))), Literal("b"))),
    ],
)
def test_nothing_can_be_empty_or_be_missed_behind_it(node: Node) -> None:
    with pytest.raises(SymcauseError):
        check_determinism(node)


ALIKE = Choice((("one", Literal("is on")), ("two", Literal("is on time"))))


@pytest.mark.parametrize(
    ("node", "text"),
    [
        # two readings: "a" then "b", or "ab"
        (
            Repeated(Choice((("a", Literal("a")), ("b", Literal("b")), ("ab", Literal("ab"))))),
            "ab",
        ),
        # two readings: 1 and 2, or 12 and nothing
        (Sequence((Number(), Repeated(Choice((("2", Literal("2")),))))), "12"),
        # two readings: where the name ends
        (Sequence((Name(), Repeated(Choice((("x", Literal("x")),))))), "axx"),
    ],
)
def test_what_the_condition_refuses_is_ambiguous(node: Node, text: str) -> None:
    with pytest.raises(SymcauseError):
        check_determinism(node)
    assert _ambiguous(lark_grammar(node), text)


def test_the_condition_is_sufficient_not_necessary() -> None:
    with pytest.raises(SymcauseError, match=r"'is on'.*'is on time'"):
        check_determinism(Listed(ALIKE, Literal(", ")))


def test_the_reader_reads_lists_with_a_last_separator() -> None:
    item = Choice((("low", Literal("low")), ("high", Literal("high"))))
    node = Listed(item, Literal(", "), Literal(" and "))
    check_determinism(node)
    found = read(reader(node), "low, high and low")
    assert [key for key, _ in found] == ["low", "high", "low"]
    with pytest.raises(SymcauseError, match="line 1, column 4: expected"):
        read(reader(node), "low; high")
