"""Random themes and told documents: what passes the checks never fails a round trip."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symcause.errors import SymcauseError
from symcause.formats.problems import read_document
from symcause.renderings.rendered_text import Source, rendered
from symcause.renderings.themes.library import STYLES, style_named, theme_of

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


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(theme_sources(), problems(), st.integers(0, 3))
def test_what_passes_the_checks_never_fails_a_round_trip(
    text: bytes, document: dict[str, Any], seed: int
) -> None:
    try:
        theme = theme_of(text)
        problem = read_document(document)
    except SymcauseError:
        return
    source = Source(problem)
    names = source.names(theme, "free", seed)
    for style in STYLES:
        rendered(source, theme, style_named(style), names, seed, fillers=(1, 3), abstain=True)


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
