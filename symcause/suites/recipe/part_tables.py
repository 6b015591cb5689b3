"""Part tables of a recipe: what a part is drawn from, with the options of the generators of its families.

Keys that are no part's own are options of the generator, one value or a list of them; a list makes the part
of several strata, one for every combination. ``presets`` is a list for ``preset``, and so for the others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from symcause.audits.instance_generator import Generator
from symcause.audits.question import Option, options, refuse_values
from symcause.errors import ProblemError, UsageError, did_you_mean
from symcause.formats.structs import Struct, decode
from symcause.registry import Family, families, family_named, load
from symcause.suites.bounds import PART_PROBLEMS, PART_STRATA
from symcause.suites.recipe.recipe import Options, Part, Stratum
from symcause.suites.recipe.text_tables import texts_of
from symcause.suites.scores.primary_numbers import PAIRED, TOLD_APART, refuse_primary

KINDS = ("family", "siblings", "renderings_of")
"""What a part is made from; one of these keys is there."""

_OWN = frozenset({"seed", "siblings", "html", "latents"})
"""Options that a recipe does not give: seeds come from its key, siblings from a key of their own."""

_SEPARATE, _SHARING = "separate", "shared"

_TAKEN = ("tables", "tasks")
"""What no part is called: its folder would hold something else, too."""


class PartTable(Struct, frozen=True, kw_only=True):
    """The keys that every part may have; others are for what it is made from."""

    name: str  # Of its folder.
    capability: str  # What it measures.
    primary: str  # The number that is reported.
    problems: int | None = None  # How many; siblings say how many pairs.
    abstain: bool = False  # Prompts allow `{"cannot_tell": true}`.
    balance: tuple[str, ...] = ()
    """Facts of the problems: the label, of which there are as many as of others, then facts for
    each of whose values labels are even, too."""
    cap: bool = False
    """Fewer problems will do, and manifest and datasheet say so; else too few are an error (exit
    code 3)."""


_SHARED = frozenset(PartTable.__struct_fields__)


def part_of(table: Mapping[str, Any], before: Sequence[Part]) -> Part:
    """The part that a table describes; *before* are those above it. Raises ProblemError."""
    kinds = [kind for kind in KINDS if kind in table]
    if len(kinds) != 1:
        remedy = f"give one of {', '.join(KINDS)}"
        raise ProblemError("what it is made from is not said, or twice", remedy=remedy)
    read = decode({key: value for key, value in table.items() if key in _SHARED}, PartTable)
    _check(read)
    more = {key: value for key, value in table.items() if key not in _SHARED}
    if "latents" in more:
        _check_latents(kinds[0], more.pop("latents"))
    if kinds == ["renderings_of"]:
        if read.balance:
            raise ProblemError("texts are balanced as their problems are", place="balance")
        texts = texts_of(more, before)
        refuse_primary(read.primary, (), only=PAIRED)
        return Part(*_heading(read), _number(read), (), texts, read.abstain, cap=read.cap)
    strata = _paired(more) if kinds == ["siblings"] else _drawn(read, more)
    if kinds == ["siblings"] and read.problems is not None:
        remedy = "siblings says how many pairs there are"
        raise ProblemError("not for siblings", place="problems", remedy=remedy)
    told_apart = TOLD_APART if kinds == ["siblings"] else None
    refuse_primary(read.primary, {stratum.family for stratum in strata}, only=told_apart)
    problems = sum(stratum.problems for stratum in strata)
    return Part(*_heading(read), problems, strata, None, read.abstain, read.balance, read.cap)


def _heading(read: PartTable) -> tuple[str, str, str]:
    return read.name, read.capability, read.primary


def _check(read: PartTable) -> None:
    if re.fullmatch(r"[a-z][a-z0-9_-]*", read.name) is None:
        remedy = "use small letters, digits, - and _"
        raise ProblemError("not a name", place="name", value=read.name, remedy=remedy)
    if read.name in _TAKEN:
        raise ProblemError("a folder of every suite", place="name", value=read.name)
    if read.cap and read.balance:
        raise ProblemError("what is balanced cannot be fewer", place="cap", remedy="leave it out")
    for key in ("capability", "primary"):
        if not getattr(read, key).strip():
            raise ProblemError("nothing is said", place=key)


def _check_latents(kind: str, value: object) -> None:
    """Only what happens anyway may be said of latents; else why it does not."""
    if kind == "family" and value == _SEPARATE:
        return
    if kind == "family" and value != _SHARING:
        remedy = did_you_mean(str(value), (_SEPARATE,))
        raise ProblemError("not taken", place="latents", value=value, remedy=remedy)
    reasons = {
        "family": "problems of one true model tell each other's: one setting discloses what another hides",
        "siblings": "the two of a pair have one true model, and pairs have different ones",
        "renderings_of": "texts have the true models of the problems that they are made of",
    }
    raise ProblemError(reasons[kind], place="latents", value=value, remedy="leave it out")


def _number(read: PartTable) -> int:
    if read.problems is None:
        raise ProblemError("missing", place="problems", remedy="say how many there are to be")
    if not 1 <= read.problems <= PART_PROBLEMS:
        remedy = f"1 to {PART_PROBLEMS:,}"
        raise ProblemError("not so many", place="problems", value=read.problems, remedy=remedy)
    return read.problems


def _drawn(read: PartTable, more: Mapping[str, Any]) -> tuple[Stratum, ...]:
    """The strata of a part of one family, as even as can be."""
    family = _family(more["family"])
    number = _number(read)
    values = _values(family, {key: value for key, value in more.items() if key != "family"})
    mixes = _combined(values)
    size = _generator(family, mixes[0]).together
    if number % size:
        raise ProblemError("these come in pairs", place="problems", value=number)
    whole, rest = divmod(number // size, len(mixes))
    if not whole:
        remedy = f"{len(mixes) * size} at least: one for every combination of its options"
        raise ProblemError("too few", place="problems", value=number, remedy=remedy)
    return tuple(
        Stratum(_title(family.name, mix, values), family.name, mix, whole + (at < rest), size)
        for at, mix in enumerate(mixes)
    )


def _paired(more: Mapping[str, Any]) -> tuple[Stratum, ...]:
    """A stratum of pairs for every kind of siblings."""
    wanted = decode(more["siblings"], dict[str, int])
    rest = {key: value for key, value in more.items() if key != "siblings"}
    known = {name: (one, options) for one in families() for name, options in one.pairs}
    strata = []
    for name, number in wanted.items():
        if name not in known:
            remedy = did_you_mean(name, known)
            raise ProblemError(
                "no such siblings", place=f"siblings.{name}", value=name, remedy=remedy
            )
        if not 1 <= number <= PART_PROBLEMS:
            raise ProblemError("not so many", place=f"siblings.{name}", value=number)
        family, pairs = known[name]
        own = decode(rest.pop(name, {}), dict[str, Any])
        for mix in _combined(_values(family, own, taken=dict(pairs))):
            strata.append((name, family.name, (*pairs, *mix)))
        mixes = [one for one in strata if one[0] == name]
        if number < len(mixes):
            remedy = f"{len(mixes)} at least: one for every combination of its options"
            raise ProblemError("too few", place=f"siblings.{name}", value=number, remedy=remedy)
    if rest:
        key = next(iter(rest))
        raise ProblemError("unknown key", place=key, remedy=did_you_mean(key, [*_SHARED, *wanted]))
    if not strata:
        raise ProblemError("no pair is asked for", place="siblings")
    return tuple(_shared(strata, wanted))


def _shared(
    mixes: Sequence[tuple[str, str, Options]], wanted: Mapping[str, int]
) -> Sequence[Stratum]:
    """The pairs of each kind, spread evenly over its combinations."""
    made = []
    for name, number in wanted.items():
        own = [(family, mix) for other, family, mix in mixes if other == name]
        whole, rest = divmod(number, len(own))
        for at, (family, mix) in enumerate(own):
            title = name if len(own) == 1 else f"{name} {at}"
            made.append(Stratum(title, family, mix, whole + (at < rest), 2))
    return made


def _family(name: object) -> Family:
    family = family_named(name)
    able = [one.name for one in families() if one.name in one.generators]
    if family is None or family.name not in able:
        remedy = did_you_mean(str(name), able)
        raise ProblemError(
            "nothing generates this family", place="family", value=name, remedy=remedy
        )
    return family


def _values(
    family: Family, given: Mapping[str, Any], taken: Mapping[str, object] | None = None
) -> dict[str, list[object]]:
    """The values of every option that is given, each in the form that the generator takes."""
    kind = load(family.generators[family.name])
    declared = {
        key: one
        for key, one in options(kind).items()
        if one.kind not in ("file", "files", "folder") and key not in _OWN | set(taken or ())
    }
    values: dict[str, list[object]] = {}
    for key, value in given.items():
        name = key[:-1] if key.endswith("s") and key[:-1] in declared else key
        if name not in declared:
            remedy = did_you_mean(key, [*_SHARED, *KINDS, *declared])
            raise ProblemError("unknown key", place=key, remedy=remedy)
        listed = value if isinstance(value, list) else [value]
        if not listed:
            raise ProblemError("no value", place=key)
        values[name] = [_value(kind, name, declared[name], one, key) for one in listed]
    return values


def _value(kind: type[Generator], name: str, declared: Option, value: object, place: str) -> object:
    taken: object = (value,) if declared.kind == "choices" else value
    if declared.kind == "choices" and value not in declared.choices:
        remedy = did_you_mean(str(value), declared.choices)
        raise ProblemError("not taken", place=place, value=value, remedy=remedy)
    if declared.kind in ("text", "choice") and not isinstance(value, str):
        raise ProblemError("not a text", place=place, value=value)
    try:
        refuse_values(kind, {name: taken})
        kind(**{name: taken}).prepare()
    except UsageError as error:
        raise error.placed(place) from None
    return taken


def _combined(values: Mapping[str, list[object]]) -> list[Options]:
    mixes = [tuple(zip(values, mix, strict=True)) for mix in product(*values.values())]
    if len(mixes) > PART_STRATA:
        raise ProblemError(f"more than {PART_STRATA} combinations of options", value=len(mixes))
    return mixes


def _title(family: str, mix: Options, values: Mapping[str, list[object]]) -> str:
    """What tells a stratum from the others of its part."""
    varied = [
        f"{value[0] if isinstance(value, tuple) else value}"
        for key, value in mix
        if len(values[key]) > 1
    ]
    return " ".join((family, *varied))


def generator_of(stratum: Stratum, seed: int) -> Generator:
    """The generator of a stratum, with a seed."""
    family = family_named(stratum.family)
    assert family is not None
    return _generator(family, (*stratum.options, ("seed", seed)))


def _generator(family: Family, mix: Options) -> Generator:
    return load(family.generators[family.name])(**dict(mix))
