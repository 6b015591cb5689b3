"""The number files in a suite's folder: its page, what baselines come to, and how large problems are."""

from __future__ import annotations

import json
from collections.abc import Mapping

from symcause.reports.table_formats import csv_of
from symcause.suites.folder import suite_layout as paths
from symcause.suites.folder.suite import Suite
from symcause.suites.scores.capability_table import capabilities, capability_table
from symcause.suites.scores.class_intervals import Resampling
from symcause.suites.scores.difficulty_table import difficulty_table
from symcause.suites.scores.stored_scores import stored_scores
from symcause.suites.scores.suite_page import suite_page


def number_files(suite: Suite, tables: Mapping[str, bytes]) -> dict[str, bytes]:
    """These files of the folder ``public``, whose *tables* have the prompts."""
    split, systems = suite.recipe.measured, stored_scores(suite)
    rows = list(capabilities(suite, systems, split, Resampling()))
    numbers = capability_table(rows, list(systems), split)
    difficulty = difficulty_table(suite, _lengths(tables))
    heading = f"{suite.recipe.name} {suite.recipe.version}: what baselines come to"
    page = suite_page(suite, (numbers, difficulty), heading)
    return {
        paths.PAGE: page.encode(),
        paths.NUMBERS: csv_of(numbers).encode(),
        paths.DIFFICULTY: csv_of(difficulty).encode(),
    }


def _lengths(tables: Mapping[str, bytes]) -> dict[str, int]:
    """How long every prompt is."""
    records = (json.loads(line) for data in tables.values() for line in data.splitlines())
    return {record["id"]: len(record["prompt"]) for record in records}
