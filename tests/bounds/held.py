"""Tests elsewhere that hold whatever a bound is: what they compare with knows nothing of it.

Each of them executes what the bound decides, mostly against brute force; here it runs once more with the
bound made small. What takes another way then, or gives up earlier, must still say nothing wrong.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, NamedTuple


class Held(NamedTuple):
    """A test function, by its module below ``tests``, its arguments, and the small bound."""

    module: str
    function: str
    at: int
    arguments: dict[str, Any] = {}  # noqa: RUF012  # nobody changes it

    def __call__(self) -> None:
        getattr(import_module(f"tests.{self.module}"), self.function)(**self.arguments)


HELD: dict[str, Held] = {
    "linear.DISTURBED_GRAPHS": Held(
        "linear.audits.test_disturbed_plans",
        "test_what_comes_next_over_integers_by_brute_force",
        0,
        {"seed": 3},
    ),
    "linear.DISTURBED_MEMBERS": Held(
        "linear.audits.test_disturbed_flats",
        "test_no_small_model_leaves_more_and_some_outcome_leaves_as_many",
        0,
        {"seed": 4},
    ),
    "linear.DISTURBED_VARIABLES": Held(
        "linear.audits.test_disturbed_plans",
        "test_what_comes_next_over_integers_by_brute_force",
        0,
        {"seed": 9},
    ),
    "linear.HIDDEN_MODELS": Held(
        "linear.audits.test_disturbed_plans",
        "test_what_comes_next_over_integers_by_brute_force",
        0,
        {"seed": 3},
    ),
    "linear.MOST_TRUTHS": Held(
        "linear.audits.test_disturbed_plans",
        "test_what_comes_next_over_integers_by_brute_force",
        0,
        {"seed": 3},
    ),
    "linear.PROBE_TRIES": Held(
        "linear.audits.test_disturbed_plans",
        "test_telling_values_lie_in_no_span_of_two_runs",
        1,
        {"values": (0,)},
    ),
    "linear.SHORTEST_PLAN_MODELS": Held(
        "linear.audits.test_disambiguate", "test_worst_cases_over_integers_by_brute_force", 0
    ),
    "linear.WORST_PLAN_STEPS": Held(
        "linear.audits.test_disturbed_plans",
        "test_worst_cases_over_integers_by_brute_force",
        0,
        {"seed": 4},
    ),
    "scenario.ANY_GRID": Held(
        "scenario.budget.test_policies", "test_histories_so_long_that_floats_underflow", 0
    ),
    "scenario.FEW_DRAWS": Held(
        "scenario.value.test_counted_work",
        "test_every_piece_of_a_draw_is_paid_for",
        0,
        {"number": 50},
    ),
    "scenario.GRID_ROOM": Held(
        "scenario.budget.test_policies", "test_histories_so_long_that_floats_underflow", 0
    ),
    "scenario.KEPT_RECORDS": Held(
        "scenario.budget.test_policies", "test_count_vectors_are_multinomial", 0
    ),
    "scenario.LOOKED_UP_ROWS": Held(
        "scenario.audits.test_rules", "test_long_loops_keep_their_value", 0, {"rounds": 100}
    ),
    "scenario.NESTED_ROWS": Held(
        "scenario.audits.test_rules", "test_truncated_draws_that_are_one_number", 0
    ),
    "scenario.NORMAL_ENDS": Held(
        "scenario.value.test_random_values", "test_random_scenarios", 0, {"block": 3}
    ),
    "scenario.QUICK_VECTORS": Held(
        "scenario.budget.test_policies", "test_histories_so_long_that_floats_underflow", 0
    ),
    "shapeworld.EPISODE_SHAPES": Held(
        "shapeworld.episode.test_episodes",
        "test_large_worlds_are_played_to_the_end",
        0,
        {"size": 12},
    ),
    "shapeworld.EXPECTED_MEMBERS": Held(
        "shapeworld.report.test_reports",
        "test_the_view_tells_the_finding_first",
        0,
        {"name": "root-cause"},
    ),
    "shapeworld.LISTING_STEPS": Held(
        "shapeworld.space.test_space", "test_a_large_space_is_asked_by_the_solver", 0
    ),
    "shapeworld.LONG_LIST": Held(
        "shapeworld.questions.test_questions",
        "test_next_where_only_another_state_teaches",
        1,
        {"cause": "b", "effect": "a", "settled": False},
    ),
    "shapeworld.SOLVED_MEMBERS": Held(
        "shapeworld.space.test_space", "test_a_large_space_is_asked_by_the_solver", 0
    ),
    "shapeworld.TEACHING_STATES": Held(
        "shapeworld.questions.test_questions",
        "test_next_where_only_another_state_teaches",
        0,
        {"cause": "b", "effect": "a", "settled": False},
    ),
    "boolean.CLASS_TABLES": Held(
        "boolean.audits.test_audit",
        "test_certificates_where_functions_must_be_written",
        0,
        {"seed": 9},
    ),
    "boolean.PERMUTED_VARIABLES": Held(
        "boolean.space.test_space",
        "test_bounded_classes_hold_exactly_the_writable_models",
        0,
        {"seed": 7},
    ),
    "textgraph.REALISABILITY_STEPS": Held(
        "textgraph.scoring.test_realisability",
        "test_the_nearest_labels_are_those_of_all_maps",
        0,
        {"seed": 2},
    ),
}
