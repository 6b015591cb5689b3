"""The suite page of the scores of suites: what a suite measures, and how far rules and systems come."""

from __future__ import annotations

from collections.abc import Sequence

from symcause.models.number_phrases import plural
from symcause.reports.page.score_page import tables_page
from symcause.scoring.score_table import Table
from symcause.suites.folder.suite import Suite

OPEN = "yes: anybody can make its true models again"
PRIVATE = "no: it was made with a secret key"


def suite_page(
    suite: Suite, tables: Sequence[Table], heading: str, facts: Sequence[tuple[str, str]] = ()
) -> str:
    """The page: its tables stand in it once more as files."""
    recipe = suite.recipe
    facts = [
        ("problems", f"{len(suite.entries):,} in {plural(len(recipe.parts), 'part')}"),
        *([("made by", recipe.about.creator)] if recipe.about.creator else []),
        *([("licence", recipe.about.license)] if recipe.about.license else []),
        ("open", OPEN if suite.key.is_open else PRIVATE),
        ("SHA-256 of its key", suite.key.sha256),
        *facts,
    ]
    name = f"{recipe.name} {recipe.version}"
    return tables_page(tables, source=name, title=name, heading=heading, facts=facts)
