"""Graphs in the text of models: what is read, under which names, and what is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from symcause.errors import ProblemError, UsageError
from symcause.families.textgraph.bounds import ANSWER_PLACES
from symcause.families.textgraph.files.answer.answer_reader import _boxes, read_answer
from symcause.families.textgraph.files.answer.arrow_lines import arrow_edges
from symcause.families.textgraph.files.answer.dot_labels import read_dot
from symcause.families.textgraph.files.answer.json_shapes import raw_edges
from symcause.families.textgraph.files.answer.released_reader import (
    released_extraction,
    released_reading,
)
from tests.textgraph.cases import published

NAMES = ("damage", "flood", "rain")
WANTED = {("rain", "flood"), ("flood", "damage")}

SHAPES = {
    "published": '{"relationships": [{"source": "rain", "sink": "flood"}, '
    '{"source": "flood", "sink": "damage"}]}',
    "bare list": '[{"source": "rain", "target": "flood"}, {"source": "flood", "target": "damage"}]',
    "fence": 'Well.\n```json\n{"relationships": [{"source": "rain", "sink": "flood"}, {"source": "flood", '
    '"sink": "damage"}]}\n```\nThat is all.',
    "open fence": '```json\n[{"source": "rain", "sink": "flood"}, {"source": "flood", "sink": "damage"}]',
    "boxed": r"So \boxed{"
    + '{"relationships": [{"source": "rain", "sink": "flood"}, {"source": "flood", "sink": "damage"}]}}',
    "embedded": 'The graph {"edges": [["rain", "flood"], ["flood", "damage"]]} follows.',
    "embedded list": 'I found [["rain", "flood"], ["flood", "damage"]] in it.',
    "adjacency": '```\n{"rain": ["flood"], "flood": ["damage"], "damage": []}\n```',
    "from and to": '{"links": [{"from": "rain", "to": "flood"}, {"cause": "flood", "effect": "damage"}]}',
    "texts": '{"relationships": ["rain -> flood", "flood → damage"]}',
    "node link": '{"nodes": [{"id": 1, "label": "rain"}, {"id": 2, "label": "flood"}, {"id": 3, "name": '
    '"damage"}], "edges": [{"source": 1, "target": 2}, {"source": 2, "target": 3}]}',
    "our own format": '{"format": "symcause.textgraph/1", "id": "x", "nodes": ["rain", "flood", "damage"], '
    '"edges": [{"source": "rain", "target": "flood"}, {"source": "flood", "target": "damage"}]}',
    "dot": "Here it is:\n```dot\ndigraph G { rankdir=LR; rain -> flood "
    '[label="causes"]; flood -> damage }\n```',
    "dot labels": 'digraph { A [label="rain"]; B [label="flood"]; A -> B -> damage }',
    "arrows": "1. **rain** → flood\n2. `flood` ==> damage.",
    "chain": "rain --> flood --> damage",
    "backwards": "* damage <- flood\n* flood ← rain",
    "latex": r"$rain \rightarrow flood$" + "\n" + r"$flood \to damage$",
    "edge list": '# gold\n"rain" -> flood -> damage\nsun',
    "matrix": ",rain,flood,damage\nrain,0,1,0\nflood,0,0,1\ndamage,0,0,0",
    "graphml": '<?xml version="1.0"?><graphml><graph edgedefault="directed">'
    '<node id="rain"/><node id="flood"/><node id="damage"/>'
    '<edge source="rain" target="flood"/><edge source="flood" target="damage"/></graph></graphml>',
    "sentences": "Causes:\n- rain leads to flood.\n- damage is caused by flood",
    "numbers": '{"relationships": [{"source": 3, "sink": 2}, {"source": "2", "sink": 1}]}',
}


READ_AS = {
    **dict.fromkeys(SHAPES, "json"),
    **dict.fromkeys(("dot", "dot labels"), "dot"),
    **dict.fromkeys(("arrows", "chain", "backwards", "latex"), "arrows"),
    **{"edge list": "edges", "matrix": "matrix", "graphml": "graphml", "sentences": "list"},
}
"""The shape that is shown back."""


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(name: str) -> None:
    found = read_answer(SHAPES[name], NAMES)
    assert found.graph is not None, found.reason
    assert set(found.graph.edges) == WANTED
    task = "names" if name == "numbers" else "free"
    told = (found.shape, found.task, found.valid_format, found.repeated, found.reason)
    assert told == (READ_AS[name], task, name == "published", 0, None)


@pytest.mark.parametrize(
    "both", [*product(("rain", "", 3, True, None, 1.5, ["rain"], {}), repeat=2)]
)
def test_a_pair_of_a_list_is_an_edge_between_two_ends(both: tuple[object, object]) -> None:
    """Texts and whole numbers; one pair that is none, and nothing of the list is read."""
    ends = all(isinstance(end, str | int) and end is not True for end in both)
    assert raw_edges([list(both)]) == ([both] if ends else None)
    assert raw_edges([["a", "b"], list(both)]) == ([("a", "b"), both] if ends else None)
    for first, second in (("source", "target"), ("from", "to"), ("cause", "effect")):
        item = {first: both[0], second: both[1]}
        assert raw_edges({"edges": [item]}) == ([both] if ends else None)


LINKS = {"->": ("forward",), "<-": ("backward",), "<->": ("forward", "backward")}


@pytest.mark.parametrize(
    "ends", [*product(("rain", ""), LINKS, ("flood", ""), LINKS, ("damage", ""))]
)
def test_a_chain_of_arrows_is_read_whole_or_not_at_all(ends: tuple[str, ...]) -> None:
    """Every arrow between two names is an edge, either way if it points both ways; all have names."""
    names = ends[::2]
    wanted = []
    for arrow, before, after in zip(ends[1::2], names, names[1:], strict=False):
        ways = {"forward": (before, after), "backward": (after, before)}
        wanted += [ways[way] for way in LINKS[arrow]]
    assert arrow_edges(" ".join(ends)) == (wanted if all(names) else [])


def test_the_released_scorer_reads_less() -> None:
    edges = {}
    for name, text in SHAPES.items():
        found = released_reading(text, NAMES, "names")
        if found.status == "scored":
            edges[name] = found.edges
    same = {name for name, read in edges.items() if read == WANTED}
    assert same == {"published", "bare list", "fence", "open fence"}
    assert edges["numbers"] != WANTED  # "2" is a name
    other = {"numbers", "from and to", "node link", "our own format", "adjacency"}
    assert edges.keys() - same == other  # objects without relationships are empty answers
    valid = {name for name, text in SHAPES.items() if read_answer(text, NAMES, "free").valid_format}
    assert valid == {"published", "numbers"}
    assert read_answer(
        SHAPES["fence"].partition("\n")[2].removesuffix("\nThat is all."), NAMES
    ).valid_format


def test_released_extraction() -> None:
    assert released_extraction("x ```a``` ```json b``` c") == " b"
    assert released_extraction("x ``` a ``` b") == " a "
    assert released_extraction(" a ") == " a "
    text = '```python\n{"relationships": []}\n```'
    found = released_reading(text, NAMES, "free")
    assert found.status == "left out"  # the language's name is in the way
    assert read_answer(text, NAMES).empty


def test_an_empty_list_is_an_empty_answer() -> None:
    found = read_answer('{"relationships": []}', NAMES)
    assert found.empty and found.valid_format
    assert released_reading('{"relationships": []}', NAMES, "free").status == "scored"


def test_the_answer_of_the_paper() -> None:
    published("recite_tables.json")
    import os

    path = Path(os.environ["SYMCAUSE_DATA"]) / "recite" / "answer_preamble.txt"
    text = path.read_text(encoding="utf-8")
    found = read_answer(text, ())
    assert found.graph is not None and len(found.graph.edges) == 7
    assert released_reading(text, (), "free").edges == found.graph.edge_set
    assert {target for _, target in found.graph.edges} == {"ITI development"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I do not know.",
        "{}",
        '{"relationships": 3}',
        '{"relationships": [{"source": "a"}]}',
        "[1, 2]",
    ],
)
def test_no_graph(text: str) -> None:
    found = read_answer(text, NAMES, "names")
    assert found.graph is None and found.reason and found.task == "names"


def test_names_given() -> None:
    """Numbers within the range are names; others are themselves, and never gold."""
    text = '[{"source": 1, "sink": "2"}, {"source": 9, "sink": "rain"}, {"source": "9", "sink": "Rain"}]'
    found = read_answer(text, NAMES, "causal_graph_generation_with_node_names")
    assert found.graph is not None and found.task == "names"
    assert found.graph.edges == (("damage", "flood"), ("9", "rain"), ("9", "Rain"))
    spelled = read_answer('[{"source": 7, "sink": 1}]', ("7", "a"), "names")
    assert spelled.graph is not None and spelled.graph.edges[0][0] != "7"
    for ends in (
        '{"source": true, "sink": 1}',
        '{"source": 1.0, "sink": 2}',
        '{"source": null, "sink": 1}',
    ):
        assert read_answer(f"[{ends}]", NAMES, "names").graph is None
    assert not read_answer(
        '{"relationships": [{"source": 1, "sink": 9}]}', NAMES, "names"
    ).valid_format


def test_the_task_is_guessed() -> None:
    numbers = '[{"source": 1, "sink": 2}]'
    assert read_answer(numbers, NAMES).task == "names"
    assert read_answer(numbers, ("1", "b")).task == "free"  # a gold name is a number
    assert read_answer('[{"source": 1, "sink": "b"}]', NAMES).task == "free"
    assert read_answer(numbers, NAMES, "free").graph.edges == (("1", "2"),)  # type: ignore[union-attr]
    with pytest.raises(UsageError, match="no such task"):
        read_answer(numbers, NAMES, "guess")


def test_repeated_edges_count_once() -> None:
    found = read_answer('[["a", "b"], ["a", "b"], ["b", "a"]]', ())
    assert found.repeated == 1 and found.graph is not None and len(found.graph.edges) == 2


def test_broken_characters_can_be_written_again() -> None:
    found = read_answer('[{"source": "a\\ud800", "sink": "b"}]', ())
    assert found.graph is not None and found.graph.edges == (("a?", "b"),)


def test_dot_grammar() -> None:
    text = """
    /* a comment */ strict digraph "g" {
      graph [rankdir=LR]; node [shape=box] edge [color=red]
      subgraph cluster_1 { label="group"; a; b -> c }
      a:port -> {b c} -> "d \\"quoted\\"" [dir=both];
      x -> y [dir=back] // turned
      e [label=<b>html</b>]; é -> e
      z;
    } and more `prose` behind it
    """
    found = read_dot(text)
    wanted = {("b", "c"), ("a", "b"), ("a", "c"), ("b", 'd "quoted"'), ("c", 'd "quoted"')}
    wanted |= {
        ('d "quoted"', "b"),
        ('d "quoted"', "c"),
        ("b", "a"),
        ("c", "a"),
        ("y", "x"),
        ("é", "e"),
    }
    assert set(found.edges) == wanted and "z" in found.nodes
    for wrong in (
        "graph { a -- b }",
        "digraph { a -> }",
        "digraph { a -- b }",
        "digraph { a [x=",
        "digraph",
    ):
        with pytest.raises(ProblemError):
            read_dot(wrong)
    known = read_dot('digraph { rain [label="Heavy rain"]; rain -> b }', {"rain"})
    assert known.edges == (("rain", "b"),)  # an id that is a gold name stays


def test_raw_edges_refuse_what_is_no_graph() -> None:
    for value in (
        {},
        {"a": 1},
        {"nodes": ["a"]},
        [["a", "b", "c"]],
        [None],
        "a",
        {"edges": [{"source": 1}]},
    ):
        assert raw_edges(value) is None


def test_the_last_box_is_the_answer() -> None:
    """Of more boxes than are looked at the first ones are left out."""
    assert list(_boxes(r"\boxed{a} or \boxed{b{c}}.")) == ["b{c}", "a"]
    written = [str(number) for number in range(ANSWER_PLACES + 3)]
    assert list(_boxes("".join(rf"\boxed{{{one}}}" for one in written))) == written[:2:-1]


HOSTILE: dict[str, Callable[[], str]] = {
    "boxes": lambda: r"\boxed{" * 200_000,
    "braces": lambda: "{" * 1_000_000,
    "brackets": lambda: "[[" * 500_000,
    "open list": lambda: '[["a", "b"], ' * 200_000,
    "graphs": lambda: "digraph { a -> b " * 100_000,
    "one long graph": lambda: "digraph { " + "a " * 1_500_000,
    "arrows": lambda: "a -> " * 500_000,
    "quotes": lambda: '"' * 2_000_000,
    "fences": lambda: "```\n" * 500_000,
    "blanks": lambda: " " * 3_900_000,
    "list words": lambda: "- " + "causes " * 300_000,
    "too long": lambda: "x" * 5_000_000,
    "deep": lambda: json.dumps({"relationships": []})[:-2] + "[" * 100_000,
}


@pytest.mark.few(4)
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_read_to_its_end(kind: str) -> None:
    read_answer(HOSTILE[kind](), NAMES)
