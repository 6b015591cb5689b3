"""The results database of the textgraph release (SQLite): samples, responses, evaluations.

=========================  =======================================================================
``causal_graphs``          gold (``corrected_json``; rows without it are left out), domains, text
``benchmark_responses``    answers, by ``sample_id`` and ``task_type``
``benchmark_evaluations``  what judges said, by ``response_id``
=========================  =======================================================================

In the older form responses name the ``id`` of a graph (``causal_graph_id``) and their ``evaluation_type``,
and the text is ``md_unprocessed``. Rows are given as published rows are; rows that join with nothing are
left out, as the released programs leave them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from symcause.errors import ProblemError, SymcauseError
from symcause.families.textgraph.files.decimal_ids import decimal_id
from symcause.families.textgraph.files.table_files import MAGIC, columns
from symcause.families.textgraph.release.responses import DatabaseRow
from symcause.families.textgraph.release.sqlite_tables import Row, Tables, tables
from symcause.formats.json_text import read_json
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.pools.json_documents import Document
from symcause.formats.storage.byte_streams import STANDARD_INPUT, Source, opened
from symcause.formats.struct_decoder import mismatch

_GRAPHS, _RESPONSES, _JUDGED = "causal_graphs", "benchmark_responses", "benchmark_evaluations"
_LINKS = (("sample_id", "sample_id"), ("causal_graph_id", "id"))  # of a response, of its graph


def is_database(path: str | Path) -> bool:
    """Does a file begin as SQLite files do?"""
    if str(path) == STANDARD_INPUT or not Path(path).is_file():
        return False
    with opened(path) as source:
        return source.head().startswith(MAGIC)


def database_samples(source: Source) -> Iterator[Document]:
    """The samples with their gold graphs, as published rows."""
    with tables(source) as found:
        for place, name, row in _graphs(found):
            try:
                yield Document(_sample(name, row), source.file, place)
            except SymcauseError as error:
                yield Document(None, source.file, place, error.at(file=source.file, place=place))


def database_answers(source: Source) -> Iterator[Document]:
    """The responses to samples that have a gold graph, as published rows."""
    with tables(source) as found:
        known = {name for _, name, _ in _graphs(found)}
        for place, sample, row in _responses(found, "response_answer", "corrected_answer"):
            if sample in known:
                yield Document(DatabaseRow(row), source.file, place)


def database_evaluations(source: Source) -> Iterator[Document]:
    """The evaluations, each with the sample, model and task of its response."""
    with tables(source) as found:
        if _JUDGED not in found:
            return
        about = {
            decimal_id(row["id"]): {key: row[key] for key in ("sample_id", "model", "task_type")}
            for _, _, row in _responses(found)
        }
        wanted = ("response_id", "evaluator_type", "score", "evaluation_answer")
        for number, row in enumerate(found.rows(_JUDGED, wanted)):
            response = about.get(decimal_id(row["response_id"]))
            if response is not None:
                score = 0.0 if row["score"] is None else row["score"]  # as released
                value = {**row, **response, "score": score}
                yield Document(value, source.file, f"{_JUDGED}[{number}]")


def _graphs(found: Tables) -> Iterator[tuple[str, str, Row]]:
    """Place, id and row of every sample with gold; one that stands again alike is passed over."""
    own = _link(found)[1]
    seen: dict[str, object] = {}
    wanted = (own, "corrected_json", "domains", "input_text", "md_unprocessed")
    for number, row in enumerate(found.rows(_GRAPHS, wanted)):
        name, gold = decimal_id(row[own]), row["corrected_json"]
        if name is None or not gold:
            continue
        if name not in seen:
            seen[name] = gold
            yield f"{_GRAPHS}[{number}]", name, row
        elif seen[name] != gold:
            raise ProblemError("two gold graphs of one sample", place=_GRAPHS, value=name)


def _responses(found: Tables, *wanted: str) -> Iterator[tuple[str, str, Row]]:
    """Place, sample and row of every response, under the names of published rows."""
    link = _link(found)[0]
    names = ("id", link, "model", "task_type", "evaluation_type", *wanted)
    for number, row in enumerate(found.rows(_RESPONSES, names)):
        task = row["task_type"] if row["task_type"] is not None else row["evaluation_type"]
        sample = decimal_id(row[link])
        if sample is not None:
            value: Row = {**row, "sample_id": sample, "task_type": task}
            yield f"{_RESPONSES}[{number}]", sample, value


def _link(found: Tables) -> tuple[str, str]:
    """How responses name their graphs: the newer form first."""
    for theirs, ours in _LINKS:
        if _RESPONSES not in found or theirs in found.columns(_RESPONSES):
            return theirs, ours
    raise ProblemError("responses name no graph", place=_RESPONSES, remedy="a column sample_id")


def _sample(name: str, row: Mapping[str, object]) -> dict[str, object]:
    gold = row["corrected_json"]
    if not isinstance(gold, str):
        raise mismatch("JSON text", gold, "corrected_json")
    edges = [_edge(edge) for edge in Placed(read_json(gold), "corrected_json").parts()]
    text = next((row[key] for key in ("input_text", "md_unprocessed") if row[key]), "")
    domains = columns(row, "domains")["domains"]
    return {
        "id": name,
        "nodes": sorted({end for edge in edges for end in edge.values()}),
        "edges": edges,
        "domains": domains if isinstance(domains, list) else [],
        "input_text": text if isinstance(text, str) else "",
    }


def _edge(edge: Placed) -> dict[str, str]:
    """An edge of gold: its target stands under ``sink`` or ``target``."""
    target = edge["sink"] if edge["sink"].value else edge["target"]
    return {"source": edge["source"].text(), "target": target.text()}
