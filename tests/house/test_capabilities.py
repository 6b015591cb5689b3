"""Capabilities and their types: each place of a declaration has one, and what stands there is of it.

What the fields of a declaration are to type checkers, what the check for authors compares a family with,
and what the families have are the same thing; the tests hold them against each other.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import Parameter, signature
from types import ModuleType
from typing import Any, cast

import pytest

from symcause import capabilities
from symcause.audits.family_check.call_signatures import methods, overriding_faults, stands
from symcause.audits.family_check.capability_forms import FORMS, Form, form_of
from symcause.audits.family_check.declaration_check import Finding, checked
from symcause.audits.family_check.declared_names import named_parts
from symcause.declarations import WORDS
from symcause.registry import FAMILIES, Family, Foreign, Log, Text, family, load
from symcause.testing import coins

APART = {"problem", "schemas", "release", "verdicts"}
"""Places with a check of their own: a dataclass, a msgspec type, what its own code asks for, tables."""

EVERY = [*map(family, FAMILIES), coins.FAMILY]
WRONG = "wrong_capabilities"


def declared() -> Iterator[tuple[str, str]]:
    """Every place of a declaration that names something, and the type that it has there."""
    for record, within in ((Family, ""), (Foreign, "foreign."), (Text, "texts."), (Log, "logs.")):
        for field, hint in record.__annotations__.items():
            said = hint.__forward_arg__
            if re.match(r"(Dotted|Maybe|Named)\[", said):
                yield f"{within}{field}", said


PLACES = dict(declared())


def kind_of(place: str) -> Any:
    """The type that a declaration has at a place: a protocol, or the text of an alias."""
    named = re.search(r"kinds\.(\w+)", PLACES[place])
    assert named is not None, PLACES[place]
    return getattr(capabilities, named[1])


def test_a_declaration_holds_words_and_names_that_have_a_type() -> None:
    hints = {field: hint.__forward_arg__ for field, hint in Family.__annotations__.items()}
    plain = {field for field, said in hints.items() if re.match("str|Texts|Names", said)}
    assert plain - WORDS == {
        "scripts",
        "styles",
        "verdicts",
    }  # of files and tables, not of functions
    assert set(PLACES) >= {"writer", "formats", "questions", "foreign.reader", "logs.finder"}


def test_the_check_knows_every_place() -> None:
    assert set(FORMS) == set(PLACES) - APART


@pytest.mark.parametrize("place", sorted(set(PLACES) - APART))
def test_the_check_compares_with_the_type_of_the_place(place: str) -> None:
    kind, form = kind_of(place), FORMS[place]
    if isinstance(kind, type):
        assert form == form_of(kind)
        assert f"``{place}``" in (kind.__doc__ or "")
    else:
        made = re.match(r"type\[(\w+)", kind)
        assert made is not None
        assert (form.base or form.like or "").endswith(f":{made[1]}")


def test_every_type_has_a_place() -> None:
    apart = {"Dotted", "Maybe", "Named", "EpisodeReader", "RenderedPrompter"}  # of no family
    used = {name for said in PLACES.values() for name in re.findall(r"kinds\.(\w+)", said)}
    assert used == set(capabilities.__all__) - apart


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.name)
def test_what_a_family_declares_is_of_the_type(one: Family) -> None:
    assert len(list(named_parts(one))) > 10
    assert checked(one) == []


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.name)
def test_what_a_family_declares_can_be_called_as_its_protocol(one: Family) -> None:
    """The same, by the protocols alone: arguments are bound by hand, without the forms of the check."""
    for named in named_parts(one):
        if named.kind in APART or named.dotted.endswith((".js", ".css")):
            continue
        kind = kind_of(named.kind)
        if not isinstance(kind, type):
            continue
        asked = [*signature(cast("Any", kind).__call__).parameters.values()][1:]
        plain = [one for one in asked if one.kind is Parameter.POSITIONAL_ONLY]
        assert plain, kind
        least = [one for one in plain if one.default is Parameter.empty]
        given = plain if named.further or named.kind == "verifier" else least
        open_ = any(one.kind is Parameter.VAR_KEYWORD for one in asked)
        own = signature(cast("Any", load(named.dotted)))
        (own.bind_partial if open_ else own.bind)(*given)


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module of things that are not what is asked for."""
    module = ModuleType(WRONG)
    monkeypatch.setitem(sys.modules, WRONG, module)
    return module


def trial(place: str, name: str) -> Family:
    """A family that has one thing at one place."""
    dotted, problem = f"{WRONG}:{name}", "symcause.testing.coins.problem:CoinProblem"
    whole, _, part = place.partition(".")
    bare: Family = Family("trial", "trials", problem)
    if part:
        record: Any = {"foreign": Foreign, "texts": Text, "logs": Log}[whole]
        start = "^trial" if whole == "texts" else ("key",)
        needed = record(start, "symcause.testing.coins.problem:read_coins")
        return bare._replace(**{whole: (needed._replace(**{part: dotted}),)})
    many = PLACES[place].startswith("Named")
    return bare._replace(**{whole: {"audit": dotted} if many else dotted})


def found_at(place: str, name: str) -> list[Finding]:
    own = (place, f"{place}['audit']")
    every = checked(trial(place, name))
    here = [one for one in every if one.capability in own and one.value == f"{WRONG}:{name}"]
    return [
        one for one in here if not one.found.startswith("there is no ")
    ]  # what it needs beside it


def functions() -> list[str]:
    return sorted(place for place, form in FORMS.items() if form.takes is not None)


def classes() -> list[str]:
    return sorted(place for place, form in FORMS.items() if form.takes is None)


@pytest.mark.parametrize("place", sorted(PLACES))
def test_what_is_not_there_is_reported(place: str, wrong: ModuleType) -> None:
    (finding,) = found_at(place, "nothing")
    assert "cannot be loaded" in finding.found


@pytest.mark.parametrize("place", functions())
def test_a_function_that_takes_too_little_or_too_much_is_reported(
    place: str, wrong: ModuleType
) -> None:
    setattr(wrong, "little", lambda: None)  # noqa: B010
    setattr(wrong, "much", lambda a, b, c, d, e: None)  # noqa: B010
    setattr(wrong, "by_name", lambda *given, wanted: None)  # noqa: B010
    setattr(wrong, "value", 3)  # noqa: B010
    names = ("little", "value") if FORMS[place].partly else ("little", "much", "by_name", "value")
    for name in names:
        (finding,) = found_at(place, name)
        assert "takes (" in finding.found or "cannot be called" in finding.found
        assert finding.expected.startswith("a function of (")


def above(form: Form) -> type:
    return cast("type", load(form.base or form.like or ""))


@pytest.mark.parametrize("place", classes())
def test_a_class_that_lacks_what_is_asked_for_is_reported(place: str, wrong: ModuleType) -> None:
    setattr(wrong, "Bare", type("Bare", (), {}))  # noqa: B010
    setattr(wrong, "made", lambda: None)  # noqa: B010
    bare, function = found_at(place, "Bare"), found_at(place, "made")
    lacking = "which is not below it" if FORMS[place].base else "a class without"
    assert any(lacking in one.found for one in bare)
    assert any("a function, no class" in one.found for one in function)


@pytest.mark.parametrize("place", classes())
def test_a_method_that_cannot_be_called_as_asked_is_reported(place: str, wrong: ModuleType) -> None:
    base = above(FORMS[place])
    for name, method in methods(base).items():
        call = getattr(method, "__func__", method)
        if not callable(call) or isinstance(method, staticmethod):
            continue
        short = classmethod(lambda: None) if isinstance(method, classmethod) else lambda: None
        below = type("Below", (base,), {name: short, "__module__": WRONG})
        setattr(wrong, "Below", below)  # noqa: B010
        assert any(f"{name} takes ()" in one.found for one in found_at(place, "Below")), name


def test_options_by_name_are_asked_for() -> None:
    assert stands(lambda a, *, b: None, 1, ("b",))
    assert not stands(lambda a: None, 1, ("b",))
    assert not stands(lambda a, *, b, c: None, 1, ("b",))


class Above:
    """What others ask for."""

    @property
    def title(self) -> str:
        return ""

    def told(self, problem: object, more: int = 0, *, aloud: bool) -> str:
        return ""

    @classmethod
    def paper(cls) -> None: ...


def test_a_class_below_may_take_more_but_not_less() -> None:
    class Same(Above):
        title = "an attribute will do"

        def told(self, *given: object, aloud: bool, at: int = 0) -> str:
            return ""

    class Less(Above):
        def title(self) -> str:  # type: ignore[override]
            return ""

        def told(self, problem: object, *, aloud: bool) -> str:  # type: ignore[override]
            return ""

        paper = 3  # type: ignore[assignment]

    class Loud(Above):
        def told(self, problem: object, more: int = 0) -> str:  # type: ignore[override]
            return ""

    assert list(overriding_faults(Same, Above)) == []
    assert [said for said, _ in overriding_faults(Loud, Above)] == [
        "told takes (self, problem: 'object', more: 'int' = 0) -> 'str'"
    ]
    said = [one.partition(" takes")[0] for one, _ in overriding_faults(Less, Above)]
    assert said == ["paper cannot be called", "title is a method", "told"]


@dataclass(frozen=True)
class Placed:
    """What a document of another project is read with."""

    placed: bool
    reader: str
    right: bool


@pytest.mark.parametrize(
    "case",
    [
        Placed(False, "two", True),
        Placed(True, "two", False),
        Placed(True, "three", True),
        Placed(False, "three", False),
    ],
)
def test_a_place_is_given_where_it_is_asked_for(case: Placed, wrong: ModuleType) -> None:
    setattr(wrong, "two", lambda document, file: None)  # noqa: B010
    setattr(wrong, "three", lambda document, file, place: None)  # noqa: B010
    bare = trial("foreign.reader", case.reader)
    told = bare._replace(foreign=(bare.foreign[0]._replace(placed=case.placed),))
    found = [one for one in checked(told) if one.capability == "foreign.reader"]
    assert (found == []) is case.right
    words = "(document, file, place)" if case.placed else "(document, file)"
    assert all(one.expected == f"a function of {words}" for one in found)


def test_the_types_stand_in_groups() -> None:
    kinds = [kind_of(place) for place in PLACES if place != "release"]
    homes = {kind.__module__ for kind in kinds if isinstance(kind, type)}
    groups = ("answer", "file", "picture", "proof", "question")
    assert homes == {f"symcause.capabilities.{group}_capabilities" for group in groups}
