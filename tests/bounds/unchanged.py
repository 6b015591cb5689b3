"""Bounds that decide how an answer is found and not what it is, each with a sample that meets it."""

from __future__ import annotations

from typing import NamedTuple

from tests.bounds.samples import COMMAND


class Unchanged(NamedTuple):
    """With a bound of *at* the answer about a problem is the same, and the bound has decided something."""

    problem: str
    question: str
    at: int


UNCHANGED: dict[str, Unchanged] = {
    "mechanisms.PLACED_ROOT_SETS": Unchanged("plain", "solve", 0),
    "mechanisms.COSTED_SETS": Unchanged("plain", "audit", 0),
    "mechanisms.TALLIED_SETS": Unchanged("plain", "audit", 0),
    "solvers.SMALL_COMPONENT": Unchanged("plain", "count", 0),
    "solvers.KNOWN_NODES": Unchanged("plain", "audit", 0),
    "solvers.SUMMED_PARENTS": Unchanged("plain", "count", 0),
    "solvers.COMPARED_PARENTS": Unchanged("plain", "solve", 0),
    "solvers.UNPLANNED_NODES": Unchanged("plain", "audit", 0),
    "solvers.HITTING_CASES": Unchanged("ambiguous", "disambiguate", 0),
    "solvers.HITTING_ELEMENTS": Unchanged("ambiguous", "disambiguate", 0),
    "boolean.SHORTCUTS_TOGETHER": Unchanged("plain", "audit", 0),
    "boolean.ADDITION_DEMANDS": Unchanged("holes", "disambiguate", 0),
    "boolean.DEMANDED_INPUT_SETS": Unchanged("unique", "disambiguate", 0),
    "boolean.WORLD_COUNTS": Unchanged("unique", "audit", 0),
    "boolean.KEPT_SPACES": Unchanged("plain", "next", 0),
    "boolean.GAP_PROBES": Unchanged("unique", "disambiguate", 0),
    "boolean.LACKING_PATTERNS": Unchanged("corner", "disambiguate", 0),
    "boolean.CLONE_VARIABLES": Unchanged("plain", "audit", 0),
    "boolean.INDEXED_TABLES": Unchanged("plain", "solve", 0),
    "boolean.FEW_TABLES": Unchanged("plain", "audit", 0),
    "boolean.UNSORTED_TABLES": Unchanged("plain", "solve", 0),
    "boolean.FEW_CANDIDATES": Unchanged("plain", "count", 0),
    "boolean.STATE_CANDIDATES": Unchanged("plain", "count", 0),
    "boolean.PROJECTED_TABLES": Unchanged("plain", "count", 0),
    "boolean.FEW_STATES": Unchanged("plain", "count", 0),
    "boolean.MAX_CELLS": Unchanged("plain", "audit", 0),
    "boolean.ASKED_PARENTS": Unchanged("unique", "audit", 0),
    "boolean.ASKED_NODES": Unchanged("unique", "audit", 0),
    "mechanisms.KEPT_OUTPUTS": Unchanged("unate", "audit", 0),
    "solvers.KEPT_OPTIONS": Unchanged("fractions", "disambiguate", 0),
    "solvers.KEPT_INVERSES": Unchanged("rounded", "audit", 0),
    "linear.MOVED_DRAWS": Unchanged("fractions", "next", 1),
    "mechanisms.KEPT_PATTERNS": Unchanged("lock", "count", 0),
    "linear.MOST_BOXES": Unchanged("rounded", "next", 0),
    "linear.REFUTED_PARENTS": Unchanged("rounded", "next", 0),
    "linear.GAP_PARENTS": Unchanged("rounded", "next", 0),
    "linear.SHORT_RANGE": Unchanged("rounded", "next", 0),
    "linear.MOST_CORNERS": Unchanged("rounded", "next", 1),
    "scenario.ROOT_BOXES": Unchanged("boats", "solve", 0),
    "scenario.STATE_ROWS": Unchanged("boats", "solve", 0),
    "scenario.CHANCE_BITS": Unchanged("boats", "solve", 0),
    "shapeworld.WHOLE_SHAPES": Unchanged("world", "count", 0),
    "shapeworld.NONCOVER_SHAPES": Unchanged("world", "count", 0),
    "shapeworld.KEPT_STARTS": Unchanged("world", "count", 0),
    "shapeworld.PROVED_SHAPES": Unchanged("world", "audit", 0),
    "shapeworld.SEPARATION_STATES": Unchanged("world", "alternatives", 0),
    "statements.KEPT_DAG_LISTS": Unchanged("statements", "count", 0),
    "families/boolean/files/mechanism_maps._SHORT": Unchanged(
        COMMAND, "verify examples/ambiguous.json made/ambiguous.proof.json --json", 0
    ),
    "mechanisms.KEPT_COLUMNS": Unchanged(
        COMMAND, "play examples/corner.json --agent greedy --seed 1 --json", 0
    ),
    "reports.SWAPPED_POINTS": Unchanged(
        COMMAND, "audit examples/unique.json --figure figure.svg", 0
    ),
    "reports.WHOLE_MEMBERS": Unchanged(COMMAND, "audit examples/world.json --html page.html", 0),
    "scenario.BREACH_DESIGNS": Unchanged(COMMAND, "audit examples/boats.json --full", 0),
    "scenario.SWEPT_NUMBERS": Unchanged(COMMAND, "audit examples/boats.json --full", 0),
    "scenario.HISTORY_STATES": Unchanged(COMMAND, "audit examples/boats.json --full", 0),
    "scenario.PAIRED_VALUES": Unchanged(COMMAND, "audit examples/boats.json --full", 0),
    "statements.KEPT_PREMISES": Unchanged(COMMAND, "audit examples/statements.json --full", 0),
    "cli.STORED_PROBLEMS": Unchanged(
        COMMAND,
        "score examples/pool.jsonl examples/predictions.jsonl --slide talk.svg --bootstrap 20",
        0,
    ),
    "reports.LADDER_PANELS": Unchanged(
        COMMAND,
        "score examples/pool.jsonl examples/predictions.jsonl --slide talk.svg --bootstrap 20",
        0,
    ),
    "solvers.PAIRWISE_LITERALS": Unchanged(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json", 0
    ),
    "textgraph.FEW_PAIRS": Unchanged(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json", 0
    ),
    "textgraph.PROGRAMME_MATCHES": Unchanged(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json", 0
    ),
    "textgraph.SPELLED_PAIRS": Unchanged(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json", 0
    ),
    "textgraph.NAME_EXCHANGES": Unchanged(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json", 0
    ),
    "textgraph.PROOF_ROWS": Unchanged(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json", 0
    ),
    "textgraph.TINY_NODES": Unchanged(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json", 0
    ),
    "boolean.PLACE_LENGTH": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "boolean.TABLED_VARIABLES": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "boolean.ORDERED_VARIABLES": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "boolean.FUNNEL_ROOT_SETS": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "boolean.CACHED_LENGTH": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "boolean.REPEATED_LENGTH": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "boolean.REPLAY_ROOT_SETS": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "boolean.REPLAY_COLUMNS": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "boolean.NOTED_ANSWERS": Unchanged(
        COMMAND, "check examples/block-order.json examples/answers/block-order.good.json --json", 0
    ),
    "scenario.DECIMAL_DIGITS": Unchanged(
        COMMAND, "check examples/boats.json examples/answers/boats.open.json", 0
    ),
    "linear.TARGET_RETURNS": Unchanged(COMMAND, "disambiguate made/hold.jsonl --full", 0),
    "mechanisms.COLUMN_LOOKS": Unchanged(
        COMMAND, "score examples/ordered.json made/episodes/ordered.jsonl --json", 0
    ),
    "mechanisms.ROW_CLASSES": Unchanged(
        COMMAND, "score examples/ordered.json made/episodes/ordered.jsonl --json", 0
    ),
    "mechanisms.KEPT_COLUMN_ARRAYS": Unchanged(
        COMMAND, "score examples/ordered.json made/episodes/ordered.jsonl --json", 0
    ),
    "mechanisms.KEPT_COLUMN_SIGNS": Unchanged(
        COMMAND, "score examples/ordered.json made/episodes/ordered.jsonl --json", 0
    ),
    "shapeworld.PAIRED_SHAPES": Unchanged(
        COMMAND, "score made/shapes.jsonl --baselines --bootstrap 5 --json", 0
    ),
    "shapeworld.COUNTED_SHAPES": Unchanged(
        COMMAND, "score made/shapes.jsonl --baselines --bootstrap 5 --json", 0
    ),
    "statements.KEPT_HYPOTHESES": Unchanged(COMMAND, "alternatives examples/labels.jsonl", 0),
    "statements.KEPT_SENTENCES": Unchanged(COMMAND, "alternatives examples/labels.jsonl", 0),
    "boolean.KEPT_FUNCTIONS": Unchanged(
        COMMAND, "solve examples/ambiguous.json --prefer uniform --seed 3 --json", 0
    ),
    "linear.CHOICE_STEPS": Unchanged(
        COMMAND, "play made/do.jsonl --agent greedy --seed 1 --json", 0
    ),
    "boolean.ARRAY_VARIABLES": Unchanged(
        COMMAND, "play examples/ordered.json --agent greedy --seed 3 --json", 0
    ),
    "boolean.ARRAY_SETS": Unchanged(
        COMMAND, "play examples/ordered.json --agent greedy --seed 3 --json", 0
    ),
    "boolean.DIFFERENCE_CANDIDATES": Unchanged(
        COMMAND, "play examples/ordered.json --agent greedy --seed 3 --json", 0
    ),
    "linear.RATIONAL_SITUATIONS": Unchanged(
        COMMAND, "play made/linear.jsonl --agent greedy --seed 1 --json", 0
    ),
    "linear.POLICY_STEPS": Unchanged(
        COMMAND, "play made/linear.jsonl --agent greedy --seed 1 --json", 0
    ),
    "mechanisms.KEPT_TABLES": Unchanged(COMMAND, "generate finite --seed 1", 0),
}
