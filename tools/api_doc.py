"""What the docstrings of the written functions say besides their options, in the sections of numpydoc.

The options' own texts stand where the options are declared. The examples are run by a test.
"""

from __future__ import annotations

from typing import NamedTuple


class Doc(NamedTuple):
    """A function: its summary, what is given by place, the result, what it raises, and an example."""

    said: str
    result: str
    example: str
    given: tuple[tuple[str, str, str], ...] = ()
    raises: tuple[tuple[str, str], ...] = ()
    see: tuple[tuple[str, str], ...] = ()
    references: tuple[str, ...] = ()
    notes: str = ""
    asks: str = "this question"


PROBLEM = ("problem", "", "From :func:`symcause.load`, :func:`symcause.example` or a generator.")
GRAPH = ("problem", "", "A problem; a graph of networkx or a :class:`symcause.DAG` will do.")
ANSWER = "A model, a mapping of mechanisms, or the raw text of a system."

ASKED = (
    ("KindError", "An argument has the wrong type; a KindError is also a UsageError."),
    ("UsageError", "The family does not answer {asks}, or an option is unknown or not valid."),
)

COUNTING = "Batzoglou 2026, arXiv:2605.08197 (ReplaySCM)."
VERSION_SPACES = "Mitchell 1982, Generalization as search (version spaces)."
