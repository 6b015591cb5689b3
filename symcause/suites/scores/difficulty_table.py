"""The difficulty table of the scores of suites: how large the problems of every part are.

Measures are whole numbers of what everybody sees, and the length of the shortest proof at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from symcause.formats.pools.problem_writer import one_line
from symcause.scoring.group_columns import table_of
from symcause.scoring.score_table import Cell, Table, integer, word
from symcause.suites.folder.suite import Entry, Suite

_NOTE = (
    "Measures of the problems of all splits: what a prompt and a certificate take, and sizes that "
    "everybody sees; of an even number the median is the lower of the two"
)

PROMPT, PROOF = "characters of the prompt", "characters of the certificate"


def difficulty_table(suite: Suite, prompts: Mapping[str, int]) -> Table:
    """Least, median and largest of every measure; *prompts* are the lengths, by public id."""
    rows = []
    for part in suite.recipe.parts:
        for measure, values in _measures(suite.by_part[part.name], prompts):
            values.sort()
            ends = values[0], values[(len(values) - 1) // 2], values[-1]
            rows.append((part.name, measure, (len(values), *ends)))
    columns: tuple[tuple[str, Callable[[Any], Cell]], ...] = (
        ("Part", lambda row: word(row[0])),
        ("Measure", lambda row: word(row[1])),
        ("Problems", lambda row: integer(row[2][0])),
        ("Least", lambda row: integer(row[2][1])),
        ("Median", lambda row: integer(row[2][2])),
        ("Largest", lambda row: integer(row[2][3])),
    )
    cells: list[Any] = [({}, row) for row in rows]
    return table_of("difficulty", "Difficulty", (), columns, cells, _NOTE)


def _measures(
    entries: Sequence[Entry], prompts: Mapping[str, int]
) -> Iterator[tuple[str, list[int]]]:
    if not entries:
        return
    yield PROMPT, [prompts[entry.id] for entry in entries]
    proofs = [entry.whole.certificate for entry in entries]
    if held := [len(one_line(dict(one))) for one in proofs if one is not None]:
        yield PROOF, held
    numbers: dict[str, list[int]] = {}
    for entry in entries:
        for fact, value in entry.whole.facts.items():
            if value.isdecimal():
                numbers.setdefault(fact.replace("_", " "), []).append(int(value))
    yield from ((fact, numbers[fact]) for fact in sorted(numbers))
