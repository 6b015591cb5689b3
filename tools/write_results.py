"""The tables of keys in docs/results.md and docs/formats.md, from the schemas; ``--write`` writes them.

docs/score-tables.md has the captions of the tables of scores.

A key has its text from where it is declared, a part of a document from the docstring of its class.
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from symcause.audits.errata import Erratum
from symcause.audits.schemas import names, schema_of
from symcause.families.boolean.scoring.tables.table_captions import SHOWS
from symcause.families.scenario.documents.budget_document import BudgetPart
from symcause.formats.schema import described
from symcause.registry import families
from tools.write_limits import ROOT

PAGE, FORMATS, SCORES = (
    ROOT / "docs" / f"{name}.md" for name in ("results", "formats", "score-tables")
)
BEGIN, END = "<!-- keys -->", "<!-- end of keys -->"
PLACE = re.compile(rf"^##+ (?P<name>[^\n]+)$|{BEGIN}\n.*?{END}", flags=re.MULTILINE | re.DOTALL)
FORMAT = re.compile(r"symcause\.(\w+/\d)")
DEPTH = 2
"""So many levels of keys are listed; what lies deeper the schema has."""

EVERY = "What every document has"
SHARED = ("family", "problem", "stopped", "lost", "asked", "setting", "class")
"""Keys that documents of most questions have: they stand in a table of their own, under that heading."""

PARTS = {"errata": Erratum, "separate with a budget": BudgetPart}
"""Documents that are the answer to no question of their own, by the heading of their table."""


Schema = Mapping[str, Any]


class Row(NamedTuple):
    """One key of a document: where it stands, what it holds and what it means."""

    key: str
    kind: str
    meaning: str


def rows(name: str) -> Iterator[Row]:
    """Every key of a schema, parts below the key that holds them."""
    schema = described(PARTS[name], name) if name in PARTS else schema_of(name)
    yield from _below("", schema, schema.get("$defs", {}), 1)


def _below(prefix: str, part: Schema, parts: Any, depth: int) -> Iterator[Row]:
    for key, value in part.get("properties", {}).items():
        inner, sign = _inner(value, parts)
        own = next((text for text in map(_told, (value, *value.get("anyOf", ()))) if text), "")
        text = own or inner.get("description", "").split("\n\n")[0]
        yield Row(f"{prefix}{key}", _kind(value), cell(text))
        if depth < DEPTH:
            yield from _below(f"{prefix}{key}{sign}.", inner, parts, depth + 1)


def _inner(value: Schema, parts: Any) -> tuple[Schema, str]:
    """The part that a key holds, if any, and how its keys are reached."""
    if "$ref" in value:
        return parts.get(value["$ref"].rpartition("/")[2], {}), ""
    for one in value.get("anyOf", ()):
        found, sign = _inner(one, parts)
        if found:
            return found, sign
    held = value.get("items") or next(iter(value.get("prefixItems", ())), None)
    if isinstance(held, dict):
        found, sign = _inner(held, parts)
        return found, f"[]{sign}"
    held = value.get("additionalProperties")
    if isinstance(held, dict):
        found, sign = _inner(held, parts)
        return found, f".*{sign}"
    return {}, ""


_WORDS = {"string": "text"}


def _told(value: Schema) -> str:
    return str(value.get("description", ""))


def _kind(value: Schema) -> str:
    """What a key holds, in a word or two."""
    if "enum" in value:
        return ", ".join(f"`{one}`" for one in value["enum"])
    if "anyOf" in value:
        return _either(_kind(one) for one in value["anyOf"])
    kind = value.get("type", "object" if "$ref" in value else "any")
    if kind == "array":
        held = value.get("items")
        return f"list of {_kind(held)}" if isinstance(held, dict) else "list"
    kinds = kind if isinstance(kind, list) else [kind]
    return " or ".join(_WORDS.get(str(one), str(one)) for one in kinds)


def _either(kinds: Iterable[str]) -> str:
    """Several kinds as one, null last."""
    each = dict.fromkeys(one for kind in kinds for one in kind.split(" or "))
    return " or ".join(sorted(each, key="null".__eq__))


def cell(text: str) -> str:
    """One cell of a table, as Markdown; a sentence without its stop."""
    plain = " ".join(text.split()).replace("``", "`").replace("|", "/").rstrip(".")
    return plain[:1].upper() + plain[1:]


def table(title: str) -> Iterator[str]:
    """All keys of the documents below a heading, with the families that have them."""
    families_of = {f.name: f.title for f in families()}
    documents = [name for name in names() if "." in name]
    every = title == EVERY
    own = [name for name in documents if every or name.partition(".")[2] == title] or [title]
    shared = SHARED if len(own) > 1 else SHARED[:-2]
    kinds: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    users: dict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for name in own:
        for row in rows(name):
            if title in PARTS or (row.key.partition(".")[0] in shared) == every:
                kinds[row.key, row.meaning][row.kind] = None
                users[row.key, row.meaning][name.partition(".")[0]] = None
    all_users = {name.partition(".")[0] for name in own}
    few = len(all_users) > 1
    yield "| key | holds | meaning |" + (" only of |" if few else "")
    yield "| --- | --- | --- |" + (" --- |" if few else "")
    order = {key: place for place, key in enumerate(dict.fromkeys(key for key, _ in users))}
    for key, meaning in sorted(users, key=lambda one: _place(one[0], order)):
        titles = (families_of[name] for name in users[key, meaning]) if few else ()
        held = "" if len(users[key, meaning]) == len(all_users) else ", ".join(titles)
        last = f" {held} |" if few else ""
        yield f"| `{key}` | {_either(kinds[key, meaning])} | {meaning} |{last}"


def _place(key: str, order: Mapping[str, int]) -> list[int]:
    """Parts below the key that holds them, keys of one name together."""
    steps = key.split(".")
    heads = [".".join(steps[: n + 1]) for n in range(len(steps))]
    return [order.get(head.removesuffix("[]"), len(order)) for head in heads[:-1]] + [order[key]]


def keys_of_files(title: str) -> Iterator[str]:
    """The keys of the file format that a heading names; of a second version those that are new."""
    name, _, version = FORMAT.findall(title)[0].partition("/")
    known = set(rows(name)) if version != "1" else set()
    schema = schema_of(f"{name}-{version}" if known else name)
    yield "| key | holds | meaning | if left out |\n| --- | --- | --- | --- |"
    for row in rows(f"{name}-{version}" if known else name):
        if row not in known and row.key != "format":
            yield f"| `{row.key}` | {row.kind} | {row.meaning} | {_left_out(row.key, schema)} |"


def _left_out(key: str, schema: Schema) -> str:
    """What holds where a file does not have a key."""
    parts, part = schema.get("$defs", {}), schema
    *heads, last = key.replace("[]", "").replace(".*", "").split(".")
    for head in heads:
        part = _inner(part["properties"][head], parts)[0]
    if last in part.get("required", ()):
        return "required"
    default = part["properties"][last].get("default")
    return "" if default in (None, [], {}) else f"`{json.dumps(default)}`"


def schema_links(_: str) -> Iterator[str]:
    """Where the site has the schemas of all file formats."""
    formats = [name for name, text in names().items() if text == "file format"]
    yield ",\n".join(f'<a href="schemas/{name}.json">{name}</a>' for name in formats)


def captions(_: str) -> Iterator[str]:
    """What the tables of scores show, by key."""
    yield "| key | what the table shows |\n| --- | --- |"
    for key, text in SHOWS.items():
        yield f"| `{key}` | {cell(text)} |"


def page(text: str) -> str:
    """The page with the tables as the schemas have them."""
    title = ""

    def written(found: re.Match[str]) -> str:
        nonlocal title
        title = found["name"] or title
        if found["name"]:
            return found[0]
        made = keys_of_files if FORMAT.search(title) else OTHERS.get(title, table)
        return "\n".join((BEGIN, *made(title), END))

    return PLACE.sub(written, text)


OTHERS = {"JSON Schemas": schema_links, "Tables": captions}
"""Headings below which no keys stand, and what does."""


if __name__ == "__main__":
    current = True
    for path in (PAGE, FORMATS, SCORES):
        known = path.read_text(encoding="utf-8")
        current = current and page(known) == known
        if "--write" in sys.argv:
            path.write_text(page(known), encoding="utf-8")
    sys.exit(not current and "--write" not in sys.argv)
