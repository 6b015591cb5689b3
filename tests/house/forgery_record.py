"""The record of forgeries: which checks of the verifiers they meet, and which they alone hold up.

``python -m tests.house.forgery_record`` loads the verifiers with marks (:mod:`.check_sites`), verifies
every forgery, and then once more with each check that spoke switched off. Written as JSON, for every
check that is held up: ``accepted``, if some forgery is accepted without it; ``otherwise``, if one is
refused in other words; ``bound``, if it is a bound that a forgery meets.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from tests.house.check_sites import Watched

if TYPE_CHECKING:
    from tests.forgery import Draft, Table

TABLES = {
    "boolean": "tests.boolean.certify.forgery_table",
    "cpt": "tests.cpt.forgery_table",
    "finite": "tests.finite.forgery_table",
    "linear": "tests.linear.certify.forgery_table",
    "statements": "tests.statements.forgery_table",
    "scenario": "tests.scenario.certify.forgery_table",
    "shapeworld": "tests.shapeworld.certify.forgery_table",
    "textgraph": "tests.textgraph.certify.forgery_table",
}
"""Where the forgeries of a family are."""


def record(watched: Watched, table: Table) -> dict[str, str]:
    """Each check that is held up, with what becomes of a forgery without it."""
    met: dict[str, str] = {}
    for forgery in table.forgeries:
        watched.heard.clear()
        told = answered(table, table.forged(forgery))
        if forgery.beyond:  # without the bound there is no end
            met.setdefault(watched.heard[-1], "bound")
            continue
        for check in sorted(set(watched.heard)):
            if met.get(check) == "accepted":
                continue
            watched.silent = check
            without = answered(table, table.forged(forgery))
            watched.silent = None
            if without != told and not forgery.gap:
                met[check] = "accepted" if without.startswith("True") else "otherwise"
    return met


def answered(table: Table, draft: Draft) -> str:
    """The verdict in words, or the error that ends it."""
    try:
        answer = table.verdict(draft)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return f"{answer.accepted}: {answer.reason} {answer.scope}"


def main(names: list[str]) -> None:
    """The record of these families, or of all."""
    watched = Watched()
    watched.install()
    met: dict[str, str] = {}
    for name in names or TABLES:
        table: Table = import_module(TABLES[name]).TABLE
        found = record(watched, table)
        met |= {k: v for k, v in found.items() if met.get(k) != "accepted"}
    json.dump(met, sys.stdout, indent=0)


if __name__ == "__main__":
    main(sys.argv[1:])
