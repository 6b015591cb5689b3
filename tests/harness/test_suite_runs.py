"""Suites without any harness: where they are kept, what a run asks, and the primary number of a part."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isnan, sqrt
from pathlib import Path
from shutil import copytree
from threading import Thread
from typing import Any

import pytest

import symcause
from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.harnesses.grounds import score
from symcause.harnesses.suite_parts import suite_home
from symcause.harnesses.suite_parts.primary_number import (
    MetricMean,
    PairsToldApart,
    RightOrOpen,
    WordingDifference,
    Worth,
)
from symcause.harnesses.suite_parts.suite_grounds import suite_grounds
from symcause.harnesses.suite_parts.suite_home import suite_folder
from symcause.harnesses.suite_parts.suite_run import PartRun, scored, suite_run
from symcause.suites.checks.suite_verification import verified_suite
from symcause.suites.recipe.recipe_file import recipe_named
from symcause.suites.suite_builder import make_suite
from tests.cli.cases import Shell
from tests.harness.suite_cases import right_answers, tiny_recipe, tiny_suite
from tests.suites.conftest import recipe
from tests.suites.test_making import digests


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_suite(tmp_path_factory)


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("suites") / "every"
    make_suite(recipe("every"), folder)
    return folder


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bundled suite that is made quickly, and a home that is empty."""
    monkeypatch.setenv(suite_home.VARIABLE, str(tmp_path / "home"))
    monkeypatch.setitem(suite_home.BUNDLED, "mini", tiny_recipe(tmp_path))
    return tmp_path / "home"


def test_a_mean_counts_every_answer() -> None:
    found = MetricMean("right").number([Worth(1.0, "a"), Worth(0.0, "a"), Worth(1.0, "b")])
    assert found.value == pytest.approx(2 / 3) and found.units == 2
    assert found.stderr == pytest.approx(sqrt(2 * 2 * (1 / 3) ** 2) / 3)
    assert isnan(MetricMean("right").number([]).value)
    assert isnan(MetricMean("right").number([Worth(1.0, "a")]).stderr)


def test_to_abstain_is_right_where_the_question_is_open() -> None:
    doubt = {"open": True, "abstained": True, "claimed": False, "right": None}
    assert (
        RightOrOpen("right").value(doubt, {}) == 1.0 and MetricMean("right").value(doubt, {}) == 0
    )
    claim = {"open": True, "abstained": False, "claimed": True, "right": True}
    assert RightOrOpen("right").value(claim, {}) == 0.0
    assert RightOrOpen("right").value({"open": False, "right": True}, {}) == 1.0


def test_a_pair_is_told_apart_if_both_answers_are_as_they_must() -> None:
    sides = {"settled": True, "open": False}
    line = {"abstained": False, "claimed": True}
    doubt = {"abstained": True, "claimed": False}
    primary = PairsToldApart("siblings_told_apart")

    def worths(settled: dict[str, object], open_: dict[str, object], pair: str) -> Iterator[Worth]:
        for side, said in (("settled", settled), ("open", open_)):
            metadata = {"sibling": {"pair": pair, "settled": sides[side]}}
            yield primary.worth(said, f"{pair}-{side}", metadata)

    pairs = [(line, doubt), (line, line), (doubt, doubt), (doubt, line), ({}, doubt)]
    answers = [w for at, pair in enumerate(pairs) for w in worths(*pair, str(at))]
    assert primary.number(answers).value == pytest.approx(1 / 5)
    assert isnan(primary.number(answers[:1]).value)  # the other one was not asked
    assert primary.number(answers[:3]) == primary.number(answers[:2])


def test_a_difference_is_between_texts_of_one_problem() -> None:
    primary = WordingDifference("paired_difference_to_the_neutral_table")

    def worth(of: str, theme: str, style: str, right: bool) -> Worth:
        about = {"of": of, "theme": theme, "style": style, "alignment": "free"}
        return primary.worth(
            {"right": right}, f"{of} {theme}", {"rendering": about, "measured": "right"}
        )

    answers = [
        worth("a", "neutral", "table", True),
        worth("a", "farm", "story", False),
        worth("a", "lab", "story", True),
        worth("b", "neutral", "table", False),
        worth("b", "farm", "story", True),
        worth("c", "farm", "story", True),  # its table was not asked
    ]
    assert primary.number(answers).value == pytest.approx((-1 + 0 + 1) / 3)
    assert primary.number(answers).units == 2


def test_a_run_asks_what_is_public(every: Path) -> None:
    run = suite_run(every)
    assert run.split == "test" and run.facts["public_digest"] == run.manifest.public_digest
    for one in run.parts:
        table = every / "public" / one.part.name / "test.jsonl"
        records = [json.loads(line) for line in table.read_text("utf-8").splitlines()]
        assert [(item.id, item.prompt) for item in one.items] == [
            (record["id"], record["prompt"]) for record in records
        ]
    assert [one.primary.name for one in run.parts] == [
        *("heldout_exact", "target_within", "right", "right", "right"),
        *("siblings_told_apart", "paired_difference_to_the_neutral_table"),
    ]
    alone = suite_run(every, "abstention", "dev", limit=1)
    assert [one.part.name for one in alone.parts] == ["abstention"]
    assert len(alone.parts[0].items) == 2 and alone.split == "dev"  # a pair


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 1000])
def test_what_belongs_together_is_asked_together(every: Path, limit: int) -> None:
    """Each part has a number, however few of its problems are asked."""
    for one, whole in zip(suite_run(every, limit=limit).parts, suite_run(every).parts, strict=True):
        units = [one.primary.belongs(item.own, item.metadata)[0] for item in whole.items]
        asked = [one.primary.belongs(item.own, item.metadata)[0] for item in one.items]
        assert all(asked.count(unit) == units.count(unit) for unit in asked)
        assert [item.id for item in one.items] == [
            item.id for item, unit in zip(whole.items, units, strict=True) if unit in asked
        ]
        assert len(asked) >= min(limit, len(units))
        last = list(dict.fromkeys(asked))[-1]
        assert len(asked) - units.count(last) < limit
        worths = [scored(i.document, "no idea", one.primary).worth for i in one.items]
        assert one.primary.number(worths).value == 0.0


def test_every_answer_has_a_number(every: Path) -> None:
    """Nonsense is worth nothing, and is not left out."""
    for one in suite_run(every).parts:
        for item in one.items:
            found = scored(item.document, "no idea", one.primary, one.metrics)
            assert found.worth.value == 0.0
            assert tuple(found.values) == (one.primary.name, *one.metrics)


def test_right_answers_are_worth_all(tiny: Path) -> None:
    answers = right_answers(tiny)
    for split in ("dev", "test"):
        for one in suite_run(tiny, split=split).parts:
            worths = [scored(i.document, answers[i.prompt], one.primary).worth for i in one.items]
            assert one.primary.number(worths).value == 1.0


def _answers(one: PartRun) -> list[dict[str, str]]:
    """An answer to each problem: some right, some none."""
    made = []
    for at, item in enumerate(one.items):
        gold = item.document.get("gold")
        text = gold if isinstance(gold, str) else json.dumps(gold)
        made.append({"id": item.id, "model": "m", "response": text if at % 3 else "no idea"})
    return made


@pytest.mark.filterwarnings("ignore:m. all 2 answers")
def test_numbers_are_those_of_score(every: Path) -> None:
    """Of every part whose primary number a table of ``score`` has."""
    run = suite_run(every)
    for one in run.parts:
        rows = _answers(one)
        problems = symcause.load_pool(every / "evaluator" / one.part.name / "problems.jsonl")
        known = list(problems)
        said = {row["id"]: row["response"] for row in rows}
        own = {item.own: item.id for item in one.items}
        found = symcause.score([p for p in known if p.id in own], rows)
        lines = found.lines
        worths = [scored(i.document, said[i.id], one.primary).worth for i in one.items]
        number = one.primary.number(worths).value
        if type(one.primary) is MetricMean:
            values = [float(line.get(one.primary.name) or 0) for line in lines]  # type: ignore[arg-type]
            assert number == pytest.approx(sum(values) / len(values))
        elif one.part.name == "reading":
            measured = {"boolean": "heldout_exact", "linear": "target_within"}
            value = {
                str(line["problem"]): float(line.get(measured[str(line["family"])]) or 0)  # type: ignore[arg-type]
                for line in lines
            }
            texts = {i.own: i.metadata["rendering"] for i in one.items}
            base = {t["of"]: value[id] for id, t in texts.items() if t["style"] == "table"}
            apart = [value[id] - base[t["of"]] for id, t in texts.items() if t["style"] != "table"]
            assert number == pytest.approx(sum(apart) / len(apart))


def test_what_cannot_be_asked_is_said(tiny: Path, tmp_path: Path) -> None:
    wrong = [
        ({"suite": tmp_path}, "no suite of this name"),
        ({"suite": "maxi"}, "bundled: mini, full"),
        ({"suite": tiny / "public"}, "the public part of a suite alone"),
        ({"suite": tiny, "part": "query"}, "did you mean 'queries'"),
        ({"suite": tiny, "split": "tset"}, "did you mean 'test'"),
    ]
    for given, said in wrong:
        with pytest.raises(UsageError, match=said):
            suite_run(**given)  # type: ignore[arg-type]
    damaged = copytree(tiny, tmp_path / "damaged")
    table = damaged / "public" / "queries" / "test.jsonl"
    table.write_text(table.read_text("utf-8").replace("?", "!"), "utf-8")
    with pytest.raises(SymcauseError, match="not the one that the manifest lists"):
        suite_run(damaged)


def test_a_primary_number_that_answers_do_not_have(tmp_path: Path) -> None:
    named = tiny_recipe(tmp_path, "heldout_exact")
    with pytest.raises(ProblemError, match=r"no such number.*got 'heldout_exact'.*known: .*right"):
        symcause.generate_suite(named, tmp_path / "suite")


def test_a_bundled_suite_is_made_once(
    bundled: Path, tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = suite_folder("mini")
    assert folder.parent == bundled and folder.name.startswith("test-tiny-1.0.0-")
    assert capsys.readouterr().err.startswith("symcause: making test-tiny 1.0.0 once, in ")
    assert digests(folder) == digests(tiny)
    assert verified_suite(folder).accepted is True
    assert suite_folder("mini") == folder
    assert capsys.readouterr().err == ""


def test_a_run_that_is_stopped_leaves_no_half_suite(
    bundled: Path, tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = suite_home.make_suite

    def stopped(recipe: Any, folder: Any) -> None:
        number = iter(range(100))

        def tell(*_: object) -> None:
            if next(number) == 2:
                raise KeyboardInterrupt

        own(recipe, folder, tell=tell)

    monkeypatch.setattr(suite_home, "make_suite", stopped)
    with pytest.raises(KeyboardInterrupt):
        suite_folder("mini")
    assert [path.name for path in bundled.iterdir() if not path.name.startswith(".")] == []
    monkeypatch.setattr(suite_home, "make_suite", own)
    assert digests(suite_folder("mini")) == digests(tiny)


def test_two_runs_make_one_suite(
    bundled: Path, tiny: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    places: list[Path] = []
    threads = [Thread(target=lambda: places.append(suite_folder("mini"))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(places) == 2 and len(set(places)) == 1
    assert digests(places[0]) == digests(tiny)
    assert capsys.readouterr().err.count("making") == 1


def test_a_home_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(suite_home.VARIABLE, str(tmp_path / "file"))
    with pytest.raises(UsageError, match="SYMCAUSE_SUITES"):
        suite_folder("mini")


def test_the_commands(tiny: Path, tmp_path: Path, shell: Shell) -> None:
    code, out, _ = shell("tasks", "suite", tiny)
    assert (code, out.strip()) == (0, str(tiny))
    group = tmp_path / "group"
    code, out, _ = shell("tasks", "lm-eval", "--suite", tiny, "--out", group)
    assert code == 0 and out.startswith(f"group test_tiny in {group}: test_tiny_queries, ")
    text = (group / "test_tiny_abstention.yaml").read_text("utf-8")
    assert text.index("metric: siblings_told_apart") < text.index("aggregation")
    assert suite_run(tiny).manifest.public_digest in text and 'version: "1.0.0"' in text
    assert "aggregate_metric_list" not in (group / "test_tiny.yaml").read_text("utf-8")
    wrong = [
        (("tasks", "lm-eval", "--suite", tiny, "--out", group), "name a new folder"),
        (("tasks", "lm-eval", "--suite", tiny), "--suite needs --out"),
        (("tasks", "lm-eval", "--out", tmp_path / "a"), "--out is for a suite"),
        (("tasks", "suite", "maxi"), "bundled: mini, full"),
    ]
    for arguments, said in wrong:
        code, out, err = shell(*arguments)
        assert (code, out) == (2, "") and said in err, err


def test_a_suite_is_ground_to_train_on(tiny: Path) -> None:
    """Both of a pair, by certificates alone; tables have no grader."""
    run = suite_run(tiny, split="dev")
    prompts = {item.id: item.prompt for one in run.parts for item in one.items}
    grounds = list(suite_grounds(tiny))
    assert {one.id for one in grounds} == {item.id for item in run.parts[-1].items}
    assert {one.is_open for one in grounds} == {True, False}
    for one in grounds:
        assert one.prompt == prompts[one.id]
        assert score(one.document, one.answer)["reward"] == 1.0
        claims = [score(one.document, text)["reward"] for text in ("yes", "no", "maybe")]
        assert one.is_open == ("cannot_tell" in one.answer) and claims.count(1.0) == (
            not one.is_open
        )


def test_the_split_that_is_measured_is_not_trained_on_by_chance(tiny: Path, every: Path) -> None:
    measured = {item.id for one in suite_run(tiny, split="test").parts for item in one.items}
    assert not measured & {one.id for one in suite_grounds(tiny)}
    assert {one.id for one in suite_grounds(tiny, "abstention", "test")} <= measured
    kinds = {one.document["format"] for one in suite_grounds(every, split="test")}
    assert len(kinds) > 2 and "symcause.scenario/1" not in kinds
    assert not list(suite_grounds(every, "reading", "test"))


def test_the_only_split_has_to_be_named(tmp_path: Path) -> None:
    path = tiny_recipe(tmp_path)
    path.write_text(path.read_text("utf-8").replace("splits = { dev = 0.25, test = 0.75 }\n", ""))
    make_suite(recipe_named(str(path)), tmp_path / "one")
    with pytest.raises(UsageError, match="one split, and numbers are reported of it"):
        next(suite_grounds(tmp_path / "one"))
    assert next(suite_grounds(tmp_path / "one", split="test")).prompt
