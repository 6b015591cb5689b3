"""The layout of a suite's folder: where every file of it lies."""

from __future__ import annotations

MANIFEST = "manifest.json"
RECIPE = "suite.toml"
CARD = "README.md"
DATASHEET = "DATASHEET.md"
CROISSANT = "croissant.json"
PAGE = "index.html"
NUMBERS = "tables/baselines.csv"
DIFFICULTY = "tables/difficulty.csv"
KEY = "evaluator/key"
ANSWERS = "evaluator/baselines.jsonl"
IDS = "evaluator/ids.jsonl"
CANONICAL = "evaluator/canonical.jsonl"
BALANCE = "tables/balance.csv"
SHORTCUTS = "tables/shortcuts.csv"
PUBLIC = "public"

FORMAT = "symcause.suite-manifest/1"


def table(part: str, split: str) -> str:
    """The public problems of a part, in a split; from the folder ``public``."""
    return f"{part}/{split}.jsonl"


def public(path: str) -> str:
    """A path of the folder ``public``, from the suite's."""
    return f"{PUBLIC}/{path}"


def complete(part: str) -> str:
    """The complete problems of a part."""
    return f"evaluator/{part}/problems.jsonl"


def certificates(part: str) -> str:
    """The certificates about them."""
    return f"evaluator/{part}/certificates.jsonl"
