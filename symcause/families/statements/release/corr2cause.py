"""Corr2Cause, the release of statements: CSV and JSON with premise, hypothesis, label or relation.

Corr2Cause++ has a ``query`` with both and compelled edges beside it. A sentence that is not understood is
the error of its item. Items without an id are called by their file and their number in it, from 0 on, as
releases count them.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping

from symcause.errors import ProblemError, SymcauseError
from symcause.families.statements.problem.hypothesis_sentences import read_hypothesis
from symcause.families.statements.problem.premise_sentences import read_premise
from symcause.families.statements.problem.problem import (
    ENTAILED,
    FORCED,
    IMPOSSIBLE,
    OPEN,
    SENTENCE,
    SENTENCE_READING,
    Gold,
    StatementsProblem,
)
from symcause.formats.json_text import decode_text
from symcause.formats.metadata import check_id
from symcause.formats.pools.item_keys import file_stem, item_key
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import Source

SOURCE = "source"
"""Key of metadata: which of the releases an item is of."""

CORR2CAUSE, PLUS = "Corr2Cause", "Corr2Cause++"

_RELATIONS = {"entailment": ENTAILED, "neutral": OPEN, "contradiction": IMPOSSIBLE}
_PREMISE, _HYPOTHESIS = "Premise:", "Hypothesis:"


def csv_documents(source: Source) -> Iterator[Document]:
    """The rows of a CSV file as documents."""
    table = csv.DictReader(_lines(source), strict=True)
    number = 0
    try:
        for number, row in enumerate(table):
            label = f"{source.file}:{table.line_num}"
            if None in row or None in row.values():
                broken = ProblemError("too many or too few values", file=label)
                yield Document(None, label, error=broken)
            else:
                yield Document({"id": f"{file_stem(source.file)}-{number}", **row}, source.file)
    except csv.Error as error:
        raise ProblemError(
            f"no CSV: {error}", file=source.file, place=f"line {table.line_num}"
        ) from None


def _lines(source: Source) -> Iterator[str]:
    for line in source.lines():
        if isinstance(line, SymcauseError):
            raise line.at(file=source.file)
        yield decode_text(line, file=source.file)


def read_item(
    document: Mapping[str, object], file: str | None = None, place: str = ""
) -> StatementsProblem:
    """An item with ``input`` and ``label``."""
    return _read(document, "input", file, place, CORR2CAUSE)


def read_query(
    document: Mapping[str, object], file: str | None = None, place: str = ""
) -> StatementsProblem:
    """An item of Corr2Cause++."""
    forced = document.get("forced_edges")
    more = {} if forced is None else {FORCED: _pairs(forced)}
    return _read(document, "query", file, place, PLUS, more)


def read_nli(
    document: Mapping[str, object], file: str | None = None, place: str = ""
) -> StatementsProblem:
    """An item of three classes: premise, hypothesis, relation."""
    relation = document.get("relation")
    if not isinstance(relation, str) or relation not in _RELATIONS:
        known = ", ".join(_RELATIONS)
        raise ProblemError(
            "unknown relation", place="relation", value=relation, remedy=f"it is {known}"
        )
    both = (_text(document, "premise"), _text(document, "hypothesis"))
    named = document.get("id")
    key = named if isinstance(named, str) else item_key(file, place, document)
    return _problem(key, *both, _RELATIONS[relation], {SOURCE: CORR2CAUSE})


def _read(
    document: Mapping[str, object],
    key: str,
    file: str | None,
    place: str,
    source: str,
    more: Mapping[str, object] | None = None,
) -> StatementsProblem:
    text = _text(document, key)
    premise, between, hypothesis = text.partition(_HYPOTHESIS)
    if not between or not premise.lstrip().startswith(_PREMISE):
        raise ProblemError(
            "neither 'Premise: … Hypothesis: …'", place=key, value=text, remedy="both are needed"
        )
    named = item_key(file, place, document)
    pair = premise.strip().removeprefix(_PREMISE).strip(), hypothesis.strip()
    return _problem(named, *pair, _label(document.get("label")), {SOURCE: source, **(more or {})})


def _problem(
    key: str, premise: str, hypothesis: str, gold: Gold | None, metadata: dict[str, object]
) -> StatementsProblem:
    said, asked = read_premise(premise), read_hypothesis(hypothesis)
    metadata[SENTENCE] = " ".join(hypothesis.split())
    if asked.by_itself is not None:
        metadata[SENTENCE_READING] = asked.by_itself
    return StatementsProblem(
        id=check_id(key),
        variables=said.variables,
        independent=said.independent,
        dependent=said.dependent,
        hypothesis=asked.hypothesis,
        gold=gold,
        metadata=metadata,
    )


def _text(document: Mapping[str, object], key: str) -> str:
    text = document.get(key)  # a document may be told by the keys of the problem in it
    if not isinstance(text, str):
        raise ProblemError("expected text", place=key, value=text)
    return text


def _label(value: object) -> int | None:
    """0 or 1, as a number or as the text of a CSV file has it; nothing where there is none."""
    if value in (None, ""):
        return None
    if isinstance(value, bool) or str(value) not in ("0", "1"):
        raise ProblemError("not a label", place="label", value=value, remedy="a label is 0 or 1")
    return int(str(value))


def _pairs(forced: object) -> list[list[str]]:
    """The stored compelled edges: pairs of names, or texts such as ``A -> B``."""
    pairs = []
    for at, edge in enumerate(forced if isinstance(forced, list) else [forced]):
        ends = re.split(r"\s*-+>\s*", edge) if isinstance(edge, str) else edge
        if not isinstance(ends, list) or [type(end) for end in ends] != [str, str]:
            raise ProblemError("not an edge", place=f"forced_edges[{at}]", value=edge)
        pairs.append([str(end).strip() for end in ends])
    return pairs
