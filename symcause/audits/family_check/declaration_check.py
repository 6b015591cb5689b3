"""The check of a declaration: every capability is loaded and compared with its form."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.util import find_spec
from typing import cast

import msgspec

from symcause.audits.documents import Document
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
from symcause.audits.question import options
from symcause.declarations import DOTTED, WORDS
from symcause.errors import closest
from symcause.formats.schema import described
from symcause.plugins import told
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


def named_parts(found: Family) -> Iterator[tuple[str, str, str]]:
    """What a declaration names: the capability, the key where it has some, and the dotted name."""
    for capability, value in zip(Family._fields, found, strict=True):
        if capability in WORDS:
            continue
        if isinstance(value, str):
            yield capability, "", value
        elif isinstance(value, Mapping):
            for key, dotted in value.items():
                yield capability, str(key), str(dotted)
        elif isinstance(value, tuple):
            for part in value:
                fields = part if isinstance(part, tuple) else (part,)
                for dotted in (f for f in fields if isinstance(f, str) and DOTTED.fullmatch(f)):
                    yield capability, "", dotted


def checked(found: Family) -> list[Finding]:
    """Everything that is not as it must be, in the order of the declaration."""
    findings: list[Finding] = []
    for capability, key, dotted in named_parts(found):
        if dotted.endswith((".js", ".css")):
            continue
        place = f"{capability}[{key!r}]" if key else capability
        form = FORMS.get(capability)
        try:
            thing: object = load(dotted)
        except Exception as error:  # whatever the package does when it is imported
            wanted = "something of this name" if form is None else form.words
            findings.append(Finding(place, dotted, f"cannot be loaded: {told(error)}", wanted))
            continue
        said = [*_misfit(capability, key, thing, form)]
        findings += [Finding(place, dotted, wrong, wanted) for wrong, wanted in said]
    return [*findings, *_missing(found), *_clashes(found), *_libraries(found)]


def _misfit(
    capability: str, key: str, thing: object, form: Form | None
) -> Iterator[tuple[str, str]]:
    """What is wrong with what a capability names, and what is expected."""
    if capability == "problem":
        yield from _problem(thing)
    elif capability == "schemas":
        yield from _schema(thing)
    elif form is None:
        return
    elif form.takes is not None:
        yield from _function(thing, form)
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
        yield f"no type that has a JSON Schema: {told(error)}", "a msgspec type"


def _function(thing: object, form: Form) -> Iterator[tuple[str, str]]:
    takes = form.takes or ()
    if not callable(thing):
        yield f"{_kind(thing)}, which cannot be called", form.words
        return
    for given in (takes, (*takes, *form.may_take)):
        if not takes_all(thing, len(given), partly=form.partly):
            yield f"takes {inspect.signature(thing)}", form.words
            return


def takes_all(thing: Callable[..., object], number: int, partly: bool = False) -> bool:
    """Can something be called with so many arguments (or, *partly*, more), as far as Python can tell?"""
    try:
        signature = inspect.signature(thing)
        (signature.bind_partial if partly else signature.bind)(*[None] * number)
    except TypeError:
        return False
    except ValueError:  # built in: it does not say
        return True
    return True


def _class(thing: object, form: Form) -> Iterator[tuple[str, str]]:
    if not isinstance(thing, type):
        yield f"{_kind(thing)}, no class", form.words
        return
    if form.base is not None and not issubclass(thing, load(form.base)):
        yield f"the class {thing.__name__}, which is not below it", form.words
        return
    if lacking := [name for name in form.has if not hasattr(thing, name)]:
        yield f"a class without {', '.join(lacking)}", form.words
    for name in form.texts:
        if not isinstance(getattr(thing, name, None), str):
            yield f"a class whose {name} is no text", form.words
    yield from _unfinished(thing)


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
    for method in ("frame", "answers", "story"):
        if not takes_all(getattr(thing, method), 2):
            yield f"{method} takes {inspect.signature(getattr(thing, method))}", "one argument"


def _space(thing: type) -> Iterator[tuple[str, str]]:
    yield from _unfinished(thing)
    known = {*dir(thing), *getattr(thing, "__dataclass_fields__", ())}
    for attribute in ("problem", "identity"):
        if attribute not in known and attribute not in getattr(thing, "__annotations__", {}):
            yield f"a space without {attribute}", f"the attribute {attribute}"
    for method, given in SPACE.items():
        found = getattr(thing, method, None)
        wanted = f"a method {method}({', '.join(given)})"
        if found is None:
            yield f"a space without {method}", wanted
        elif not takes_all(found, 1 + len(given)):
            yield f"{method} takes {inspect.signature(found)}", wanted


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
