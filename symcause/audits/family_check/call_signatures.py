"""Signatures of calls: whether something takes what it will be called with, as far as Python can tell."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cached_property
from inspect import Parameter, Signature, signature

_PLAIN = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


def takes_all(thing: Callable[..., object], number: int, partly: bool = False) -> bool:
    """Can something be called with so many arguments (or, *partly*, more)?"""
    return stands(thing, number, (), partly=partly)


def stands(
    thing: Callable[..., object], number: int, named: tuple[str, ...], *, partly: bool = False
) -> bool:
    """Can something be called with so many arguments and these by name (or, *partly*, more)?"""
    try:
        own = signature(thing)
        (own.bind_partial if partly else own.bind)(*[None] * number, **dict.fromkeys(named))
    except TypeError:
        return False
    except ValueError:  # built in: it does not say
        return True
    return True


def numbers(wanted: Signature, *, further: bool = True) -> tuple[int, ...]:
    """How many arguments without a name are given: those that must be, and if *further* all."""
    plain = [one for one in wanted.parameters.values() if one.kind in _PLAIN]
    least = sum(one.default is Parameter.empty for one in plain)
    return (least, len(plain)) if further and len(plain) > least else (least,)


def named(wanted: Signature) -> tuple[str, ...]:
    """The arguments that are always given by name."""
    every = wanted.parameters.values()
    asked = [one for one in every if one.kind is Parameter.KEYWORD_ONLY]
    return tuple(one.name for one in asked if one.default is Parameter.empty)


def is_open(wanted: Signature) -> bool:
    """Are there arguments that only whoever is called knows?"""
    kinds = {one.kind for one in wanted.parameters.values()}
    return bool(kinds & {Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD})


def methods(above: type) -> dict[str, object]:
    """The public members of a class: methods, properties and values, by name, as they are written."""
    names = [name for name in dir(above) if not name.startswith("_")]
    found = {name: inspect.getattr_static(above, name, None) for name in names}
    return {name: one for name, one in found.items() if not isinstance(one, type)}


def overriding_faults(thing: type, above: type) -> Iterator[tuple[str, str]]:
    """Methods of a class that cannot be called as those of the class *above*: what is there, what is asked.

    >>> class Above:
    ...     def told(self, problem): ...
    >>> class Below(Above):
    ...     def told(self): ...
    >>> list(overriding_faults(Below, Above))
    [('told takes (self)', 'told(self, problem)')]
    """
    for name, wanted in methods(above).items():
        own = inspect.getattr_static(thing, name, wanted)
        if own is wanted:
            continue
        call, asked = _called(own), _called(wanted)
        if asked is None:
            if call is not None and isinstance(wanted, property | cached_property):
                yield f"{name} is a method", f"{name}, a property or an attribute"
            continue
        shown = f"{name}{signature(asked)}"
        if call is None:
            if not callable(getattr(thing, name)):
                yield f"{name} cannot be called", shown
        elif type(own) is type(wanted) and not _overrides(call, signature(asked)):
            yield f"{name} takes {signature(call)}", shown


def _called(thing: object) -> Callable[..., object] | None:
    """The function of a method, of whatever kind; None of what is no method."""
    inner = thing.__func__ if isinstance(thing, staticmethod | classmethod) else thing
    return inner if inspect.isfunction(inner) else None


def _overrides(call: Callable[..., object], wanted: Signature) -> bool:
    by_name, partly = named(wanted), is_open(wanted)
    return all(stands(call, number, by_name, partly=partly) for number in numbers(wanted))
