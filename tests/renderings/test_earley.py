"""A second reader: the same description as an Earley grammar finds one derivation, and no more."""

from __future__ import annotations

import pytest

from symcause.errors import SymcauseError
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
from symcause.renderings.rendered_text import rendered
from symcause.renderings.themes.library import STYLES, description_of, style_named, theme_named
from tests.renderings.cases import source

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


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("theme", ["farm", "city", "nonsense"])
def test_small_texts_have_one_derivation(theme: str, style: str) -> None:
    """Of the body of a text; its long sentences are the same in all and would only take time."""
    for name in ("holes", "held", "shapes listed"):
        found = source(name)
        chosen = theme_named(theme)
        made = rendered(found, chosen, style_named(style), found.names(chosen, "free", 1), 1)
        description = description_of(chosen, style_named(style), found.wording)
        body = made.text.split("# What is seen\n")[1].split("\n# ")[0]
        if description.in_bits:
            body = body.split("\n", 1)[1]
        grammar = lark_grammar(Repeated(description.line_nodes))
        assert not _ambiguous(grammar, body)


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
