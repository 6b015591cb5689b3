"""Problems of every format: the keys of a document tell its family."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Protocol, TypeAlias

from symcause.errors import ProblemError, SymcauseError, did_you_mean
from symcause.formats.answer_files.episode_stream import is_header
from symcause.formats.shared_entries import EPISODES
from symcause.registry import FAMILIES, Family, Foreign, answering, families, load

if TYPE_CHECKING:
    from msgspec import Struct

    from symcause import capabilities as kinds
    from symcause.capabilities import Dotted


class Problem(Protocol):
    """The evidence, the model class and the question of one file; each family has a class of its own.

    Examples
    --------
    >>> import symcause
    >>> symcause.example("unique").id
    'unique'
    """

    @property
    def id(self) -> str:
        """The name of the problem in results and files."""


# What people pass by mistake, by a key that gives it away.
_MISTAKEN = {
    "response": "this is a prediction",
    "claim": "this is a certificate",
    "symcause": "this is a result of symcause",
}
_GRAPH_KEYS = (("nodes", "edges"), ("nodes", "links"))


def read_document(
    document: object, file: str | None = None, place: str = "", question: str | None = None
) -> Problem:
    """The problem that a decoded JSON or YAML value describes, in any known format.

    A bare graph is a problem of the family that reads one for this *question*.
    """
    try:
        if isinstance(document, list) and document and is_header(document[0]):
            return load(EPISODES)(document, file)
        if not isinstance(document, dict):
            raise ProblemError(
                "a problem is a JSON object", remedy="symcause schema lists the formats"
            )
        reader = _graph_reader(document, question)
        if reader is not None:
            return bare_graph(document, reader, file)
        found = None if "format" in document else foreign_of(document)
        if found is not None and found.placed:
            return load(found.reader)(document, file, place)
        return _read(document, file)
    except SymcauseError as error:
        raise error.at(file=file, place=place or None) from None


def _read(document: dict[str, object], file: str | None) -> Problem:
    """What the reader of a document's format makes of it; that of another package is not trusted."""
    reader = _reader(document)
    try:
        problem = load(reader)(document, file)
    except ProblemError as error:
        raise _misnamed(document) or error from None
    owner = format_readers().get(str(document.get("format")))
    if owner is None or owner[0].name in FAMILIES:
        return problem
    classes = {f"{kind.__module__}:{kind.__qualname__}" for kind in type(problem).__mro__}
    if owner[0].problem not in classes:
        raise ProblemError(
            f"the family {owner[0].name} reads its format {document.get('format')} by {reader}, "
            f"which gave {type(problem).__name__}",
            remedy=f"expected {owner[0].problem}, the class of problems that it declares",
        )
    return problem


def _misnamed(document: dict[str, object]) -> ProblemError | None:
    """The error of a document that names one format, and has the keys of one of another family."""
    from msgspec import Struct  # with the types of files

    owner = format_readers().get(str(document.get("format")))
    fitting: list[Family] = []
    for family in families():
        kinds_of_files = map(load, family.schemas.values())
        for kind in (one for one in kinds_of_files if issubclass(one, Struct)):
            needed, known = _keys(kind)
            if {"format", "id"} <= needed <= document.keys() <= known:
                fitting.append(family)
    if owner is None or owner[0] in fitting or len(fitting) != 1:
        return None
    return ProblemError(
        f"{document['format']!r} is not the format of a file with these keys",
        place="format",
        remedy=f"those of {fitting[0].title} are {' and '.join(fitting[0].formats)}",
    )


@cache
def _keys(kind: type[Struct]) -> tuple[frozenset[str], frozenset[str]]:
    """The keys that a file of this kind must have, and all that it can have."""
    from msgspec.structs import fields  # reads annotations, which takes milliseconds

    known = {field.encode_name: field.required for field in fields(kind)}
    return frozenset(name for name, required in known.items() if required), frozenset(known)


Readers: TypeAlias = "tuple[Dotted[kinds.GraphReader], ...]"
"""Readers of one thing, the first that can read it first."""


def bare_graph(graph: object, readers: Readers, file: str | None) -> Problem:
    """The problem of a family about a graph that stands alone: text, node-link document, or DAG.

    What the first reader refuses (a cycle, say) may mean something to the next.
    """
    refused: ProblemError | None = None
    for reader in readers:
        try:
            return load(reader)(graph, file)
        except ProblemError as error:
            refused = refused or error
    assert refused is not None
    raise refused


def graph_reader(question: str | None) -> Readers | None:
    """Who reads a bare graph file for this question; ``convert/NAME`` asks the family NAME first."""
    name, _, first = (question or "").partition("/")
    asked = sorted(families(), key=lambda family: family.name != first)
    return tuple(family.graphs[name] for family in asked if name in family.graphs) or None


def refuse_graph(kind: str, question: str | None) -> ProblemError:
    """The error about a graph that stands alone where problems are wanted."""
    readers = [family for family in families() if family.graphs]
    taken = " and ".join(f"{', '.join(f.graphs)} (as {f.title})" for f in readers)
    asked = (question or "").partition("/")[0]
    able = ", ".join(family.title for family in answering(asked))
    wanted = f", and {asked} applies to {able}" if able else ""
    return ProblemError(
        f"this is a bare graph ({kind}){wanted}", remedy=f"graphs are taken by {taken}"
    )


def _graph_reader(document: dict[str, object], question: str | None) -> Readers | None:
    graph = any(all(key in document for key in keys) for keys in _GRAPH_KEYS)
    if not graph or "format" in document or foreign_of(document) is not None:
        return None
    readers = graph_reader(question)
    if readers is None and question is not None:
        raise refuse_graph("node-link JSON", question)
    return readers


def document_id(document: object) -> str | None:
    """The id of a document that cannot be read, as far as it can be told."""
    if isinstance(document, list) and document and is_header(document[0]):
        document = document[0]
    if not isinstance(document, dict):
        return None
    if isinstance(document.get("id"), str):
        return str(document["id"])
    found = foreign_of(document)
    name = None if found is None or found.named is None else load(found.named)(document)
    return name if isinstance(name, str) else None


def foreign_of(document: object) -> Foreign | None:
    """The description of another project's documents that fits this one."""
    if not isinstance(document, dict):
        return None
    inner = document.get("problem")
    shown = inner if isinstance(inner, dict) else document
    for family in families():
        for found in family.foreign:
            if found.keys[0] in shown and all(map(shown.__contains__, found.keys)):
                return found
    return None


def answer_reader(document: object) -> Dotted[kinds.StoredAnswers] | None:
    """Who makes predictions of a document that is an answer in a format of ours."""
    known = document.get("format") if isinstance(document, dict) else None
    if known is None:
        return None
    answers = (family.answers.get(str(known)) for family in families())
    return next((reader for reader in answers if reader is not None), None)


def is_companion(document: object) -> bool:
    """Is this no problem, but something that a problem beside it makes use of?"""
    keys = {key for family in families() for key in family.companions}
    return isinstance(document, dict) and "format" not in document and bool(keys & document.keys())


def format_readers() -> dict[str, tuple[Family, Dotted[kinds.Reader]]]:
    """Our formats: the family and the reader of each."""
    readers: dict[str, tuple[Family, Dotted[kinds.Reader]]] = {}
    for family in families():  # those of the house first: nobody else reads their formats
        for name, reader in family.formats.items():
            readers.setdefault(name, (family, reader))
    return readers


def mistaken_for(document: dict[str, object]) -> str | None:
    """The nature of a document without a known format, where a key gives it away: "this is …"."""
    known = dict(_MISTAKEN)
    for family in families():
        known |= {
            key: text.removesuffix(", not a problem") for key, text in family.mistaken.items()
        }
    return next((text for key, text in known.items() if key in document), None)


def _unloaded() -> str | None:
    """Who may have meant to read a format, and is not asked."""
    from symcause.plugins import passed_over  # loaded when it is needed

    for name, home in passed_over(FAMILIES).items():
        return (
            f"the package {home} brings a family {name}, which is not loaded: "
            "one of symcause's own has this name"
        )
    return None


def _reader(document: dict[str, object]) -> Dotted[kinds.Reader | kinds.ForeignReader]:
    """The reader of the document's format."""
    known, ours = document.get("format"), format_readers()
    if isinstance(known, str) and known in ours:
        return ours[known][1]
    if isinstance(known, str) and known.startswith("symcause.certificate/"):
        raise ProblemError(
            f"{_MISTAKEN['claim']}, not a problem", remedy="give the file of the problem"
        )
    if known is not None:
        raise ProblemError(
            "unknown format",
            place="format",
            value=known,
            remedy=_unloaded() or did_you_mean(str(known), ours),
        )
    found = foreign_of(document)
    if found is not None:
        return found.reader
    kind = mistaken_for(document)
    if kind is not None:
        raise ProblemError(f"{kind}, not a problem", remedy="give the file of the problem")
    raise ProblemError(
        "the key 'format' is missing",
        remedy=f'a problem says "format": "{next(iter(ours))}", or another that symcause schema lists',
    )
