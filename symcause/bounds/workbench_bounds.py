"""Bounds on the workbench: how far it goes, and why not farther."""

from __future__ import annotations

from symcause.bounds import bound

SHELF_FILES = bound(20_000, "files", "Files of all folders that the page is opened on.")
SHELF_ITEMS = bound(5_000, "problems", "Problems of one file that are listed.")
OFFERED_ACTIONS = bound(
    60, "actions", "Actions that a page offers as buttons; others can be typed."
)
REQUEST_BYTES = bound(4_000_000, "bytes", "Most bytes of a request.")
TABLE_RUNS = bound(20_000, "runs", "Runs of all files that the table lists.")
CURVE_POINTS = bound(60, "steps of an episode", "Steps of an episode that a small curve has.")
ALIKE_FILES = bound(10_000, "files", "Saved files of one name, told apart by numbers.")
LEDGER_BYTES = bound(64 * 1024 * 1024, "bytes", "Most bytes of a saved file that grows.")
CONNECTIONS = bound(200, "connections", "Connections at a time; more are turned away.")
STUDY_PROBLEMS = bound(500, "problems", "Problems of one study.")
WAITING_TASKS = bound(32, "tasks", "Tasks that may wait for a child; more are turned away.")
