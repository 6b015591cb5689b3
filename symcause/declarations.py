"""Declarations of families by other packages: their form, and who is answerable for a fault.

What is wrong is said in one line that names the family, its package, the capability and what is expected.
``python -m symcause.families check NAME`` looks at all that a declaration names; here is what can be told
without loading it, and what is told when loading or using it fails.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from symcause.errors import UsageError
from symcause.plugins import failure, home_of, installed, remark

F = TypeVar("F")

DOTTED = re.compile(r"[\w.]+:[\w./-]+")
"""How a declaration names what is loaded when somebody asks for it."""

WORDS = frozenset({"name", "title", "solver", "mistaken", "labels", "companions", "libraries"})
"""Parts of a declaration whose texts are no dotted names."""

_FORM = 'a name of the form "package.module:name"'


class Misshapen(NamedTuple):
    """A part of a declaration that is of another kind than it must be."""

    place: str
    value: object
    expected: str


_KNOWN: dict[str, Any] = {}


def brought(name: str, known: Iterable[str], kind: type[F]) -> F:
    """The declaration of an installed family, in the form that it must have. Raises UsageError."""
    home = home_of(name, known)
    declared = import_module(home).FAMILY
    if _KNOWN.get(home) is not declared:
        _KNOWN[home] = well_formed(declared, kind, name, home)
    found: F = _KNOWN[home]
    return found


_OFFERED: dict[tuple[str, str], tuple[Any, Any]] = {}
"""By name and package: what is declared and what of it is used, or twice the error."""

_NAMED = ("formats", "generators", "schemas", "tasks")
"""Parts of a declaration whose names are for everybody."""


def loaded(house: Iterable[F], kind: type[F]) -> Iterator[F]:
    """The families of the house, then the installed ones that can be loaded, without names that are taken.

    One that cannot be loaded never keeps the others from their work: it is named on standard error.
    """
    own: list[Any] = []
    for one in house:
        own.append(one)
        yield one
    known = [one.name for one in own]
    for name, home in installed().items():
        if name in known:
            continue
        declared, used = _OFFERED.get((name, home), (None, None))
        if not isinstance(declared, UsageError):
            try:
                found = brought(name, known, kind)
            except UsageError as error:
                _OFFERED[name, home] = error, error
                remark(f"{error}; problems of other families are not affected")
                continue
            if declared is not found:
                used = _offered(found, own, home)
                _OFFERED[name, home] = found, used
            yield used


def _offered(found: Any, own: Sequence[Any], home: str) -> Any:
    """A declaration without what is called as something of symcause's own, which is used instead."""
    left: dict[str, Any] = {}
    for place in _NAMED:
        taken = {key: one.name for one in own for key in _names(getattr(one, place))}
        declared = getattr(found, place)
        for key in (key for key in _names(declared) if key in taken):
            remark(
                f"the family {found.name} (package {home}) declares {place}[{key!r}], a name that "
                f"symcause's own family {taken[key]} has: that one is used; choose another name"
            )
        if isinstance(declared, Mapping):
            left[place] = {key: one for key, one in declared.items() if key not in taken}
        else:
            left[place] = tuple(one for one in declared if one.name not in taken)
    return found._replace(**left)


def _names(part: Any) -> list[str]:
    return list(part) if isinstance(part, Mapping) else [one.name for one in part]


def well_formed(found: object, kind: type[F], name: str, home: str) -> F:
    """The declaration of a package, if it is one of this family. Raises UsageError."""
    if not isinstance(found, kind):
        raise UsageError(
            f"the family {name} cannot be loaded: FAMILY in {home} is no symcause.registry.Family",
            value=type(found).__name__,
            remedy="expected FAMILY = Family(name=…, title=…, problem=…)",
        )
    for wrong in misshapen(found):
        raise UsageError(
            f"the family {name} (package {home}) declares {wrong.place} wrongly",
            value=wrong.value,
            remedy=f"expected {wrong.expected}",
        )
    declared = getattr(found, "name", None)
    if declared != name:
        raise UsageError(
            f"this package declares the family {declared}, not {name}",
            value=home,
            remedy="the name of the entry point is that of the family",
        )
    return found


def misshapen(found: Any) -> Iterator[Misshapen]:
    """What in a declaration is of another kind than it must be."""
    for place, value in zip(found._fields, found, strict=True):
        default = found._field_defaults.get(place, "")
        if isinstance(default, Mapping):
            yield from _misnamed(place, value)
        elif isinstance(default, bool | tuple):
            if not isinstance(value, type(default)):
                wanted = "True or False" if isinstance(default, bool) else "a tuple"
                yield Misshapen(place, value, wanted)
        elif value is None and default is None:
            continue
        elif not isinstance(value, str) or not value:
            yield Misshapen(place, value, "a text" if place in WORDS else _FORM)
        elif place not in WORDS and not DOTTED.fullmatch(value):
            yield Misshapen(place, value, _FORM)


def _misnamed(place: str, value: object) -> Iterator[Misshapen]:
    if not isinstance(value, Mapping):
        yield Misshapen(place, value, "a mapping of names")
        return
    for key, named in value.items():
        if not isinstance(named, str) or (place not in WORDS and not DOTTED.fullmatch(named)):
            yield Misshapen(f"{place}[{key!r}]", named, _FORM)


def _place(found: Any, dotted: str) -> str | None:
    """As what a declaration has a dotted name."""
    for place, value in zip(found._fields, found, strict=True):
        if value == dotted:
            return str(place)
        if isinstance(value, Mapping):
            for key in (key for key, one in value.items() if one == dotted):
                return f"{place}[{key!r}]"
    return None


class Fault(NamedTuple):
    """An exception that a family of another package is answerable for."""

    name: str
    message: str

    @property
    def remedy(self) -> str:
        """What its author does next."""
        return f"python -m symcause.families check {self.name} says what is expected of it"


_READERS = ("reader", "writer", "opener", "printer", "dotted")
"""What a function calls the name of that which it loads and uses."""


def fault_of(error: BaseException) -> Fault | None:
    """The installed family in whose code, or at work on whose things, an exception was raised."""
    frames = list(_frames(error))[::-1] if installed() else []
    for frame, line in frames:
        module, here = str(frame.f_globals.get("__name__")), frame.f_locals
        if (name := _brings(module)) is not None:
            place = f"{Path(frame.f_code.co_filename).name}, line {line}"
            return Fault(name, f"the family {_called(name)} failed: {failure(error)} ({place})")
        dotted = here.get("dotted") if module == "symcause.registry" else None
        if isinstance(dotted, str) and (pair := _declaring(dotted)) is not None:
            name, part = pair
            said = f"declares {part} = {dotted}, which cannot be loaded"
            return Fault(name, f"the family {_called(name)} {said}: {failure(error)}")
    for frame, _ in frames:  # called as it is declared, and it does not stand that
        for dotted in map(frame.f_locals.get, _READERS):
            if isinstance(dotted, str) and (pair := _declaring(dotted)) is not None:
                name, part = pair
                said = f"{failure(error)}, where {part} = {dotted} is used"
                return Fault(name, f"the family {_called(name)} failed: {said}")
    about = [getattr(error, "obj", None)] if frames else []
    for value in (*about, *(value for frame, _ in frames for value in frame.f_locals.values())):
        kind = value if isinstance(value, type) else type(value)
        if (name := _brings(kind.__module__)) is not None:
            return Fault(name, f"{failure(error)}, with the family {_called(name)} at work")
    return None


def _called(name: str) -> str:
    return f"{name} (package {installed()[name]})"


def _declaring(dotted: str) -> tuple[str, str] | None:
    """The installed family whose declaration has a dotted name, and as what."""
    for name, home in installed().items():
        declared = getattr(sys.modules.get(home), "FAMILY", None)
        if declared is not None and (place := _place(declared, dotted)) is not None:
            return name, place
    return None


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _brings(module: str) -> str | None:
    """The family whose package a module belongs to."""
    homes = installed().items()
    return next((n for n, home in homes if module == home or module.startswith(f"{home}.")), None)
