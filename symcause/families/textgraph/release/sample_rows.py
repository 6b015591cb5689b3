"""Sample rows of the textgraph release (ReCITE): published samples, read as text graphs.

``id``, ``nodes``, ``edges`` and ``node_explicitness`` make the graph, ``input_text`` is the text; all other
columns are metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from math import isfinite

from symcause.errors import ProblemError, SymcauseError
from symcause.families.textgraph.files.decimal_ids import decimal_id
from symcause.families.textgraph.files.table_files import columns
from symcause.families.textgraph.models.digraph import Edge
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.formats.metadata import check_id, plain_metadata
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.strict_json import exact_decimal
from symcause.formats.struct_decoder import mismatch

_LISTS = ("nodes", "edges", "domains", "node_explicitness")
_NUMBERS = ("num_nodes", "num_edges", "explicitness")
_OWN = ("id", "nodes", "edges", "node_explicitness", "input_text")


def read_sample(document: object, file: str | None = None) -> TextGraph:
    """The problem in one published row."""
    try:
        if not isinstance(document, dict):
            raise mismatch("an object", document, "")
        row = columns(document, *_LISTS)
        sample = Placed(row)
        text = sample["input_text"]
        return TextGraph.of(
            check_id(sample_id(document) or ""),
            sample["nodes"].texts(),
            [_edge(edge) for edge in sample["edges"].parts()],
            node_explicitness=_explicitness(sample["node_explicitness"]),
            text=text.text() if text else None,
            metadata=_metadata(row),
        )
    except SymcauseError as error:
        raise error.at(file=file) from None


def sample_id(document: object) -> str | None:
    """The id of a row: a number or text, compared by its digits."""
    found = document.get("id") if isinstance(document, Mapping) else None
    return decimal_id(found)


def _edge(edge: Placed) -> Edge:
    if isinstance(edge.value, list):
        ends = edge.texts()
        if len(ends) != 2:
            raise mismatch("a source and a target", edge.value, edge.place)
        return ends[0], ends[1]
    return edge["source"].text(), edge["target"].text()


def _explicitness(labels: Placed) -> dict[str, int]:
    if not labels:
        return {}
    return {name: _label(label) for name, label in labels.entries().items()}


def _label(label: Placed) -> int:
    value = label.value
    if isinstance(value, float | Decimal) and isfinite(value) and value == int(value):
        return int(value)
    return label.integer()


def _metadata(row: Mapping[str, object]) -> dict[str, object]:
    """The other columns that are filled; numbers that a CSV file holds as text become numbers."""
    values = {key: value for key, value in row.items() if key not in _OWN and value is not None}
    numbers = {key: _number(values[key], key) for key in _NUMBERS if key in values}
    return plain_metadata({**values, **numbers})


def _number(value: object, key: str) -> int | float:
    number = exact_decimal(str(value))
    if number is None or number.is_infinite() or number.is_snan():
        raise ProblemError("expected a number", place=key, value=value)
    whole = number == number.to_integral_value()
    return int(number) if whole and key != "explicitness" else float(number)
