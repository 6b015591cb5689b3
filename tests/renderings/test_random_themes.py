"""Random themes and told documents: what passes the checks never fails a round trip."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from symcause.errors import SymcauseError
from symcause.formats.problems import read_document
from symcause.renderings.rendered_text import Source, rendered, told_back
from symcause.renderings.texts.text_codec import read_text
from symcause.renderings.themes.library import (
    STYLES,
    THEMES,
    description_of,
    style_named,
    theme_named,
    theme_of,
)

WORDS = st.sampled_from(
    (
        *(
            "a",
            "an",
            "is",
            "on",
            "off",
            "the",
            "of",
            "in",
            "out",
            "up",
            "wet",
            "dry,",
            "and;",
            "to",
        ),
        *("1", "-2", "3.5", "0", ".", "?", "x", "=", "|", "not", ","),
    )
)
PHRASE = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


@st.composite
def theme_sources(draw: st.DrawFn) -> bytes:
    """The text of a theme file, mostly refused for one reason or another."""
    sized = draw(st.integers(3, 4))
    tail = {key: draw(PHRASE) for key in ("on", "off", "unknown", "unread", "reading", "put")}
    mark = draw(st.sampled_from(["{name} ", "{name}", "so {name} "]))
    lines = ['format = "symcause.theme/1"', 'id = "random"', 'title = "A theme"', "[words]"]
    for key in ("world", "row", "asker", "teller", "place"):
        lines.append(f'{key} = "{key} {draw(WORDS)}"')
    lines.append("[phrases]")
    texts = {
        "on": mark + tail["on"],
        "off": mark + tail["off"],
        "unknown": mark + tail["unknown"],
        "nothing": "nothing " + draw(WORDS),
        "set_on": "always {on}",
        "set_off": "always {off}",
        "set_by_row": "by row {name}" + draw(st.sampled_from(["", " it is"])),
        "start": "start {name}",
        "stop": "stop {name}",
        "reading": "{name} "
        + tail["reading"]
        + " {value}"
        + draw(st.sampled_from(["", " cm", "0"])),
        "put": "put {name} " + tail["put"] + " {value}",
        "release": "free {name}",
        "unread": mark + tail["unread"],
    }
    lines += [f'{key} = "{text}"' for key, text in texts.items()]
    for i in range(sized):
        name = draw(st.sampled_from(["thing", "thing 1", "n", "the cow", "x, y", "a"]))
        lines += ["[[nouns]]", f'id = "n{i}"', f'name = "{name} {i}"']
    return "\n".join(lines).encode()


ROWS = st.lists(st.text("01?", min_size=3, max_size=3), min_size=1, max_size=3)


@st.composite
def problems(draw: st.DrawFn) -> dict[str, Any]:
    """A small Boolean problem."""
    names = ["A", "B2", "B10"]
    worlds = [
        {"id": f"w{i}", "split": "train", "mode": "none", "targets": [], "rows": rows}
        for i, rows in enumerate(draw(st.lists(ROWS, min_size=1, max_size=2)))
    ]
    document: dict[str, Any] = {
        "format": "symcause.boolean/2",
        "id": "random",
        "variables": names,
        "setting": "hidden-order",
        "roots": draw(st.sampled_from([["A"], ["B10", "A"], []])),
        "worlds": [
            *worlds,
            {"id": "s", "split": "train", "mode": "assigned", "targets": ["A"], "rows": ["010"]},
        ],
        "constants": draw(st.booleans()),
        "errors": draw(st.integers(0, 2)),
    }
    bound = draw(st.none() | st.integers(0, 3))
    return document if bound is None else {**document, "max_parents": bound}


def _number() -> st.SearchStrategy[str]:
    whole = st.integers(-20, 20).map(str)
    return whole | st.sampled_from(("0.25", "-1.5", "1/3", "-7/6", "1000000.001"))


@st.composite
def crystals(draw: st.DrawFn) -> dict[str, Any]:
    """A small linear problem."""
    names = ["a2", "a10", "t"]

    def values(*shown: str) -> dict[str, str]:
        return {name: draw(_number()) for name in shown}

    def change() -> dict[str, str]:
        return {name: draw(_number()) for name in ("a2", "a10") if draw(st.booleans())}

    steps = [
        {"intervene": done} if (done := change()) else {} for _ in range(draw(st.integers(0, 2)))
    ]
    document: dict[str, Any] = {
        "format": "symcause.linear/1",
        "id": "random",
        "variables": names,
        "target": "t",
        "controllable": draw(st.sampled_from([["a2", "a10"], ["a10", "a2"]])),
        "records": [
            {"id": f"r{i}", "values": values(*names)} for i in range(draw(st.integers(1, 3)))
        ],
        "chain": [{**step, "values": values(*names)} for step in ({}, *steps)],
        "semantics": draw(st.sampled_from(["hold", "shift", "do"])),
        "target_may_cause": draw(st.booleans()),
    }
    if draw(st.booleans()):
        document["reactor"] = {"values": values("a2", "a10")}
    if draw(st.booleans()):
        document["coefficients"] = {"domain": "integer", "min": -3, "max": draw(st.integers(1, 9))}
    return document


@st.composite
def transcripts(draw: st.DrawFn) -> dict[str, Any]:
    """A small ShapeWorld problem."""
    shapes = ["star", "circle", "square"]
    some = st.lists(st.sampled_from(shapes), unique=True)
    steps = st.fixed_dictionaries(
        {
            "action": st.sampled_from(["move", "hold"]),
            "shape": st.sampled_from(shapes),
            "moving": some,
        }
    )
    cause, effect = draw(st.permutations(shapes))[:2]
    return {
        "format": "symcause.shapeworld/1",
        "id": "random",
        "shapes": shapes,
        "question": {"cause": cause, "effect": effect},
        "initial": draw(some),
        "transcript": draw(st.lists(steps, max_size=4)),
        "class": draw(st.sampled_from(["all", "rooted", "listed", "core"])),
    }


EXAMPLES = 600 if os.environ.get("SYMCAUSE_EXHAUSTIVE") else 60


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(theme_sources(), problems() | crystals() | transcripts(), st.integers(0, 3))
def test_what_passes_the_checks_never_fails_a_round_trip(
    text: bytes, document: dict[str, Any], seed: int
) -> None:
    try:
        theme = theme_of(text)
        problem = read_document(document)
    except SymcauseError:
        event("refused")
        return
    event(f"a theme that passes, a {document['format']} problem")
    source = Source(problem)
    names = source.names(theme, "free", seed)
    for style in STYLES:
        abstain = source.wording.may_abstain(source.told)
        rendered(source, theme, style_named(style), names, seed, fillers=(1, 3), abstain=abstain)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(problems() | crystals() | transcripts(), st.sampled_from(THEMES), st.integers(0, 3))
def test_any_told_document_survives_a_round_trip(
    document: dict[str, Any], theme: str, seed: int
) -> None:
    """``rendered`` reads every text back and compares digests; here the documents are compared as well."""
    try:
        source = Source(read_document(document))
        told = source.told
    except SymcauseError:
        return
    chosen = theme_named(theme)
    names = source.names(chosen, "free", seed)
    for style in map(style_named, STYLES):
        made = rendered(source, chosen, style, names, seed, fillers=(0,))
        read = read_text(made.text, description_of(chosen, style, source.wording))
        assert told_back(read.told, source.wording, made.variables) == told


def test_some_random_theme_passes() -> None:
    """The property above is not empty."""
    lines = [
        'format = "symcause.theme/1"\nid = "r"\ntitle = "T"\n[words]',
        'world = "w 1"\nrow = "r ."\nasker = "Q"\nteller = "A"\nplace = "in 0"\n[phrases]',
        'on = "{name} is 1"\noff = "{name} is -2"\nunknown = "{name} ?"\nnothing = "nothing"',
        'set_on = "always {on}"\nset_off = "always {off}"\nset_by_row = "by row {name}"',
        'start = "start {name}"\nstop = "stop {name}"\nreading = "{name} is {value}"',
        'put = "put {name} {value}"\nrelease = "free {name}"\nunread = "{name} ,"',
        '[[nouns]]\nid = "n"\nname = "x, y"\n[[nouns]]\nid = "m"\nname = "n 1,"',
    ]
    try:
        theme_of("\n".join(lines).encode())
    except SymcauseError as error:
        assert "mentions" in str(error)  # "n 1," holds the id of the other noun
    theme_of("\n".join(lines).replace('"n 1,"', '"z 1,"').encode())
