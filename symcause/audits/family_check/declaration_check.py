"""The check of a declaration: every capability is loaded and compared with its form."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import cast

import msgspec
from msgspec.structs import replace

from symcause.audits.documents import Document
from symcause.audits.family_check.call_signatures import (
    methods,
    overriding_faults,
    stands,
    takes_all,
)
from symcause.audits.family_check.capability_forms import (
    BY_SPACE,
    FORMS,
    LISTED,
    NEEDED,
    OWN,
    SPACE,
    TOGETHER,
    Form,
)
from symcause.audits.family_check.declared_names import NamedPart, named_parts
from symcause.audits.question import options
from symcause.errors import closest
from symcause.formats.schema import described
from symcause.plugins import failure
from symcause.registry import BY_LISTING, FAMILIES, Family, family, load


class Finding(msgspec.Struct, frozen=True):
    """What is wrong with a capability, and what is expected."""

    capability: str
    value: str
    found: str
    expected: str

    def __str__(self) -> str:
        shown = f" = {self.value}" if self.value else ""
        return f"{self.capability}{shown}: {self.found}; expected {self.expected}"


def checked(found: Family) -> list[Finding]:
    """Everything that is not as it must be, in the order of the declaration."""
    findings: list[Finding] = []
    for named in named_parts(found):
        place, dotted = named.place, named.dotted
        if dotted.endswith((".js", ".css")):
            continue
        form = FORMS.get(named.kind)
        try:
            thing: object = load(dotted)
        except Exception as error:  # whatever the package does when it is imported
            wanted = "something of this name" if form is None else form.words
            findings.append(Finding(place, dotted, f"cannot be loaded: {failure(error)}", wanted))
            continue
        said = [*_misfit(named, thing, form)]
        findings += [Finding(place, dotted, wrong, wanted) for wrong, wanted in said]
    return [*findings, *_missing(found), *_clashes(found), *_libraries(found)]


def _misfit(named: NamedPart, thing: object, form: Form | None) -> Iterator[tuple[str, str]]:
    """What is wrong with what a capability names, and what is expected."""
    capability, key = named.capability, named.key
    if capability == "problem":
        yield from _problem(thing)
    elif capability == "schemas":
        yield from _schema(thing)
    elif form is None:
        return
    elif form.takes is not None:
        yield from _function(thing, form, named.further)
        if capability == "space" and isinstance(thing, type):
            yield from _space(thing)
    else:
        yield from _class(thing, form)
        if capability == "questions" and isinstance(thing, type):
            yield from _question(thing, key)
        if capability == "generators" and isinstance(thing, type) and form.base is not None:
            known = dataclasses.fields(thing) if dataclasses.is_dataclass(thing) else ()
            bare = [f.name for f in known if f.name not in options(thing)]
            if bare:
                said = f"the fields {', '.join(bare)} are no options of the command"
                yield said, "field: type = symcause.audits.question.option(default, help, kind)"


def _problem(thing: object) -> Iterator[tuple[str, str]]:
    wanted = "a frozen dataclass with the field id"
    if not isinstance(thing, type) or not dataclasses.is_dataclass(thing):
        yield f"{_kind(thing)}, no dataclass", wanted
        return
    if not getattr(thing, "__dataclass_params__").frozen:  # noqa: B009 (of no stated type)
        yield "a dataclass that is not frozen", wanted
    if "id" not in {field.name for field in dataclasses.fields(thing)}:
        yield "a dataclass without the field id", wanted


def _schema(thing: object) -> Iterator[tuple[str, str]]:
    try:
        described(cast("type", thing), "")
    except Exception as error:
        yield f"no type that has a JSON Schema: {failure(error)}", "a msgspec type"


def _function(thing: object, form: Form, further: bool | None = None) -> Iterator[tuple[str, str]]:
    if further is not None:
        more = form.may_take if further else ()
        form = replace(form, takes=(*(form.takes or ()), *more), may_take=())
    takes = form.takes or ()
    if not callable(thing):
        yield f"{_kind(thing)}, which cannot be called", form.words
        return
    for given in (takes, (*takes, *form.may_take)):
        if not stands(thing, len(given), form.by_name, partly=form.partly):
            yield f"takes {inspect.signature(thing)}", form.words
            return


def _class(thing: object, form: Form) -> Iterator[tuple[str, str]]:
    if not isinstance(thing, type):
        yield f"{_kind(thing)}, no class", form.words
        return
    if form.base is not None and not issubclass(thing, _loaded(form.base)):
        yield f"the class {thing.__name__}, which is not below it", form.words
        return
    wanted = form.has if form.like is None else methods(_loaded(form.like))
    if lacking := [name for name in wanted if not hasattr(thing, name)]:
        yield f"a class without {', '.join(lacking)}", form.words
    if (above := form.base or form.like) is not None:
        yield from overriding_faults(thing, _loaded(above))
    for name in form.texts:
        if not isinstance(getattr(thing, name, None), str):
            yield f"a class whose {name} is no text", form.words
    yield from _unfinished(thing)


def _loaded(dotted: str) -> type:
    """The class of this name."""
    return load(dotted)


def _unfinished(thing: type) -> Iterator[tuple[str, str]]:
    """Methods that are not written, and options of a class that is no dataclass."""
    if abstract := sorted(getattr(thing, "__abstractmethods__", ())):
        yield f"a class that does not define {', '.join(abstract)}", "all of them"
    bare = [name for name, value in vars(thing).items() if isinstance(value, dataclasses.Field)]
    if bare and "__dataclass_fields__" not in vars(thing):
        yield f"a class with the options {', '.join(bare)}, but no dataclass", "@dataclass above it"


def _question(thing: type, key: str) -> Iterator[tuple[str, str]]:
    name, document = getattr(thing, "name", key), getattr(thing, "document", None)
    if name != key:
        yield f"a question called {name!r}", f"a question whose name is {key!r}"
    if document is None and key == "convert":
        return
    if document is None or not issubclass(document, Document):
        yield (
            "a question without a class of documents",
            "document: a class below symcause.audits.documents.Document",
        )
    elif key == "audit" and "settled" not in document.__struct_fields__:
        yield (
            f"its document {document.__name__} has a verdict without settled",
            "a class below symcause.audits.documents.AuditDocument",
        )


def _space(thing: type) -> Iterator[tuple[str, str]]:
    yield from _unfinished(thing)
    known = {*dir(thing), *getattr(thing, "__dataclass_fields__", ())}
    for attribute in ("problem", "identity"):
        if attribute not in known and attribute not in getattr(thing, "__annotations__", {}):
            yield f"a space without {attribute}", f"the attribute {attribute}"
    for method, given in SPACE.items():
        value = getattr(thing, method, None)
        wanted = f"a method {method}({', '.join(given)})"
        if value is None:
            yield f"a space without {method}", wanted
        elif not takes_all(value, 1 + len(given)):
            yield f"{method} takes {inspect.signature(value)}", wanted


def _kind(thing: object) -> str:
    what = "a function" if inspect.isroutine(thing) else f"a {type(thing).__name__}"
    return "a class" if isinstance(thing, type) else what


def _missing(found: Family) -> Iterator[Finding]:
    """Capabilities that others of the same declaration ask for."""
    for question, dotted in ((one, str(named)) for one, named in found.questions.items()):
        if dotted.startswith(OWN):
            for wanted in NEEDED.get(question, ()):
                if not getattr(found, wanted):
                    by = "asks the space" if dotted.startswith(BY_SPACE) else "asks for it"
                    place = f"questions[{question!r}]"
                    yield Finding(place, dotted, f"{by}, and there is no {wanted}", wanted)
    for capability, others in TOGETHER.items():
        asked = LISTED if getattr(found, capability) == BY_LISTING else others
        for wanted in asked if getattr(found, capability) else ():
            if not getattr(found, wanted):
                value = str(getattr(found, capability))
                yield Finding(capability, value, f"there is no {wanted}", f"{wanted} beside it")


def _clashes(found: Family) -> Iterator[Finding]:
    """Names that are taken, and questions that nobody asks."""
    ours = [family(name) for name in FAMILIES]
    for place in ("formats", "generators", "schemas"):
        others = [other for other in ours if other.name != found.name]
        taken = {key: other.name for other in others for key in getattr(other, place)}
        for key in getattr(found, place):
            if key in taken:
                by = f"the family {taken[key]} has this name already"
                yield Finding(f"{place}[{key!r}]", "", by, "a name of its own")
    yield from _unasked(found.questions, {name for other in ours for name in other.questions})


def _unasked(declared: Iterable[str], known: set[str]) -> Iterator[Finding]:
    for question in declared:
        if question not in known:
            near = closest(question, known)
            wanted = ", ".join(sorted(known)) if near is None else repr(near)
            place = f"questions[{question!r}]"
            yield Finding(place, "", "no command and no function asks this", f"{wanted}")


def _libraries(found: Family) -> Iterator[Finding]:
    for library in found.libraries:
        if find_spec(library.partition(".")[0]) is None:
            yield Finding("libraries", library, "not installed", "a module that can be imported")
