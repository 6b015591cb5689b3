"""Static tasks without any harness: prompts out, the same numbers for every response."""

from __future__ import annotations

import json
from math import isnan
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.episodes.messages import read_message
from symcause.errors import UsageError
from symcause.formats.pools.pool_choice import LEFT_OUT
from symcause.formats.problems import read_document
from symcause.harnesses.episode_grounds import EpisodeGround
from symcause.harnesses.episode_metrics import refuse_unscored, values
from symcause.harnesses.inspect_tasks.inspect_logs import Run, sifted
from symcause.harnesses.lm_eval_files import FOLDER, text_of
from symcause.harnesses.static_tasks import (
    item_choice,
    items,
    measured,
    metrics,
    refuse_misspelt,
    run_name,
    tasks,
)
from symcause.harnesses.text_turns import Turns
from symcause.registry import families, family_of

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


GENERATED = [
    *("replay", "alternative", "crystals", "shapeworld"),
    *("statements", "cpt", "finite", "finite_queries", "scenario"),
]


@pytest.mark.parametrize("task", GENERATED)
def test_tasks_run_without_any_file(task: str) -> None:
    found = items(task, limit=2, seed=5)
    assert [item.id for item in found] == [item.id for item in items(task, limit=2, seed=5)]
    assert len({item.id for item in found}) == 2
    for item in found:
        assert item.prompt
        nonsense, _ = measured(task, item.document, "I do not know.")
        assert tuple(nonsense) == metrics(task)


@pytest.mark.parametrize("task", ["replay", "crystals", "shapeworld"])
def test_without_a_pool_the_evidence_settles_what_is_asked(task: str) -> None:
    """One explanation, and its certificate; the released level has others, and must be asked for."""
    for item in items(task, limit=3, seed=1):
        problem = read_document(item.document)
        found = symcause.audit(problem)
        assert found.settled, found.verdict
        metadata = item.document["metadata"]
        assert isinstance(metadata, dict)
        assert symcause.verify(problem, metadata["certificate"]).accepted
        assert metadata["certificate"]["claim"]["name"] in ("unique", "settled")
        assert "certificate" not in item.prompt
    with pytest.raises(UsageError, match=r"no such level.*known: certified.*original"):
        items(task, level="hard")
    with pytest.raises(UsageError, match="the evidence they have"):
        items(task, EXAMPLES / "unique.json", level="original")


def test_another_level_is_asked_for_by_its_name() -> None:
    verdicts = [
        symcause.audit(read_document(item.document)).verdict
        for item in items("replay", level="original", limit=3)
    ]
    assert "ambiguous" in verdicts
    (item,) = items("shapeworld", level="original", limit=1)
    assert symcause.audit(read_document(item.document)).verdict == "open"


@pytest.mark.parametrize("task", sorted(tasks()))
def test_every_task_has_a_version_and_its_primary_metric_first(task: str) -> None:
    _, asked = tasks()[task]
    assert metrics(task)[0] == asked.primary
    assert f"metadata:\n  version: {asked.version}\n" in text_of(task)
    assert text_of(task).index(f"metric: {asked.primary}\n") < text_of(task).index("aggregation")


@pytest.mark.parametrize("task", ["statements", "cpt"])
def test_answers_in_words_are_right_where_gold_says_so(task: str) -> None:
    for item in items(task, limit=6, seed=2):
        yes = item.document["gold"] in ("yes", "entailed")
        said = {text: measured(task, item.document, text)[0] for text in ("Yes", "No")}
        assert (said["Yes"]["right"], said["No"]["right"]) == (float(yes), float(not yes))


@pytest.mark.parametrize("task", ["finite", "finite_queries"])
def test_the_class_is_told_and_what_follows_is_right(task: str) -> None:
    for item in items(task, limit=3, seed=2):
        problem = read_document(item.document)
        assert symcause.verify(problem, item.document["metadata"]["certificate"]).accepted  # type: ignore[index, call-overload]
        found: Any = symcause.audit(problem)
        assert (found.model_verdict, found.settled) == ("unique", True)
        assert "# Possible mechanisms" in item.prompt
        answer: object = item.document["gold"]
        if task == "finite_queries":
            answer = {"predictions": {query.id: query.answer for query in found.queries}}
        values, _ = measured(task, item.document, json.dumps(answer))
        assert (values["right"], values["justified"]) == (1.0, 1.0)
        doubt, _ = measured(task, item.document, '{"cannot_tell": true}')
        assert (doubt["abstained"], doubt["premature"]) == (1.0, 1.0)


def test_a_pool_of_models_and_queries_is_one_task(tmp_path: Path) -> None:
    pool = tmp_path / "both.jsonl"
    made = [item.document for task in ("finite", "finite_queries") for item in items(task, limit=1)]
    pool.write_text("".join(f"{json.dumps(one)}\n" for one in made))
    model, queries = items("finite", pool)
    assert '"mechanisms"' in model.prompt
    assert '"predictions"' in queries.prompt


def test_a_pool_of_another_family_is_told_its_task(tmp_path: Path) -> None:
    pool = tmp_path / "statements.jsonl"
    pool.write_text("".join(f"{json.dumps(i.document)}\n" for i in items("statements", limit=2)))
    with pytest.raises(UsageError, match="the task statements asks about these"):
        items("replay", pool)
    assert len(items("statements", pool)) == 2


def test_runs_are_called_after_their_pools() -> None:
    assert run_name("replay", None) == "replay"
    assert run_name("replay", "pools/base.jsonl") != run_name("replay", "pools/texts.jsonl")


def test_shapes_are_shown_with_what_was_done_and_asked_for_an_answer() -> None:
    (item,) = items("shapeworld", limit=1)
    assert "1. hold" in item.prompt or "1. move" in item.prompt
    assert item.prompt.endswith('Reply as {"answer": "yes"} or {"answer": "no"}.')
    right = "yes" if symcause.audit(read_document(item.document)).verdict == "yes" else "no"
    values, _ = measured("shapeworld", item.document, json.dumps({"answer": right}))
    assert values["right"] == 1.0


def test_the_right_answer_is_right() -> None:
    (item,) = items("replay", EXAMPLES / "unique.json")
    gold = json.dumps(item.document["gold"])
    values, reason = measured("replay", item.document, gold)
    assert values["right"] == values["train_exact"] == 1.0
    assert reason is None
    assert json.dumps(item.document["gold"]) not in item.prompt
    wrong, reason = measured("replay", item.document, "no idea")
    assert wrong["right"] == 0.0
    assert isnan(wrong["parent_f1"])
    assert reason


@pytest.mark.parametrize("setting", ["ordered", "block-order", "hidden-order", "hidden-roots"])
def test_every_setting(setting: str) -> None:
    (item,) = items("replay", setting=setting, limit=1)
    assert item.document["setting"] == setting
    assert setting in {symcause.load(EXAMPLES / "ordered.json").setting, setting}


def test_a_pool_gives_the_problems_of_the_family(tmp_path: Path) -> None:
    pool = tmp_path / "pool.jsonl"
    files = ("unique.json", "shapes.json", "ambiguous.json")
    texts = [json.dumps(json.loads((EXAMPLES / name).read_text())) for name in files]
    pool.write_text("\n".join(texts) + "\n")
    assert [item.id for item in items("replay", pool)] == ["unique", "ambiguous"]
    assert [item.id for item in items("shapeworld", pool)] == ["shapes"]


def test_text_graphs_need_a_pool(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="needs a pool"):
        items("textgraph")
    with pytest.raises(UsageError, match="no text"):
        items("textgraph", EXAMPLES / "flood.txt")
    pool = tmp_path / "text.json"
    problem = {
        "format": "symcause.textgraph/1",
        "id": "rain",
        "nodes": ["rain", "flood"],
        "edges": [{"source": "rain", "target": "flood"}],
        "text": "Rain causes floods.",
    }
    pool.write_text(json.dumps(problem))
    (item,) = items("textgraph", pool)
    assert "Rain causes floods." in item.prompt
    values, _ = measured("textgraph", item.document, '{"edges": [["rain", "flood"]]}')
    assert tuple(values) == metrics("textgraph")


@pytest.mark.parametrize("task", sorted(tasks()))
def test_task_files_are_up_to_date(task: str) -> None:
    """python -m symcause.harnesses.lm_eval_files writes them anew."""
    assert (FOLDER / f"symcause_{task}.yaml").read_text(encoding="utf-8") == text_of(task)


def test_failed_samples_and_repeated_runs_are_told_apart() -> None:
    def run(log: str, created: int, problem: str, failed: str | None = None, epoch: int = 1) -> Run:
        key = ("replay", "model", problem, str(epoch))
        return Run(log, f"2026-01-0{created}", key, (f"{problem} of {log}",), failed)

    runs = [
        run("a", 1, "p"),
        run("a", 1, "p", epoch=2),
        run("a", 1, "q", "no network"),
        run("a", 1, "r", "no network"),
        run("b", 2, "p"),
        run("b", 2, "q"),
    ]
    found = sifted(runs, repeats=False)
    assert list(found.lines) == ["p of a", "p of b", "q of b"]  # epoch 2 stands in one log only
    told = list(found.remarks(repeats=False))
    assert told == [
        "1 sample without an answer left out: 1 × no network",
        "1 sample of a also in a newer log of the same task and model: the newest log counts; "
        "--repeats keeps all",
    ]
    assert len(list(sifted(runs, repeats=True).lines)) == 4


def test_an_episode_is_told_in_shares_and_few_digits() -> None:
    step = {"refused": None}
    line = {
        "steps": [step, step, {"refused": "no such shape"}],
        **{"count": 3, "invalid": 1, "wasted": 1, "decided_at": None, "answered": False},
        **{"gain": 1.584962500721156, "support": None, "right": None, "regret": None},
    }
    found = values(line)
    assert (found["steps"], found["invalid"], found["wasted"]) == (2.0, 0.3333, 0.3333)
    assert found["gain"] == 1.585
    assert found["right"] == 0.0
    assert isnan(found["regret"])


def test_an_episode_is_judged_in_a_process_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As ``score`` judges it, with and without a limit of the user's own; nobody waits, nothing is left."""
    import asyncio

    from symcause.cli.main import cli
    from symcause.harnesses.episode_metrics import judged

    world, out = EXAMPLES / "world.json", tmp_path / "episode.jsonl"
    with pytest.raises(SystemExit):
        cli.main(["play", str(world), "--agent", "greedy", "--out", str(out), "--quiet"])
    capsys.readouterr()
    problem, text = json.loads(world.read_text()), out.read_text()
    found = asyncio.run(judged(problem, text))
    assert found["problem"] == problem["id"] and found["episode"] is True and values(found)
    assert asyncio.run(judged(problem, text, 600))["problem"] == problem["id"]
    with pytest.raises(TimeoutError):
        asyncio.run(asyncio.wait_for(judged(problem, text), 0.01))


def holed(name: str) -> dict[str, Any]:
    """An example with a cell that was not observed."""
    document: dict[str, Any] = json.loads((EXAMPLES / f"{name}.json").read_text())
    world = next(world for world in document["worlds"] if world["split"] == "train")
    world["rows"][0] = f"{world['rows'][0][:-1]}?"
    return {**document, "format": "symcause.boolean/2", "id": f"{name}-holed"}


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A pool in which one problem cannot be scored and one cannot be read."""
    whole = json.loads((EXAMPLES / "alternative.json").read_text())
    broken = {**whole, "id": "broken", "variables": []}
    path = tmp_path / "mixed.jsonl"
    rows = [holed("alternative"), broken, whole, {**whole, "id": "again"}]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_what_cannot_be_scored_is_left_out_by_name(
    mixed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = item_choice("alternative", mixed)
    assert [item.id for item in found.kept] == ["alternative", "again"]
    assert [one.id for one in found.left_out] == ["alternative-holed", "broken"]
    assert list(found.facts[LEFT_OUT]) == ["alternative-holed", "broken"]
    told = capsys.readouterr().err.splitlines()
    assert [line.split(" cannot")[0] for line in told] == [
        "symcause: left out: alternative-holed",
        "symcause: left out: broken",
    ]
    assert "worlds[0].rows[0]: an alternative to a reference needs fully observed rows" in told[0]
    for item in found.kept:
        measured("alternative", item.document, "{}")
    assert [item.id for item in items("alternative", mixed, limit=1)] == ["alternative"]


def test_many_are_counted_and_none_left_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "holed.jsonl"
    bad = [{**holed("alternative"), "id": f"bad {i}"} for i in range(14)]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in bad), encoding="utf-8")
    with pytest.raises(UsageError, match=r"can be asked in the task alternative: bad 0: .*13 more"):
        items("alternative", path)
    with pytest.raises(
        UsageError, match=r"linear problems; the task replay asks about these \(and 13 more"
    ):
        items("crystals", path)
    with path.open("a", encoding="utf-8") as stream:
        stream.write((EXAMPLES / "alternative.json").read_text().replace("\n", " ") + "\n")
    assert len(items("alternative", path)) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 11
    assert told[-1].startswith("symcause: left out: 4 more that cannot be asked")


def test_a_ground_names_the_problem_that_cannot_be_played() -> None:
    ground = EpisodeGround("boolean", options={"hide": "0.2"})
    with pytest.raises(UsageError) as told:
        ground.episode(0, 0)
    assert str(told.value).startswith(f"{ground.problem(0, 0).id}: worlds[0].rows[")


def _contradicted() -> dict[str, Any]:
    """Gold gives 0 where a row has 1: nobody can answer it rightly."""
    world = {"id": "w", "split": "train", "mode": "none", "targets": []}
    return {
        "format": "symcause.boolean/1",
        "id": "contradicted",
        "variables": ["A", "B", "C"],
        "setting": "hidden-order",
        "roots": ["A", "B"],
        "operators": ["not", "and", "or", "xor", "iff"],
        "constants": False,
        "max_parents": 2,
        "worlds": [{**world, "rows": ["000", "011", "101", "110", "111"]}],
        "gold": {"mechanisms": {"C": "(xor A B)"}},
    }


def _mixed(folder: Path) -> Path:
    """One that can be asked, one of another family, one with contradicted gold, one twice."""
    unique = json.loads((EXAMPLES / "unique.json").read_text())
    crystal = json.loads((EXAMPLES / "crystal.json").read_text())
    path = folder / "mixed.jsonl"
    documents = (unique, crystal, _contradicted(), unique)
    path.write_text("".join(json.dumps(one) + "\n" for one in documents))
    return path


def test_whatever_is_not_asked_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A problem of another family, gold that contradicts its rows, an id that is there already."""
    found = item_choice("replay", _mixed(tmp_path))
    assert [item.id for item in found.kept] == ["unique"]
    reasons = [reason for _, reason in found.left_out]
    assert "one of the" in reasons[0] and "the task asks about Boolean" in reasons[0], reasons
    assert "gold does not explain the evidence" in reasons[1]
    assert "a second problem with this id" in reasons[2]
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_gold_within_the_errors_that_are_allowed_is_asked(tmp_path: Path) -> None:
    allowed = {**_contradicted(), "format": "symcause.boolean/2", "errors": 1}
    path = tmp_path / "allowed.json"
    path.write_text(json.dumps(allowed))
    assert [item.id for item in items("replay", path)] == ["contradicted"]


def test_alternative_asks_only_problems_with_a_reference(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no Alternative-SCM problem: it states no reference"):
        items("alternative", EXAMPLES / "unique.json")
    generated = [item.document for item in items("alternative", limit=1)]
    path = tmp_path / "both.jsonl"
    plain = json.loads((EXAMPLES / "unique.json").read_text())
    path.write_text("".join(json.dumps(one) + "\n" for one in (plain, *generated)))
    found = item_choice("alternative", path)
    assert [item.id for item in found.kept] == [generated[0]["id"]]
    assert [one.id for one in found.left_out] == ["unique"]


def test_a_budget_is_a_whole_number() -> None:
    problem = symcause.load(EXAMPLES / "world.json")
    with pytest.raises(symcause.SymcauseError, match="a budget is a whole number"):
        symcause.Episode(problem, budget="x")  # type: ignore[arg-type]


def test_logs_say_what_their_runs_never_asked() -> None:
    """Rates of the log are about the others; score counts these as unanswered."""

    def run(problem: str, *left_out: str) -> Run:
        key = ("replay", "model", problem, "1")
        return Run("a", "2026-01-01", key, (problem,), left_out=frozenset(left_out))

    (told,) = sifted([run("p", "torn", "odd"), run("q", "torn", "odd")], repeats=False).remarks(
        repeats=False
    )
    assert told.startswith("2 problems that Inspect left out and never asked, such as 'odd'")
    assert "--answered-only" in told
    assert not list(sifted([run("p")], repeats=False).remarks(repeats=False))


def test_misspelt_keys_of_metadata_are_refused() -> None:
    known = ("pool", "setting", "level")
    with pytest.raises(UsageError, match=r"no such key \(got 'pol'\); did you mean 'pool'"):
        refuse_misspelt({"pol": "p.jsonl"}, known)
    with pytest.raises(UsageError, match="'setting'"):
        refuse_misspelt({"settting": "ordered"}, known)
    with pytest.warns(UserWarning, match="does not read: dtype"):
        refuse_misspelt({"dtype": "auto", "pretrained": "x", "version": 1}, known)
    refuse_misspelt({"pretrained": "x"}, known)


def test_every_task_file_refuses_them() -> None:
    """Before anything is loaded or generated."""
    names = {"__name__": "symcause_tasks"}
    exec(compile((FOLDER / "symcause_tasks.py").read_text(), "symcause_tasks.py", "exec"), names)
    pytest.importorskip("datasets")
    with pytest.raises(UsageError, match="did you mean 'pool'"):
        names["replay"](pol="p.jsonl")  # type: ignore[operator]


def test_an_abstention_is_no_unreadable_answer() -> None:
    """What earns something was read."""
    for seed in range(3):
        turns = Turns(EpisodeGround("boolean").episode(seed, 0))
        told = turns.take(read_message('{"answer": {"cannot_tell": true}}'))
        assert turns.earned is not None and turns.earned["abstained"] == 1.0
        assert "unreadable" not in told
    turns = Turns(EpisodeGround("boolean").episode(0, 0))
    assert "unreadable" in turns.take(read_message('{"answer": {"nothing": 1}}'))


def test_episodes_without_a_judge_are_refused_before_they_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = symcause.load(EXAMPLES / "unique.json")
    refuse_unscored(problem)
    lacking = family_of(problem)._replace(scoring=None)
    monkeypatch.setattr("symcause.harnesses.episode_metrics.family_of", lambda _: lacking)
    with pytest.raises(UsageError, match="boolean declares no scoring"):
        refuse_unscored(problem)


def test_a_family_without_a_generator_is_told_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = families()
    lacking = [one._replace(generators={}) if one.name == "boolean" else one for one in own]
    monkeypatch.setattr("symcause.harnesses.episode_grounds.families", lambda: lacking)
    with pytest.raises(UsageError, match=r"makes no problems of its own.*generators"):
        EpisodeGround("boolean")
    with pytest.raises(UsageError, match="did you mean 'linear'"):
        EpisodeGround("linea")


def test_prompts_of_a_task_tell_the_class_where_that_is_asked_for() -> None:
    """As those of suites do; abstaining is another matter."""
    for name in ("replay", "crystals", "shapeworld", "statements"):
        (plain,), (told,) = (items(name, limit=1, tell_class=tell) for tell in (False, True))
        assert told.document == plain.document and len(told.prompt) > len(plain.prompt)
        problem = read_document(told.document)
        asked = symcause.render_prompt(problem, tell_class=True)
        assert told.prompt == asked.text and "cannot_tell" not in told.prompt
    with pytest.raises(UsageError, match="tell no class of models"):
        items("scenario", limit=1, tell_class=True)
