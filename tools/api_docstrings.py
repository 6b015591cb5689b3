"""Docstrings of the written functions, in the sections of numpydoc, from declared options.

An option is described where it is declared; here its words become those of Python: ``--max-parents`` is
``max_parents``, a default that the signature shows is not said again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import dedent, indent, wrap

from api_doc import ASKED, Doc

from symcause.audits.question import options

WIDTH = 92
TITLES = {
    "boolean": "Boolean",
    "shapeworld": "ShapeWorld",
    "dag": "graphs",
    "textgraph": "text graphs",
    "scenario": "scenarios",
    "cpt": "probability tables",
}
"""Families as a docstring calls them, where that is not their name."""

ALIASES = {
    "Edges": "list of (cause, effect)",
    "Signs": "mapping of edge to sign",
    "Tiers": "list of list of str",
    "Candidates": "list of (cause, effect)",
    "Known": "mapping or 'none'",
    "Admits": "Rule or callable",
}
"""Types of options that have a name of their own."""

SPOKEN = {
    "Every model has this edge; quote it.": "Every model has these edges.",
    "No model has this edge.": "No model has any of these edges.",
    "The sign of an edge, if it is present.": "Signs of edges, where they are present.",
    " Quote a name with a comma.": "",
    "One set of variables intervened on together; once per set.": "Sets of targets, each set together.",
    "(repeatable, as many as the data carry)": "(as many as the data carry)",
}
"""What is said to a shell, and what Python needs of it."""

CONTENTS = {
    "tiers": "Tiers of variables, earliest first: no edge points to an earlier tier.",
    "candidates": "No other edges are possible.",
    "knowledge": "Any of the above in one mapping; 'none' drops the problem's own knowledge.",
}
"""Options that name a file on the command line, and take its contents in Python."""

_FLAG = re.compile(r"--([a-z][a-z-]*)")


@dataclass(frozen=True)
class Told:
    """One option as one family declares it."""

    family: str
    type: str
    default: str
    text: str


def text_of(kind: type, name: str) -> str:
    """The declared text of an option, in the words of Python."""
    declared = options(kind).get(name)
    if declared is None:
        return ""
    names = {f"--{key.replace('_', '-')}": key for key in options(kind)}
    names |= {flag: key for key, one in options(kind).items() for flag in one.flags}
    if declared.kind == "contents":
        return CONTENTS[name]
    spoken = _FLAG.sub(lambda flag: f"``{names.get(flag[0], _plain(flag[1]))}``", declared.help)
    for said, plain in SPOKEN.items():
        spoken = spoken.replace(said, plain)
    return " ".join(spoken.split())


def _plain(flag: str) -> str:
    return flag.replace("-", "_")


def type_words(annotation: str, default: str) -> str:
    """A type and a default as numpydoc has them: ``int or 'none', optional``."""
    parts = [part.strip() for part in re.split(r"\|(?![^\[]*\])", annotation)]
    words = [_type_word(part) for part in parts if part != "None"]
    if "str" in words and "Path" in words:
        words = [word for word in words if word not in ("str", "Path")] + ["path"]
    shown = " or ".join(dict.fromkeys(words))
    plain = default in ("None", "...", "()", "''") or "(" in default
    return f"{shown}, optional" if plain else f"{shown}, default {default}"


def _type_word(part: str) -> str:
    if match := re.fullmatch(r"Literal\[(.*)\]", part):
        return match[1] if "," not in match[1] else f"{{{match[1]}}}"
    if part in ALIASES:
        return ALIASES[part]
    if match := re.fullmatch(r"(?:tuple|Sequence)\[(\w+)(?:, \.\.\.)?\]", part):
        return f"sequence of {match[1]}"
    if part.startswith(("PathLike", "Path")):
        return "Path"
    return re.sub(
        r"\[.*", "", part.lower() if part.startswith(("Mapping", "Iter", "Seq")) else part
    )


def called(family: str) -> str:
    return TITLES.get(family, family)


def option_entry(name: str, told: Sequence[Told], shared: bool) -> str:
    """The entry of an option, with the families that know it unless it is one family's page."""
    by_text: dict[str, list[str]] = {}
    for one in told:
        by_text.setdefault(one.text, []).append(called(one.family))
    types = list(dict.fromkeys(one.type for one in told))
    defaults = {one.default for one in told}
    default = defaults.pop() if len(defaults) == 1 else "None"
    said = []
    for text, families in _unrepeated(by_text, default).items():
        listed = ", ".join(families)
        said.append(f"{listed[0].upper()}{listed[1:]}. {text}" if shared else text)
    return entry(name, type_words(joined(types), default), " ".join(said))


def _unrepeated(by_text: Mapping[str, list[str]], default: str) -> dict[str, list[str]]:
    """Texts without a default that the line above shows, or a family that stands before the text."""
    found: dict[str, list[str]] = {}
    for text, families in by_text.items():
        known = {
            re.escape(default.strip("'")),
            *map(re.escape, families[:1] * (len(families) == 1)),
        }
        plain = re.sub(rf"(?:\.)? \((?:{'|'.join(known)})\.?\)\.?$", ".", text, flags=re.IGNORECASE)
        found.setdefault(plain, []).extend(families)
    return found


def joined(types: Iterable[str]) -> str:
    """The type that takes all of these; words of choices become one list."""
    parts = [part.strip() for text in types for part in re.split(r"\|(?![^\[]*\])", text)]
    words = [w for p in parts if p.startswith("Literal") for w in re.findall(r"'[^']*'", p)]
    plain = [part for part in parts if not part.startswith("Literal")]
    if words and "str" not in plain:
        plain.append(f"Literal[{', '.join(dict.fromkeys(words))}]")
    return " | ".join(dict.fromkeys(plain))


def entry(name: str, kind: str, text: str) -> str:
    """One entry of a section; where the choices are too many for its line they follow in the text."""
    head = f"{name} : {kind}" if kind else name
    if len(head) > WIDTH and (choices := re.search(r"{(.*)}", head)):
        head = head.replace(choices[0], "str")
        text = f"{text} One of: {choices[1]}."
    return f"{head}\n{_filled(text, '    ')}" if text else head


def _filled(text: str, margin: str = "") -> str:
    lines = wrap(
        " ".join(text.split()),
        WIDTH,
        initial_indent=margin,
        subsequent_indent=margin,
        break_on_hyphens=False,
        break_long_words=False,
    )
    return "\n".join(lines)


def section(title: str, body: Iterable[str]) -> str:
    return f"{title}\n{'-' * len(title)}\n" + "\n".join(body)


def docstring(
    doc: Doc,
    placed: Mapping[str, str],
    told: Mapping[str, Sequence[Told]],
    result: str,
    *,
    family: str | None = None,
) -> str:
    """The docstring of a function, or of its overload for one *family*, which has no example."""
    given = [
        entry(name, placed.get(name) or kind, text)
        for name, kind, text in doc.given
        if name in placed or kind
    ]
    listed = [option_entry(name, every, family is None) for name, every in told.items()]
    parts = [_filled(doc.said)]
    if doc.notes and family is None:
        parts.append(_filled(doc.notes))
    parts.append(section("Parameters", (*given, *listed)))
    returned = "Yields" if result.startswith("Iterator") else "Returns"
    kind = re.sub(r"Iterator\[(.*)\]", r"\1", result)
    parts.append(section(returned, [entry(kind, "", doc.result)]))
    if family is None:
        raised = doc.raises or tuple((kind, text.format(asks=doc.asks)) for kind, text in ASKED)
        parts.append(section("Raises", (entry(kind, "", text) for kind, text in raised)))
        parts.append(section("See Also", (f"symcause.{name} : {text}" for name, text in doc.see)))
        if doc.references:
            parts.append(section("References", (f"{_filled(text)}" for text in doc.references)))
        parts.append(section("Examples", [dedent(doc.example).strip()]))
    body = "\n\n".join(parts)
    return f'"""{indent(body, "    ").strip()}\n    """'
