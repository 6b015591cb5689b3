"""The theme file ``symcause.theme/1``: TOML with strict keys, read and checked.

Errors name the place: the key, ``words.KEY``, ``phrases.KEY``, ``nouns.ID.KEY``, ``commonsense.edges[i]``.
"""

from __future__ import annotations

import re
import tomllib
from hashlib import sha256
from typing import Annotated, Literal, cast

from symcause.bounds.renderings_bounds import THEME_BYTES
from symcause.errors import ProblemError, SymcauseError
from symcause.formats.structs import Meta, Struct, decode
from symcause.models.variable_names import is_name
from symcause.renderings.themes.phrase_slots import check_line, check_slots, filled, slots_of
from symcause.renderings.themes.sense_edges import sense_edges
from symcause.renderings.themes.theme import LEVELS, PHRASES, STATES, VALUED, WORDS, Noun, Theme
from symcause.renderings.themes.theme_values import bundled_values, check_values

FORMAT = "symcause.theme/1"

Id = Annotated[str, Meta(extra_json_schema={"pattern": "^[a-z][a-z0-9_]*$"})]


class WordsDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that patterns use."""

    world: str
    row: str
    asker: str
    teller: str
    place: str


class PhrasesDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The phrases of nouns that have no phrase of their own."""

    unknown: str
    nothing: str
    set_on: str
    set_off: str
    set_by_row: str
    start: str
    stop: str
    reading: str
    put: str
    release: str
    unread: str
    on: str | None = None
    off: str | None = None
    quantity: str | None = None


class NounDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A thing, the unit of its quantity, and phrases of its own."""

    id: str
    name: str
    unit: str | None = None
    on: str | None = None
    off: str | None = None
    quantity: str | None = None
    unknown: str | None = None
    set_on: str | None = None
    set_off: str | None = None
    set_by_row: str | None = None
    start: str | None = None
    stop: str | None = None
    reading: str | None = None
    put: str | None = None
    release: str | None = None
    unread: str | None = None


class SenseDocument(Struct, frozen=True, forbid_unknown_fields=True):
    """What everybody knows about the nouns."""

    edges: tuple[str, ...] = ()


class ThemeDocument(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A theme: nouns with two states and a quantity, verbs, and a small common-sense graph."""

    format: Literal["symcause.theme/1"]
    id: Id
    title: str
    words: WordsDocument
    phrases: PhrasesDocument
    nouns: tuple[NounDocument, ...]
    values: tuple[str, ...] | None = None
    commonsense: SenseDocument | None = None


def read_tables(source: bytes, file: str | None) -> dict[str, object]:
    """The tables of a TOML file."""
    if len(source) > THEME_BYTES:
        raise ProblemError(f"more than {THEME_BYTES} bytes", file=file)
    try:
        return tomllib.loads(source.decode("utf-8"))
    except UnicodeDecodeError:
        raise ProblemError("not UTF-8", file=file) from None
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"not TOML: {error}", file=file) from None


def check_file_id(id: str) -> str:
    """The id of a theme or a style."""
    if re.fullmatch(r"[a-z][a-z0-9_]*", id) is None:
        raise ProblemError(
            "not an id", place="id", value=id, remedy="use small letters, digits and _"
        )
    return id


def parse_theme(source: bytes, file: str | None = None) -> Theme:
    """The theme of a file. Checks what stands in it, not yet what its phrases mean for a reader."""
    tables = read_tables(source, file)
    try:
        read = decode(tables, ThemeDocument)
        return _theme(read, source)
    except SymcauseError as error:
        raise _named(error, tables).at(file=file) from None


def _named(error: SymcauseError, tables: dict[str, object]) -> SymcauseError:
    """The error with the id of a noun in place of its number."""
    match = re.match(r"nouns\[([0-9]+)\]\.(.*)", error.complaint.place or "")
    if match is None:
        return error
    noun = cast("list[dict[str, object]]", tables["nouns"])[int(match[1])]
    id = noun.get("id")
    return error.placed(f"nouns.{id}.{match[2]}") if isinstance(id, str) and id else error


def _theme(read: ThemeDocument, source: bytes) -> Theme:
    check_file_id(read.id)
    plain = {"title": read.title, **{f"words.{key}": getattr(read.words, key) for key in WORDS}}
    for place, text in plain.items():
        check_line(text, place)
        check_slots(text, (), place)
    _check_phrases(read.phrases, "phrases")
    check_line(read.phrases.nothing, "phrases.nothing")
    check_slots(read.phrases.nothing, (), "phrases.nothing")
    _check_ids(read.nouns)
    nouns = tuple(_noun(noun, read.phrases) for noun in read.nouns)
    stated = () if read.commonsense is None else read.commonsense.edges
    edges = sense_edges(stated, [noun.id for noun in nouns])
    ids = {noun.id for noun in nouns}
    if read.values is not None:
        check_values(read.values, ids)
    return Theme(
        id=read.id,
        title=read.title,
        words={key: getattr(read.words, key) for key in WORDS},
        nothing=read.phrases.nothing,
        nouns=nouns,
        edges=edges,
        values=bundled_values(bool(edges), ids) if read.values is None else read.values,
        source=source,
        sha256=sha256(source).hexdigest(),
    )


def _check_ids(nouns: tuple[NounDocument, ...]) -> None:
    if len(nouns) < 2:
        raise ProblemError("a theme needs two nouns", place="nouns", value=len(nouns))
    seen: set[str] = set()
    for i, noun in enumerate(nouns):
        if not is_name(noun.id) or noun.id == "base":
            raise ProblemError(
                "not an id for a noun",
                place=f"nouns[{i}].id",
                value=noun.id,
                remedy="use letters, digits and _, no digit first, no operator word, and not 'base'",
            )
        if noun.id in seen:
            raise ProblemError("two nouns have one id", place=f"nouns.{noun.id}.id", value=noun.id)
        seen.add(noun.id)


def _check_phrases(stated: PhrasesDocument | NounDocument, place: str) -> None:
    for key in PHRASES:
        text = getattr(stated, key)
        if text is None:
            continue
        where = f"{place}.{key}"
        check_line(text, where)
        check_slots(text, _slots(key), where)
        if key in VALUED and (text.startswith("{value}") or slots_of(text).count("value") != 1):
            raise ProblemError(
                "{value} must be in it once, and not at its beginning", place=where, value=text
            )


def _slots(key: str) -> tuple[str, ...]:
    if key == "quantity":
        return ("name",)
    if key in STATES:
        return ("name", "unit")
    more = ("value",) if key in VALUED else ()
    return ("name", "unit", "on", "off", "quantity", *more)


def _noun(stated: NounDocument, shared: PhrasesDocument) -> Noun:
    place = f"nouns.{stated.id}"
    for key in ("name", "unit"):
        text = getattr(stated, key)
        if text is not None:
            check_line(text, f"{place}.{key}")
            check_slots(text, (), f"{place}.{key}")
    _check_phrases(stated, place)
    known = {"name": stated.name} | ({} if stated.unit is None else {"unit": stated.unit})
    phrases, places = {}, {}
    for key in PHRASES:  # states and the quantity come first: the others use them
        own = getattr(stated, key)
        text = own if own is not None else getattr(shared, key)
        if text is None and key == "quantity":
            text = "{name}"
        if text is None:
            raise ProblemError(
                "no such phrase", place=f"{place}.{key}", remedy="add it here or to phrases"
            )
        if "unit" in slots_of(text) and stated.unit is None:
            raise ProblemError(
                f"the phrase {key!r} of this noun needs a unit",
                place=f"{place}.unit",
                remedy="add one",
            )
        phrases[key] = filled(text, known)
        places[key] = f"{place}.{key}" if own is not None else f"phrases.{key}"
        if key in (*STATES, "quantity"):
            known[key] = phrases[key]
    for key, like in LEVELS.items():
        text = getattr(stated, like) or getattr(shared, like)
        phrases[key] = filled(text.replace(" {unit}", "").replace("{unit}", ""), known)
        places[key] = places[like]
    return Noun(stated.id, stated.name, stated.unit, phrases, places)
