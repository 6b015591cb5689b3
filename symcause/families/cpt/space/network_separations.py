"""Separations of two networks: what tells them apart, the query first, then the tables that differ."""

from __future__ import annotations

from collections.abc import Iterator

from symcause.audits.space import Separation
from symcause.families.cpt.documents.question_documents import fraction
from symcause.families.cpt.files.network_tables import shown_network
from symcause.families.cpt.space.network_space import Member

QUERY = "query"
"""What is read first: the value that the problem asks for."""


def separations(first: Member, second: Member) -> Iterator[Separation]:
    """What one may read to tell two networks apart: the query, then tables in the order of the first.

    Both were executed when they were opened: the value of the query is that of the network.
    """
    if first.value != second.value:
        yield _read(QUERY, first, second, fraction(first.value), fraction(second.value))
    tables = shown_network(first.network), shown_network(second.network)
    for key, entry in tables[0].items():
        if entry != tables[1].get(key):
            yield _read(key, first, second, str(entry), str(tables[1].get(key)))


def _read(
    key: str, first: Member, second: Member, one: str | None, other: str | None
) -> Separation:
    return Separation({"read": key}, first, second, ({key: one}, {key: other}))
