"""The errata page that a maintainer reads: every item, what is stored, what follows, and why.

It is one file without scripts; what it says of an item can be checked with ``symcause verify``.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from symcause.audits.errata import KINDS, Basis, Erratum
from symcause.bounds.reports_bounds import HEADING_LENGTH, VALUE_LENGTH
from symcause.models.number_phrases import plural

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem;
  color: #1c2330; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem .2rem 0; text-align: left; }
code, pre { font: .9rem/1.4 ui-monospace, monospace; } pre { white-space: pre-wrap; margin: .4rem 0; }
.kind { border: 1px solid #8a94a6; border-radius: .3rem; padding: 0 .4rem; font-size: .85rem; }
.quiet { color: #5b6577; }
@media (prefers-color-scheme: dark) { body { color: #e6e9ef; background: #14181f; }
  .quiet { color: #9aa4b5; } }
"""
_RIGHT = {True: "right", False: "wrong", None: "not decided"}


def errata_page(found: Sequence[Erratum], looked_at: int, sources: str) -> str:
    """The whole page about so many items that were looked at."""
    counts = Counter(one.kind for one in found)
    rows = "".join(
        f"<tr><td><span class='kind'>{kind}</span></td><td>{counts[kind]:,}</td>"
        f"<td class='quiet'>{escape(meaning)}</td></tr>"
        for kind, meaning in KINDS.items()
        if counts[kind]
    )
    title = f"Errata of {sources}"
    audited = f"{plural(looked_at, 'item')} {'was' if looked_at == 1 else 'were'} audited"
    text = f"{audited}, {len(found):,} {'is' if len(found) == 1 else 'are'} listed here."
    several = len({one.source for one in found}) > 1
    items = "\n".join(_item(one, several) for one in found)
    return (
        "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head><body>\n"
        f"<h1>{escape(title)}</h1>\n<p>{text}</p>\n<table>{rows}</table>\n"
        f"{items or '<p>Nothing was found wrong with what is stored.</p>'}\n"
        "<p class='quiet'>An item that is certified can be checked without a solver: <code>symcause audit "
        "FILE --id ITEM --certificate proof.json</code> writes the proof, and <code>symcause verify FILE "
        "proof.json --id ITEM</code> checks it.</p>\n</body></html>\n"
    )


def _item(one: Erratum, several: bool) -> str:
    """One item: its key, the two values, the reason, and what there is to look at."""
    follows, stored = _value(one.derived), _value(one.stored)
    short = len(stored) + len(follows) <= HEADING_LENGTH
    text = f": {follows}, stored {stored}" if short else ""
    facts = [] if short else [("stored", stored), ("follows", follows)]
    facts += [("cause", one.cause)] if one.cause else []
    facts += [("file", one.source)] if several and one.source else []
    facts += [] if one.basis is None else list(_basis(one.basis))
    facts.append(("certified", "no" if one.certificate is None else "yes"))
    rows = "".join(f"<tr><th>{name}</th><td>{escape(value)}</td></tr>" for name, value in facts)
    return (
        f"<h2 id='{escape(one.item, quote=True)}'>{escape(one.item + text)} "
        f"<span class='kind'>{one.kind}</span></h2>\n"
        f"<p>{escape(one.reason or '')}</p>\n<table>{rows}</table>{_evidence_list(one)}"
    )


def _basis(basis: Basis) -> Iterator[tuple[str, str]]:
    """What is proved, in which readings what is stored is right, and what would make it so."""
    yield "proved", basis.proved
    if basis.readings:
        yield "readings", "; ".join(f"{each.name}: {_RIGHT[each.right]}" for each in basis.readings)
    if basis.unless is not None:
        yield "right if", basis.unless


def _evidence_list(one: Erratum) -> str:
    """What a reader may look at, under its caption."""
    if not one.shown:
        return ""
    caption = "" if one.caption is None else f"<p>{escape(_capital(one.caption))}:</p>\n"
    lines = "\n".join(one.shown).replace("->", " → ")
    return f"\n{caption}<pre>{escape(lines)}</pre>"


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
