"""The errata page that a maintainer reads: one table, then what to fix, to decide and to drop.

It is one file without scripts. What it says of an item can be checked with the commands beside it, and the
fixes can be saved as lines of JSON.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from shlex import quote

from msgspec import UNSET

from symcause.audits.errata import KINDS, Basis, Erratum
from symcause.bounds.reports_bounds import VALUE_LENGTH
from symcause.models.number_phrases import plural
from symcause.models.prose.minus_signs import signed
from symcause.reports.figures.stored_answers import RIGHT, StoredAnswer
from symcause.reports.figures.stored_figure import kinds_drawing
from symcause.reports.page.plain_page import plain_page
from symcause.reports.views.shared_edges import folded

STYLE = "errata.css"
_RIGHT = {True: "right", False: "wrong", None: "not decided"}

_STEPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Fix": ("what is stored does not follow, however it is read", ("wrong",)),
    "Decide": (
        "what is stored is right or wrong by what was meant, or nothing settles it",
        ("reading", "start", "open", "ill-posed"),
    ),
    "Drop": ("nothing fits the evidence, so that no answer is right", ("inconsistent",)),
}
"""What a maintainer can do about an item, by its kind."""


def errata_page(found: Sequence[Erratum], looked_at: int, sources: str) -> str:
    """The whole page about so many items that were looked at."""
    title = f"Errata of {sources}"
    audited = f"{plural(looked_at, 'item')} {'was' if looked_at == 1 else 'were'} audited"
    text = f"{audited}, {len(found):,} {'is' if len(found) == 1 else 'are'} listed here."
    finding = _finding(found, looked_at) or "Nothing to mend"
    several = len({one.source for one in found}) > 1
    body = "\n".join(
        (
            _picture(found, looked_at),
            *_table(found),
            *_apart(found, several, sources),
        )
    )
    nothing = "<p>Nothing was found wrong with what is stored.</p>"
    head = f"<p class='subject'>{escape(title)}</p>\n<h1>{finding}</h1>\n<p>{text}</p>"
    whole = f"{head}\n{body if found else nothing}"
    return plain_page(title, whole, STYLE, figures=True)


def _finding(found: Sequence[Erratum], looked_at: int) -> str:
    """How many items are to be fixed, decided and dropped."""
    numbers = {step: sum(one.kind in kinds for one in found) for step, (_, kinds) in _STEPS.items()}
    text = ", ".join(f"{step.lower()} {number:,}" for step, number in numbers.items() if number)
    return f"{_capital(text)} of {plural(looked_at, 'item')}" if text else ""


def _picture(found: Sequence[Erratum], looked_at: int) -> str:
    """How many items are of each kind, those that are right among them."""
    items = [StoredAnswer(one.item, "", "", None, one.kind, "as stored") for one in found]
    right = max(0, looked_at - len({(one.source, one.item) for one in found}))
    items += [StoredAnswer("", "", "", "", RIGHT)] * right
    if not items:
        return ""
    wide, slim = (kinds_drawing(items, narrow=narrow) for narrow in (False, True))
    return f"<div class='wide-only'>{wide}</div>\n<div class='narrow-only'>{slim}</div>"


def _table(found: Sequence[Erratum]) -> Iterator[str]:
    """One table of all items, in the order of what there is to do about them."""
    items = [one for _, kinds in _STEPS.values() for one in found if one.kind in kinds]
    if not items:
        return
    asked = any(one.claimed is not UNSET for one in items)
    heads = ("item", *(("claimed",) if asked else ()), "stored → proposed", "kind", "proof")
    rows = "".join(_row(one, heads) for one in items)
    head = "".join(f"<th>{name}</th>" for name in heads)
    yield (
        "<div class='scroll' tabindex='0' role='region' aria-label='All items'>"
        f"<table class='list'><tr class='heads'>{head}</tr>{rows}</table></div>"
    )


def _row(one: Erratum, heads: Sequence[str]) -> str:
    """A row; on a telephone its cells stand below each other, each with its own heading."""
    texts = {
        "claimed": "" if one.claimed is UNSET else str(one.claimed),
        "stored → proposed": f"{_value(one.stored)} → {_outcome(one)}",
        "kind": one.kind,
        "proof": "none" if one.certificate is None else "certificate",
    }
    cells = "".join(f"<td data-head='{name}'>{escape(texts[name])}</td>" for name in heads[1:])
    link = f"<a href='#{escape(one.item, quote=True)}'>{escape(one.item)}</a>"
    return f"<tr><td>{link}</td>{cells}</tr>"


def _apart(found: Sequence[Erratum], several: bool, sources: str) -> Iterator[str]:
    """What is to be fixed, what to be decided and what to be dropped, item by item."""
    for heading, (meaning, kinds) in _STEPS.items():
        items = [one for one in found if one.kind in kinds]
        if not items:
            continue
        meanings = "".join(
            f"<br><span class='kind'>{kind}</span> {escape(KINDS[kind])}"
            for kind in KINDS
            if len(kinds) > 1 and any(one.kind == kind for one in items)
        )
        yield (
            f"<h2 id='{heading.lower()}'>{heading}: {plural(len(items), 'item')}</h2>\n"
            f"<p class='quiet'>{escape(_capital(meaning))}.{meanings}</p>"
            f"{_patch(items) if kinds == ('wrong',) else ''}"
        )
        yield from (_item(one, several, sources) for one in items)


def _outcome(one: Erratum) -> str:
    """What to store instead, or that there is no such thing."""
    if one.kind in _STEPS["Drop"][1]:
        return "drop"
    decided = one.kind in _STEPS["Fix"][1] or one.proposed is not UNSET
    return _value(_proposed(one)) if decided else "to decide"


def _proposed(one: Erratum) -> object:
    return one.derived if one.proposed is UNSET else one.proposed


def _patch(items: Sequence[Erratum]) -> str:
    """The fixes as lines of JSON, to be saved."""
    lines = "".join(
        json.dumps(
            {
                "item": one.item,
                "file": one.source,
                "stored": one.stored,
                "proposed": _proposed(one),
            },
            ensure_ascii=False,
        )
        + "\n"
        for one in items
    )
    data = base64.b64encode(lines.encode("utf-8", "replace")).decode("ascii")
    link = f"data:application/x-ndjson;base64,{data}"
    text = "Save the patch: these fixes as lines of JSON"
    return f"<p><a download='fixes.jsonl' href='{link}'>{text}</a></p>"


def _item(one: Erratum, several: bool, sources: str) -> str:
    """One item: its key, the two values, the reason, what there is to look at, and how to check it."""
    facts = [("stored", _value(one.stored)), ("follows", _value(one.derived))]
    facts += [("cause", one.cause)] if one.cause else []
    facts += [("file", one.source)] if several and one.source else []
    facts += [] if one.basis is None else list(_basis(one.basis, one.reason or ""))
    rows = "".join(
        f"<tr><th>{name}</th><td>{escape(signed(value))}</td></tr>" for name, value in facts
    )
    return (
        f"<h3 id='{escape(one.item, quote=True)}'>{escape(one.item)} "
        f"<span class='kind'>{one.kind}</span></h3>\n"
        f"<p>{escape(signed(one.reason or ''))}</p>\n<table>{rows}</table>"
        f"{_evidence(one)}{_check(one, sources)}"
    )


def _check(one: Erratum, sources: str) -> str:
    """The commands that write the proof and check it, where there is one."""
    if one.certificate is None:
        return "\n<p class='quiet'>There is no certificate of this item.</p>"
    file, item = quote(one.source or sources), quote(one.item)
    lines = (
        f"symcause audit {file} --id {item} --certificate proof.json\n"
        f"symcause verify {file} proof.json --id {item}"
    )
    return f"\n<pre>{escape(lines)}</pre>"


def _basis(basis: Basis, reason: str) -> Iterator[tuple[str, str]]:
    """What is proved, unless the *reason* says so; which readings what is stored is right in, and when."""
    if not reason.startswith(basis.proved.rstrip(".")):
        yield "proved", basis.proved
    if basis.readings:
        yield "readings", "; ".join(f"{each.name}: {_RIGHT[each.right]}" for each in basis.readings)
    if basis.unless is not None:
        yield "right if", basis.unless


def _evidence(one: Erratum) -> str:
    """What a reader may look at, folded under its caption."""
    if not one.shown:
        return ""
    caption = "what there is to see" if one.caption is None else one.caption
    lines = "\n".join(folded(one.shown)).replace("->", " → ")
    return f"\n<details><summary>{escape(_capital(caption))}</summary><pre>{escape(lines)}</pre></details>"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _value(value: object) -> str:
    """A stored or derived value as a reader has it: names and texts without brackets."""
    if isinstance(value, Mapping):
        text = "; ".join(f"{name} = {part}" for name, part in value.items())
    elif isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        text = ", ".join(value)
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= VALUE_LENGTH else f"{text[: VALUE_LENGTH - 1]}…"
