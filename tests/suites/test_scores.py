"""Answers to a suite: one number a part over canonical classes, systems beside baselines."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from shutil import copytree, move

import pytest

from symcause.errors import ProblemError, UsageError
from symcause.formats.answer_files.predictions import Prediction
from symcause.formats.answer_files.token_usage import Metered
from symcause.registry import family
from symcause.scoring.exact_tests import unseen
from symcause.scoring.rendering_scores import BASE
from symcause.suites.draws.suite_problem import SuiteProblem
from symcause.suites.recipe.recipe_file import parse_recipe
from symcause.suites.scores.class_intervals import Resampling, Spread
from symcause.suites.scores.marked_answers import Marker
from symcause.suites.scores.opened_suite import opened_suite
from symcause.suites.scores.part_numbers import words_of
from symcause.suites.scores.primary_numbers import PAIRED, TOLD_APART, score_of
from symcause.suites.scores.scored_suite import ScoredSuite, opened_scores
from symcause.suites.suite_builder import make_suite
from tests.suites.conftest import HERE, recipe
from tests.suites.damage import lines_of

ABSTAINS = json.dumps({"cannot_tell": True})


def scored(
    folder: Path, answers: list[tuple[str, str, str]], split: str | None = "all"
) -> ScoredSuite:
    """A suite with answers: id, model, response."""
    made = opened_scores(str(folder), gold=None, split=split, resampling=Resampling())
    for id, model, text in answers:
        made.given.take(Prediction(id, model, Metered(text)), "answers.jsonl")
    return made


def gold(folder: Path) -> dict[str, tuple[str, SuiteProblem, bool | None]]:
    """Part, problem and whether it is the settled one of a pair, by public id."""
    return {
        entry.id: (
            entry.whole.part,
            entry.whole,
            None if entry.whole.sibling is None else bool(entry.whole.sibling["settled"]),
        )
        for entry in opened_suite(str(folder)).suite.entries
    }


def value(made: ScoredSuite, part: str, model: str) -> Spread | None:
    """The number of a system in a part."""
    row = next(row for row in made.rows if row.part.name == part)
    return row.systems[model].spread if model in row.systems else None


def test_a_constant_answer_comes_to_the_share_of_its_label(small: Path) -> None:
    problems = gold(small)
    made = scored(small, [(id, "always no", "no") for id in problems])
    for part in ("shapes", "queries"):
        own = [one.problem for of, one, _ in problems.values() if of == part]
        labels = [getattr(one, "right", None) is False or one.gold == "no" for one in own]
        spread = value(made, part, "always no")
        assert spread is not None and spread.value == sum(labels) / len(labels) == 0.5
    assert value(made, "abstention", "always no") == Spread(0.0, None, None)


@pytest.mark.parametrize(
    ("settled", "open_", "told"),
    [("yes", ABSTAINS, 1.0), ("yes", "no", 0.0), (ABSTAINS, ABSTAINS, 0.0), (ABSTAINS, "yes", 0.0)],
)
def test_pairs_are_told_apart_by_both_answers(
    small: Path, settled: str, open_: str, told: float
) -> None:
    answers = [
        (id, "mine", settled if side else open_)
        for id, (_, _, side) in gold(small).items()
        if side is not None
    ]
    spread = value(scored(small, answers), "abstention", "mine")
    assert spread is not None and spread.value == told
    half = scored(small, answers[:1])
    assert value(half, "abstention", "mine") == Spread(0.0, None, None), "one side is not enough"


def test_abstaining_is_right_where_it_is_offered_and_the_question_is_open() -> None:
    open_ = {"open": True, "abstained": True, "claimed": False, "right": None}
    claimed = {"open": True, "abstained": False, "claimed": True, "right": True}
    hedged = {"open": True, "abstained": True, "claimed": True, "right": True}
    settled = {"open": False, "abstained": True, "claimed": False, "right": None}
    assert [score_of(one, "right", abstain=True) for one in (open_, claimed, hedged, settled)] == [
        *(1.0, 0.0, 0.0, 0.0)
    ]
    assert [score_of(one, "right", abstain=False) for one in (open_, claimed, settled)] == [
        *(0.0, 1.0, 0.0)
    ]


def test_what_is_not_answered_counts_and_is_named(small: Path) -> None:
    shapes = [id for id, (part, _, _) in gold(small).items() if part == "shapes"]
    whole = scored(small, [(id, "mine", "no") for id in shapes])
    assert whole.missing == {"mine": {"queries": 2, "abstention": 4}}
    assert any("has not answered the parts queries and abstention" in one for one in whole.notes())
    assert value(whole, "queries", "mine") is None
    part = scored(small, [(id, "mine", "no") for id in shapes[:1]])
    spread = value(part, "shapes", "mine")
    assert spread is not None and spread.value in (0.0, 0.25), "three that are missing count as 0"
    assert any("shapes 3 of 4" in one for one in part.notes())


def test_unknown_ids_are_named_and_later_answers_count(small: Path) -> None:
    id = next(id for id, (part, _, _) in gold(small).items() if part == "queries")
    made = scored(small, [(id, "mine", "yes"), (id, "mine", "no"), ("small-0", "mine", "no")])
    assert list(made.given.unknown) == ["small-0"] and made.given.replaced == 1
    assert [line.get("replaced") for line in made.given.lines[:2]] == [True, None]
    assert "no problem of the suite has this id" in str(made.given.complaints[0])
    once = scored(small, [(id, "mine", "no")])
    assert value(made, "queries", "mine") == value(once, "queries", "mine")
    own = next(one.whole.id for one in opened_suite(str(small)).suite.entries if one.id == id)
    same = scored(small, [(own, "mine", "no")])
    assert value(same, "queries", "mine") == value(once, "queries", "mine")


def test_a_system_does_not_take_the_name_of_a_baseline(small: Path) -> None:
    id = next(iter(gold(small)))
    with pytest.raises(UsageError, match="a baseline of the suite is called so"):
        _ = scored(small, [(id, "simplest", "no")]).rows


def test_the_last_split_is_counted(small: Path) -> None:
    made = scored(small, [], None)
    assert made.split == "test"
    numbers = {split: [row.cases for row in scored(small, [], split).rows] for split in _SPLITS}
    every = zip(numbers["dev"], numbers["test"], strict=True)
    assert numbers["all"] == [dev + test for dev, test in every] == [4, 2, 2]
    with pytest.raises(UsageError, match=r"no such split .*did you mean 'test'"):
        scored(small, [], "tset")


_SPLITS = ("dev", "test", "all")


def test_gold_may_lie_apart(small: Path, every: Path, tmp_path: Path) -> None:
    whole = copytree(small, tmp_path / "whole")
    move(str(whole / "evaluator"), str(tmp_path / "secret"))
    public = str(move(str(whole / "public"), str(tmp_path / "public")))
    with pytest.raises(UsageError, match=r"no true answers; --key FOLDER"):
        opened_suite(public)
    for key in (tmp_path / "secret", small):
        apart, together = opened_suite(public, str(key)), opened_suite(str(small))
        assert apart.public_digest == together.public_digest
        assert apart.suite.entries == together.suite.entries
    with pytest.raises(UsageError, match="not of one suite"):
        opened_suite(public, str(every))
    with pytest.raises(UsageError, match="there are no true answers of a suite"):
        opened_suite(public, str(tmp_path))


def test_a_public_part_that_was_changed_is_not_scored(
    small: Path, copied: Callable[[Path], Path]
) -> None:
    folder = copied(small)
    path = next((folder / "public" / "queries").glob("*.jsonl"))
    path.write_bytes(path.read_bytes().replace(b"yes or no", b"no or yes"))
    with pytest.raises(ProblemError, match="not the one that the manifest lists"):
        opened_suite(str(folder))


@pytest.mark.parametrize("name", ["small", "every"])
def test_stored_answers_of_baselines_are_worth_what_is_stored(
    name: str, request: pytest.FixtureRequest
) -> None:
    folder = request.getfixturevalue(name)
    suite = opened_suite(str(folder)).suite
    marker = Marker(suite)
    assert suite.answers and {one.model for one in suite.answers} <= set(suite.recipe.baselines)
    for one in suite.answers:
        entry = marker.entries[one.id]
        line = marker.line(entry, one.model, one.response)
        assert marker.marking(entry).score(line) == one.score, one


def test_texts_are_compared_with_the_neutral_table(every: Path) -> None:
    """Right answers to some texts alone: the difference is over the texts of answered problems."""
    suite = opened_suite(str(every)).suite
    texts = suite.by_part["reading"]
    assert suite.recipe.part("reading").primary == PAIRED
    right = {one.id: one.response for one in suite.answers if one.model == "simplest"}
    neutral = [t for t in texts if words_of(t) == BASE]
    others = [t for t in texts if t not in neutral]
    answers = [(t.id, "mine", right[t.id]) for t in neutral]
    answers += [(t.id, "mine", "no idea") for t in others]
    spread = value(scored(every, answers), "reading", "mine")
    assert spread is not None and spread.value == -1.0
    same = scored(every, [(t.id, "mine", right[t.id]) for t in texts])
    found = value(same, "reading", "mine")
    assert found is not None and found.value == 0.0
    alone = scored(every, [(t.id, "mine", right[t.id]) for t in others])
    assert value(alone, "reading", "mine") is None, "without the neutral table nothing is compared"


def test_intervals_resample_classes_and_not_cases() -> None:
    random = Random(5)
    values = [float(random.random() < 0.6) for _ in range(60)]
    single = Resampling().spread([(one, 1) for one in values])
    tenfold = Resampling().spread([(10 * one, 10) for one in values])
    assert single == tenfold, "copies of a problem say nothing new"
    assert single is not None and single.low is not None and single.high is not None
    share, size = Fraction(int(sum(values)), 60), 60
    deviation = float(share * (1 - share) / size) ** 0.5
    assert abs(single.low - (float(share) - 1.96 * deviation)) < 0.05
    assert abs(single.high - (float(share) + 1.96 * deviation)) < 0.05
    alike = Resampling().spread([(2.0, 2)] * 30)
    assert alike == Spread(1.0, round(1 - unseen(30), 4), 1.0)
    assert Resampling(times=0).spread([(1.0, 1)] * 30) == Spread(1.0, None, None)
    assert Resampling().spread([(1.0, 1)] * 5) == Spread(1.0, None, None)
    apart = Resampling().spread([(0.0, 1)] * 10, apart=True)
    assert apart == Spread(0.0, round(-unseen(10), 4), round(unseen(10), 4))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('primary = "right"', 'primary = "rihgt"', "no such number .*did you mean 'right'"),
        ('primary = "siblings told apart"', 'primary = "right"', "no such number"),
        ('name = "shapes"', 'name = "tables"', "a folder of every suite"),
        ("seed = 3", 'seed = 3\nbaselines = ["simpelst"]', "baseline .*did you mean 'simplest'"),
        ("seed = 3", 'seed = 3\nbaselines = ["simplest", "simplest"]', "named twice"),
    ],
)
def test_recipes_name_numbers_and_baselines_that_there_are(old: str, new: str, said: str) -> None:
    source = (HERE / "small.toml").read_text().replace(old, new, 1)
    with pytest.raises((ProblemError, UsageError), match=said):
        parse_recipe(source.encode())


def test_a_suite_without_baselines_has_its_page(tmp_path: Path) -> None:
    source = (HERE / "small.toml").read_text().replace("seed = 3", "seed = 3\nbaselines = []")
    suite = make_suite(parse_recipe(source.encode()), tmp_path / "none")
    assert not suite.answers and not (tmp_path / "none" / "evaluator" / "baselines.jsonl").exists()
    head = (tmp_path / "none" / "public" / "tables" / "baselines.csv").read_text().splitlines()[0]
    assert head.endswith("Constant answer,Best shortcut,Shortcut")


def test_every_family_of_a_suite_has_a_baseline_or_says_so() -> None:
    assert {"constant", "association"} <= set(_names("statements")) & set(_names("cpt"))
    assert all("simplest" in _names(one) for one in ("boolean", "linear", "shapeworld"))


def _names(name: str) -> dict[str, str]:
    from symcause.attempts.attempt_run import baselines_of

    return dict(baselines_of(family(name)).names)


def test_the_page_has_every_part_and_no_mean(small: Path) -> None:
    page = (small / "public" / "index.html").read_text()
    for part in recipe("small").parts:
        assert f">{part.name}<" in page and part.capability in page
    assert "never a mean over parts" in page and 'src="http' not in page
    table = (small / "public" / "tables" / "baselines.csv").read_text().splitlines()
    assert len(table) == 1 + len(recipe("small").parts)
    record = lines_of(small / "evaluator" / "baselines.jsonl")[0]
    assert record.keys() == {"part", "id", "model", "response", "score"}
    assert TOLD_APART in "\n".join(table)
