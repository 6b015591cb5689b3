"""Answers that a bound makes weaker: the least bound with which a sample is answered in full."""

from __future__ import annotations

from typing import NamedTuple

from tests.bounds.samples import COMMAND


class Weakened(NamedTuple):
    """With a bound of *enough* the document of a problem and a question is whole, with one less it is not.

    Work in steps changes with every engine: there *enough* is None, and a bound of 0 is tried alone.
    """

    problem: str
    question: str
    enough: int | None = None


WEAKENED = {
    "boolean.MAX_SETS_IN_ALL": Weakened("ambiguous", "count", 55),
    "boolean.MAX_FITTING_IN_ALL": Weakened("ambiguous", "count", 10),
    "boolean.COUNTED_MEMBERS": Weakened("holes", "count", 14),
    "boolean.COUNTED_LEVELS": Weakened("holes and errors", "count", 1),
    "boolean.DECISION_MEMBERS": Weakened("holes", "audit", 14),
    "boolean.MOST_CLAUSES": Weakened("holes", "count"),
    "boolean.UNOBSERVED_ROOTS": Weakened("latent", "audit", 1),
    "boolean.DISTURBED_CHOICES": Weakened("holes", "audit", 1),
    "boolean.SORTED_MEMBERS": Weakened("errors", "audit", 7),
    "boolean.SYMBOLIC_BEHAVIOURS": Weakened("latent", "audit", 2),
    "boolean.PROFILE_SETS": Weakened("ambiguous", "audit", 80),
    "boolean.PROFILE_PARENTS": Weakened("ambiguous", "audit", 4),
    "boolean.PROFILE_MEMBERS": Weakened("holes", "audit", 14),
    "boolean.SUPPORT_PROBES": Weakened("ambiguous", "audit", 6),
    "boolean.REDUNDANCY_SETS": Weakened("ambiguous", "audit", 55),
    "boolean.COMPARED_SETS": Weakened("ambiguous", "audit", 12),
    "boolean.SHORTCUT_SETS": Weakened("ambiguous", "audit", 56),
    "boolean.HOLED_ANSWER_STEPS": Weakened("holes", "count"),
    "linear.COMPARED_GRAPHS": Weakened("fractions", "audit", 2),
    "linear.MAX_PAIRS": Weakened("fractions", "audit", 1),
    "linear.QUADRATIC_VALUES": Weakened("quadratic", "audit", 1),
    "linear.MOVED_VARIABLES": Weakened("fractions", "next", 3),
    "linear.AUDIT_STEPS": Weakened("rounded", "audit"),
    "linear.NEXT_STEPS": Weakened("fractions", "next"),
    "mechanisms.PLACEMENT_LOOKS": Weakened("ambiguous", "audit"),
    "mechanisms.PAIR_LOOKS": Weakened("ambiguous", "audit", 20),
    "mechanisms.DISTURBED_PATTERNS": Weakened("errors", "count", 27),
    "mechanisms.DISTURBED_BITS": Weakened("errors", "count"),
    "mechanisms.DISTURBED_ROOT_SETS": Weakened("hidden roots and errors", "count", 3),
    "mechanisms.LISTED_OUTCOMES": Weakened("holes", "next", 98),
    "cpt.CORNER_STEPS": Weakened("percentages 0", "audit"),
    "cpt.APPROACH_STEPS": Weakened("percentages 3", "audit"),
    "cpt.FAMILIES_TOGETHER": Weakened("percentages 3", "next", 1),
    "finite.SEPARATED_CELLS": Weakened("lock", "audit"),
    "finite.COVER_STEPS": Weakened("lock", "disambiguate"),
    "finite.ORDER_STEPS": Weakened("lock", "solve"),
    "finite.QUERY_STATES": Weakened("lock", "audit"),
    "finite.REPLAY_COMPLETIONS": Weakened("lamps", "audit"),
    "scenario.AUDIT_STEPS": Weakened("boats", "audit"),
    "scenario.EXACT_STATES": Weakened("boats", "audit"),
    "scenario.EVENT_TERMS": Weakened("boats", "audit"),
    "mechanisms.SURVIVING_SETS": Weakened("ambiguous", "disambiguate", 1),
    "mechanisms.WORLD_DEMANDS": Weakened("hidden-order", "disambiguate", 2),
    "mechanisms.DISTURBED_SETS": Weakened("plain", "audit", 12),
    "solvers.PLACED_ENTRIES": Weakened("plain", "audit", 16),
    "boolean.NAMED_CORNERS": Weakened("plain", "alternatives", 2),
    "boolean.WORLD_ROUNDS": Weakened("corner", "disambiguate", 1),
    "boolean.GOLD_CONTEXTS": Weakened("unique", "disambiguate", 29),
    "boolean.PROFILE_FITTING": Weakened("plain", "audit", 8),
    "boolean.SIZED_MEMBERS": Weakened("holes", "solve", 14),
    "boolean.MAX_ENDOGENOUS": Weakened("plain", "solve", 2),
    "solvers.SIMPLEX_STEPS": Weakened("rounded", "audit", 1),
    "linear.TARGET_DRAWS": Weakened("fractions", "disambiguate", 3),
    "linear.NEEDED_STEPS": Weakened("fractions", "disambiguate"),
    "mechanisms.TABLE_BITS": Weakened("lock", "count", 60),
    "mechanisms.LISTED_LOOKS": Weakened("lock", "count", 227),
    "linear.CONFLICT_STEPS": Weakened("integers", "audit"),
    "linear.LATTICE_STEPS": Weakened("integers", "count", 4),
    "scenario.FRACTION_LENGTH": Weakened("boats", "solve", 5),
    "scenario.TERM_BITS": Weakened("boats", "solve", 6),
    "shapeworld.POLICY_NODES": Weakened("shapes", "disambiguate", 1),
    "shapeworld.MAX_POSITIONS": Weakened("world", "next", 71),
    "families/shapeworld/problem/problem.MAX_STEPS": Weakened("shapes", "audit", 2),
    "scenario.MAX_RANGE": Weakened(
        COMMAND, "verify examples/boats.json made/boats.proof.json --json", 160
    ),
    "scenario.MAX_FLEET": Weakened(
        COMMAND, "verify examples/boats.json made/boats.proof.json --json", 100
    ),
    "families/boolean/verifier/claim/ambiguity.MAX_TARGETS": Weakened(
        COMMAND, "verify examples/ambiguous.json made/ambiguous.proof.json --json", 1
    ),
    "families/boolean/verifier/claim/local_evidence._MAX_ROW": Weakened(
        COMMAND, "verify examples/unique.json made/unique.proof.json --json", 23
    ),
    "families/boolean/verifier/model_check.MAX_NAMES": Weakened(
        COMMAND, "verify examples/ambiguous.json made/ambiguous.proof.json --json", 3
    ),
    "families/textgraph/verifier/certificate_reader._MAX_DENOMINATOR": Weakened(
        COMMAND, "verify examples/flood.txt made/flood.proof.json --json", 1000000000
    ),
    "cli.LARGEST_NUMBER": Weakened(
        COMMAND, "solve examples/ambiguous.json --all --limit 3 --json", 3
    ),
    "boolean.STORY_CORNERS": Weakened(COMMAND, "alternatives examples/ambiguous.json --full", 2),
    "boolean.SHOWN_EXPERIMENTS": Weakened(COMMAND, "next examples/ambiguous.json --full", 10),
    "cpt.TYPE_STEPS": Weakened("percentages 6", "solve"),
    "mechanisms.FIRST_DRAWS": Weakened(
        COMMAND, "play examples/corner.json --agent greedy --seed 1 --json", 4
    ),
    "mechanisms.PROMISING_EXPERIMENTS": Weakened(
        COMMAND, "play examples/corner.json --agent greedy --seed 1 --json", 4
    ),
    "reports.LAYOUT_SWEEPS": Weakened(COMMAND, "audit examples/unique.json --figure figure.svg", 8),
    "reports.BENT_POINTS": Weakened(COMMAND, "audit examples/unique.json --figure figure.svg", 2),
    "reports.CERTIFICATE_LENGTH": Weakened(
        COMMAND, "audit examples/unique.json --html page.html", 932
    ),
    "reports.FIXED_PIECES": Weakened(
        COMMAND, "alternatives examples/corner.json --html page.html", 4
    ),
    "reports.DRAWN_SPACES": Weakened(
        COMMAND, "alternatives examples/corner.json --html page.html", 1
    ),
    "reports.DRAWN_MEMBERS": Weakened(
        COMMAND, "alternatives examples/corner.json --html page.html", 8
    ),
    "reports.SWITCHES": Weakened(COMMAND, "alternatives examples/corner.json --html page.html", 1),
    "reports.TRIED_SWITCHES": Weakened(
        COMMAND, "alternatives examples/corner.json --html page.html", 5
    ),
    "audits.SHOWN_EXPERIMENTS": Weakened(COMMAND, "next examples/finite/lock.json --full", 11),
    "reports.DOT_ROWS": Weakened(COMMAND, "audit made/forks.txt --html page.html", 4),
    "reports.AXIS_ANSWERS": Weakened(COMMAND, "audit examples/world.json --html page.html", 7),
    "reports.DRAWN_EXPERIMENTS": Weakened(
        COMMAND, "audit examples/corner.json --html page.html", 6
    ),
    "reports.EXECUTED_MEMBERS": Weakened(
        COMMAND, "audit examples/corner.json --html page.html", 104
    ),
    "reports.WORDED_RESULTS": Weakened(COMMAND, "audit examples/corner.json --html page.html", 4),
    "reports.RESULT_LENGTH": Weakened(COMMAND, "audit examples/corner.json --html page.html", 21),
    "boolean.EDGE_REASON_SETS": Weakened(COMMAND, "audit examples/unique.json --html page.html", 3),
    "boolean.FORCING_STEPS": Weakened(COMMAND, "audit examples/unique.json --html page.html"),
    "boolean.PIECE_ROWS": Weakened(COMMAND, "audit examples/corner.json --html page.html", 3),
    "boolean.MARGIN_CELLS": Weakened(COMMAND, "audit examples/unique.json --html page.html", 2),
    "boolean.PAGE_INPUTS": Weakened(COMMAND, "audit examples/unique.json --html page.html", 2),
    "boolean.PAGE_MECHANISM_LENGTH": Weakened(
        COMMAND, "audit examples/unique.json --html page.html", 16
    ),
    "boolean.NAMED_PAIRS": Weakened(COMMAND, "audit examples/ambiguous.json --full", 1),
    "boolean.TABLE_MECHANISM_LENGTH": Weakened(COMMAND, "audit examples/unique.json --full", 16),
    "boolean.NAMED_CELLS": Weakened(COMMAND, "audit examples/unique.json --full", 2),
    "cpt.DRAWN_VARIABLES": Weakened(COMMAND, "audit examples/draft.json --html page.html", 4),
    "dag.SHOWN_EXPERIMENTS": Weakened(COMMAND, "next made/forks.txt --full", 3),
    "linear.REASON_READINGS": Weakened(COMMAND, "audit examples/crystal.json --html page.html", 5),
    "scenario.AVERAGED_DESIGNS": Weakened(COMMAND, "audit examples/boats.json --full", 12),
    "scenario.SWEEP_STEPS": Weakened(COMMAND, "audit examples/boats.json --html page.html"),
    "scenario.DRAWN_VALUES": Weakened(COMMAND, "audit examples/boats.json --html page.html", 2),
    "scenario.CONSIDERED_UNITS": Weakened(COMMAND, "audit examples/boats.json --full", 35),
    "shapeworld.MATRIX_SHAPES": Weakened(COMMAND, "audit examples/world.json --full", 4),
    "shapeworld.PAGE_MOMENTS": Weakened(COMMAND, "audit examples/shapes.json --html page.html", 3),
    "textgraph.SHOWN_EDGES": Weakened(COMMAND, "audit made/forks.txt --full", 1),
    "textgraph.NAME_LENGTH": Weakened(COMMAND, "audit made/forks.txt --html page.html", 1),
    "textgraph.NAMED_NODES": Weakened(COMMAND, "audit made/forks.txt --html page.html", 1),
    "textgraph.AGREED_NODES": Weakened(COMMAND, "audit made/forks.txt --html page.html", 5),
    "textgraph.AGREED_LINES": Weakened(COMMAND, "audit made/forks.txt --html page.html", 6),
    "reports.PANEL_ROWS": Weakened(
        COMMAND,
        "score examples/pool.jsonl examples/predictions.jsonl --slide talk.svg --bootstrap 20",
        12,
    ),
    "textgraph.PROOF_PAIRS": Weakened(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json", 16
    ),
    "textgraph.ALIGNMENT_STEPS": Weakened(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json"
    ),
    "textgraph.REWIRING_STEPS": Weakened(
        COMMAND, "align examples/flood.txt examples/flood.answer.txt --pairs all --json"
    ),
    "textgraph.BASELINE_EDGES": Weakened(
        COMMAND, "check examples/flood.txt examples/flood.answer.txt --html page.html", 4
    ),
    "textgraph.DISTANCE_NODES": Weakened(
        COMMAND, "check examples/flood.txt examples/flood.answer.txt --gold-errors 3 --json", 7
    ),
    "textgraph.OPTIMAL_LOOKS": Weakened(
        COMMAND, "check examples/flood.txt examples/flood.answer.txt --gold-errors 3 --json", 165
    ),
    "textgraph.ALLOWED_ERRORS": Weakened(
        COMMAND, "check examples/flood.txt examples/flood.answer.txt --gold-errors 3 --json", 3
    ),
    "boolean.OPEN_ERRORS": Weakened(
        COMMAND, "check examples/ordered.json examples/answers/ordered.refusal.txt --json", 1
    ),
    "boolean.STRIP_ROWS": Weakened(
        COMMAND, "check examples/unique.json examples/answers/unique.good.json --html page.html", 48
    ),
    "linear.RESIDUAL_ROWS": Weakened(
        COMMAND,
        "check examples/crystal.json examples/answers/crystal.wrong.json --html page.html",
        9,
    ),
    "linear.STORY_OBJECTIONS": Weakened(
        COMMAND, "check examples/crystal.json examples/answers/crystal.wrong.json", 7
    ),
    "reports.METADATA_LENGTH": Weakened(COMMAND, "audit made/hidden.jsonl --html page.html", 743),
    "reports.FINDING_LINES": Weakened(COMMAND, "audit made/hidden.jsonl --slide talk.svg", 1),
    "linear.MAX_REFINEMENTS": Weakened(
        COMMAND, "solve made/hidden.jsonl --all --limit 3 --json", 1
    ),
    "linear.HIDDEN_SETS": Weakened(COMMAND, "solve made/hidden.jsonl --all --limit 3 --json", 20),
    "solvers.PROGRAMME_ENTRIES": Weakened(
        COMMAND, "disambiguate examples/ambiguous.json --margin 2", 145
    ),
    "linear.PLANNED_MODELS": Weakened(
        COMMAND, "disambiguate made/integer.jsonl --adaptive --json", 1
    ),
    "linear.MAX_PLAN_NODES": Weakened(
        COMMAND, "disambiguate examples/crystal.json --adaptive --json", 1
    ),
    "shapeworld.POLICY_LINES": Weakened(COMMAND, "disambiguate examples/world.json --full", 77),
    "reports.CAPTION_LINES": Weakened(
        COMMAND, "score examples/world.json made/episodes/world.jsonl --html page.html", 1
    ),
    "reports.CURVE_STEPS": Weakened(
        COMMAND, "score examples/world.json made/episodes/world.jsonl --html page.html", 1
    ),
    "linear.ACTION_VALUE": Weakened(
        COMMAND, "play made/quadratic.jsonl --agent greedy --seed 1 --json", 90
    ),
    "linear.SHOWN_READING": Weakened(
        COMMAND, "play made/quadratic.jsonl --agent greedy --seed 1 --json", 11173
    ),
    "linear.RECORD_EDGES": Weakened(
        COMMAND, "score made/quadratic.jsonl --baselines --bootstrap 5 --json", 3
    ),
    "linear.STANDING_STEPS": Weakened(
        COMMAND, "play made/quadratic.jsonl --agent greedy --seed 1 --json"
    ),
    "shapeworld.GUESSED_SHAPES": Weakened(
        COMMAND, "score made/shapes.jsonl --baselines --bootstrap 5 --json", 4
    ),
    "reports.PAGE_STEPS": Weakened(
        COMMAND, "audit examples/boats.json --log made/episodes/boats.jsonl --html page.html", 8
    ),
    "reports.REPEATED_LINES": Weakened(
        COMMAND, "audit examples/boats.json --log made/episodes/boats.jsonl --html page.html", 3
    ),
    "scenario.FLOWN_FLEET": Weakened(
        COMMAND, "score examples/boats.json made/episodes/boats.jsonl --json", 100
    ),
    "scenario.HISTORY_UNITS": Weakened(
        COMMAND, "score examples/boats.json --baselines --bootstrap 5 --json", 40
    ),
    "kernel/work.MEGABYTES": Weakened(
        COMMAND, "verify examples/boats.json made/boats.proof.json --json", 1
    ),
    "renderings.NAME_STEPS": Weakened(
        COMMAND, "prompt examples/unique.json --theme city --style dialogue --names agree --json"
    ),
    "dag.SHOWN_EDGES": Weakened(COMMAND, "imec made/forks.txt --next", 6),
    "boolean.PLANNED_MEMBERS": Weakened(
        COMMAND, "play examples/unique.json --agent optimal --seed 1 --json", 23
    ),
    "boolean.PLAN_LOOKS": Weakened(
        COMMAND, "play examples/unique.json --agent optimal --seed 1 --json", 2442
    ),
    "linear.TARGET_SETS": Weakened(
        COMMAND, "play made/linear.jsonl --agent greedy --seed 1 --json", 8
    ),
    "scenario.MAX_TRIALS": Weakened(
        COMMAND, "play examples/boats.json --agent random --seed 3 --json", 8
    ),
    "boolean.SKIPPED_MODELS": Weakened(COMMAND, "generate boolean --alternative --seed 1", 2),
    "boolean.PADDING_TRIES": Weakened(
        COMMAND, "generate boolean --level certified --pad 3 --seed 1", 1
    ),
    "boolean.SAFE_MECHANISMS": Weakened(COMMAND, "generate boolean --siblings --seed 2", 33),
    "boolean.SAFE_TRIES": Weakened(COMMAND, "generate boolean --siblings --seed 2", 1),
    "boolean.SIBLING_ORDERS": Weakened(COMMAND, "generate boolean --siblings --seed 2", 1),
    "boolean.SIBLING_PAIRS": Weakened(COMMAND, "generate boolean --siblings --seed 2", 1),
    "linear.SIBLING_TRIES": Weakened(
        COMMAND, "generate linear --variables 3 --siblings --seed 1", 2
    ),
    "linear.UNIQUE_TRIES": Weakened(
        COMMAND, "generate linear --variables 3 --level certified --pad 2 --seed 1", 1
    ),
    "linear.PADDED_TRIES": Weakened(
        COMMAND, "generate linear --variables 3 --level certified --pad 2 --seed 1", 2
    ),
    "linear.DRAWN_VARIABLES": Weakened(
        COMMAND, "generate linear --variables 3 --siblings --seed 1", 3
    ),
    "linear.CRYSTAL_TRIES": Weakened(
        COMMAND, "generate linear --variables 3 --siblings --seed 1", 2
    ),
    "cpt.QUERY_TRIES": Weakened(COMMAND, "generate cpt --query nie --seed 1", 1),
    "scenario.MAX_DRAFTS": Weakened(
        COMMAND, "generate scenario --template altitude --zones 2 --seed 1 --json --out out", 5
    ),
    "shapeworld.WORLD_ATTEMPTS": Weakened(
        COMMAND, "generate shapeworld --shapes 3 --hidden --seed 3", 1
    ),
    "shapeworld.SIBLING_TRIES": Weakened(
        COMMAND, "generate shapeworld --shapes 3 --siblings --seed 1", 2
    ),
    "statements.CLASS_TRIES": Weakened(COMMAND, "generate statements --variables 3 --seed 1", 1),
    "renderings.TARGET_EXCESS": Weakened(
        COMMAND, "generate renderings examples/unique.json --match all --html page.html", 3
    ),
    "boolean.ITEM_ALTERNATIVES": Weakened(
        COMMAND, "generate alternative examples/pool.jsonl --seed 17", 10
    ),
    "boolean.CHOSEN_ALTERNATIVES": Weakened(
        COMMAND, "generate alternative examples/pool.jsonl --seed 17", 8
    ),
    "boolean.SIBLING_POOLS": Weakened(
        COMMAND, "generate siblings examples/ambiguous.json --pool-size 50", 1
    ),
    "linear.GOLD_PLAN_LENGTH": Weakened("disturbed", "disambiguate", 1),
    "linear.GOLD_PLAN_STEPS": Weakened("disturbed", "disambiguate"),
    "linear.DISTURBANCE_VALUES": Weakened("disturbed without gold", "disambiguate", 3),
    "linear.ROBUST_PLAN_LENGTH": Weakened("disturbed without gold", "disambiguate", 2),
    "shapeworld.POOLED_OPTIMUM_STEPS": Weakened(
        COMMAND, "audit examples/world.json examples/shapes.json --json"
    ),
    "reports.EDGE_STATUS_STEPS": Weakened(
        COMMAND, "audit examples/episode.json --log made/episodes/episode.jsonl --html page.html"
    ),
}
