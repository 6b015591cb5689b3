"""Columns of tables: a key, a heading and a cell; a new one moves nothing that was there."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison import system_tables
from symcause.scoring.comparison.system_scores import SystemScores, flags
from symcause.scoring.comparison.system_tables import joined, pair_table
from symcause.scoring.group_columns import Keyed
from symcause.scoring.score_table import Table, integer, word

PAIR = ("a", "b")
BOOTSTRAP = Bootstrap(20, 1)


def compared(strata: int, seed: int = 3) -> SystemScores:
    """Two systems on twenty problems in so many settings."""
    rng, scores = random.Random(seed), SystemScores(flags(right="Right", valid="Valid"), "Setting")
    for place in range(20):
        stratum = f"s{place % strata}"
        for system in PAIR:
            row = {"right": rng.random() < 0.5, "valid": rng.random() < 0.8}
            scores.take(system, f"p{place}", row, stratum=stratum)
    return scores


def wider(table: Table) -> Table:
    """The table with one more column at its end."""
    rows = tuple((*row, integer(7)) for row in table.rows)
    keys = (*table.keys, "seven")
    return replace(table, columns=(*table.columns, "Seven"), rows=rows, keys=keys)


def test_a_new_column_of_systems_loses_no_row_of_the_joined_table() -> None:
    """One family has settings, the other has none: the rows of both are there, with the new column."""
    tables = {"boolean": compared(1), "linear": compared(2)}
    found = {name: pair_table(own, BOOTSTRAP, PAIR) for name, own in tables.items()}
    before = joined(found)
    assert [row[0].shown for row in before.rows] == ["boolean"] * 2 + ["linear"] * 2
    after = joined({name: wider(table) for name, table in found.items()})
    assert [row[0].shown for row in after.rows] == [row[0].shown for row in before.rows]
    assert after.columns == (*before.columns, "Seven")
    assert after.rows == tuple((*row, integer(7)) for row in before.rows)


@pytest.mark.parametrize("at", [0, 4, len(system_tables.COLUMNS)])
def test_a_column_of_systems_is_added_in_one_place(
    at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it stands, tables of one family and joined ones have it, and everything else as it was."""
    tables = {"boolean": compared(1), "linear": compared(3)}
    plain = {name: pair_table(own, BOOTSTRAP, PAIR) for name, own in tables.items()}
    seven = Keyed[system_tables.Found]("seven", "Seven", lambda _: integer(7))
    more = (*system_tables.COLUMNS[:at], seven, *system_tables.COLUMNS[at:])
    monkeypatch.setattr(system_tables, "COLUMNS", more)
    found = {name: pair_table(own, BOOTSTRAP, PAIR) for name, own in tables.items()}
    for name, table in {**found, "both": joined(found)}.items():
        place = table.place("seven")
        assert place is not None and all(row[place].value == 7 for row in table.rows)
        assert table.without("seven").rows == ({**plain, "both": joined(plain)}[name]).rows


def test_columns_are_found_by_key_or_by_heading() -> None:
    two, one = (pair_table(compared(n), BOOTSTRAP, PAIR) for n in (2, 1))
    assert two.place(system_tables.STRATUM) == two.place("Setting") == 0
    assert one.place(system_tables.STRATUM) is None and one.place("difference") == 7
    assert {row[0].value for row in two.where("stratum", "s1").rows} == {"s1"}
    assert one.where("stratum", "s1") == one == one.without("stratum")
    assert two.without("stratum").columns == one.columns


def test_a_row_has_one_cell_for_each_column() -> None:
    with pytest.raises(ValueError, match="one cell for each column"):
        Table("t", "T", ("Model", "n"), ((word("a"),),), "answers")
