"""Scores of answers to finite problems: stages, metrics, predictions, abstention, tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.families.finite.files.dataset_view import tally
from symcause.families.finite.files.document import read_finite
from tests.cli.cases import Shell, write
from tests.finite.test_queries import LIGHT
from tests.finite.test_questions import PLUS, QUERIES


def checked(document: dict[str, Any], answer: object) -> dict[str, Any]:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    told: dict[str, Any] = symcause.check(symcause.problem(document), text).to_dict()
    return told


@pytest.mark.parametrize(
    ("answer", "stage"),
    [
        ("no idea", "extracted_json"),
        ({}, "schema"),
        ({"mechanisms": {"C": 1}}, "schema"),
        ({"mechanisms": {}}, "keys"),
        ({"mechanisms": {"C": "0", "D": "0"}}, "keys"),
        ({"mechanisms": {"C": "(plus A)"}}, "parse"),
        ({"mechanisms": {"C": "C"}}, "legal"),
        ({"mechanisms": {"C": "(add A B)"}}, "total"),
        ({"mechanisms": {"C": "(plus B A)"}}, "valid"),
    ],
)
def test_stages(answer: object, stage: str) -> None:
    document = checked(PLUS, answer)
    assert (document["stage"], document["valid"]) == (stage, stage == "valid")
    assert (document["reason"] is None) == (stage == "valid")
    assert document["right"] is (stage == "valid")


def test_functions_count_and_not_their_writing() -> None:
    turned = checked(PLUS, {"mechanisms": {"C": "(plus B A)"}})
    assert (turned["functions_right"], turned["in_class"], turned["unique"]) == (1.0, True, False)
    outside = checked(PLUS, {"mechanisms": {"C": "(table A 1 2 1)"}})
    assert (outside["right"], outside["in_class"], outside["unique"]) == (True, False, None)
    assert outside["parent_f1"] == pytest.approx(2 / 3) and outside["parent_shd"] == 1
    assert outside["entries_right"] == pytest.approx(1 / 3) and outside["functions_right"] == 0.0


def test_held_out_worlds_count_only_after_training_worlds() -> None:
    heldout = {"id": "h", "split": "heldout", "do": {"A": 0}, "rows": [[0, 0, 0], [0, 2, 2]]}
    document = {**PLUS, "worlds": [*PLUS["worlds"], heldout]}
    right = checked(document, PLUS["gold"])
    assert (right["heldout_exact"], right["heldout_world_exact"], right["right"]) == (
        True,
        1.0,
        True,
    )
    copied = checked(document, {"mechanisms": {"C": "B"}})
    assert (copied["train_exact"], copied["heldout_exact"]) == (False, False)
    assert (copied["heldout_world_exact"], copied["right"]) == (1.0, False)


def test_abstention_is_judged_by_the_count() -> None:
    for extra in ({}, {"mechanisms": {"C": "(plus A B)"}}):
        open_ = checked(PLUS, {"cannot_tell": True, **extra})
        assert (open_["abstained"], open_["right"], open_["support"]) == (True, None, "justified")
        assert open_["stage"] == "schema"
    smaller = {**PLUS["class"], "grammar": {**PLUS["class"]["grammar"], "max_size": 4}}
    settled = checked({**PLUS, "class": smaller}, {"cannot_tell": True})
    assert (settled["support"], settled["count"]) == ("premature", 1)


def test_alternatives_prove_that_a_question_is_open() -> None:
    pair = [{"mechanisms": {"C": text}} for text in ("(plus A B)", "(plus (min A B) B)")]
    assert checked(PLUS, {"cannot_tell": True, "alternatives": pair})["proved"] is True
    same = [pair[0], {"mechanisms": {"C": "(plus B A)"}}]
    assert checked(PLUS, {"cannot_tell": True, "alternatives": same})["proved"] is False


ASKED = {**LIGHT, "queries": QUERIES[:1] + QUERIES[2:4] + QUERIES[6:]}
NAMES = [query["id"] for query in ASKED["queries"]]  # settled, undetermined twice, impossible


@pytest.mark.parametrize(
    ("said", "support"),
    [
        (["on", "undetermined", "undetermined", "impossible"], ["justified"] * 4),
        (["off", "off", "on", 1], ["refuted", "unsupported", "unsupported", "refuted"]),
        (["undetermined"] * 4, ["premature", "justified", "justified", "unsupported"]),
        (["impossible"] * 4, ["refuted", "refuted", "refuted", "justified"]),
    ],
)
def test_support_of_predictions(said: list[object], support: list[str]) -> None:
    document = checked(ASKED, {"predictions": dict(zip(NAMES, said, strict=True))})
    assert [part["support"] for part in document["predictions"]] == support
    assert document["accuracy"] == support.count("justified") / 4
    assert document["right"] is (support == ["justified"] * 4)
    assert document["train_exact"] is None


@pytest.mark.parametrize("value", ["banana", "1", 1.0, True, None])
def test_answers_that_are_no_values_stop_at_parse(value: object) -> None:
    said = dict.fromkeys(NAMES, "undetermined") | {NAMES[-1]: value}
    document = checked(ASKED, {"predictions": said})
    assert (document["stage"], document["right"]) == ("parse", False)
    assert "0, 1, undetermined, impossible" in document["reason"]


def test_cannot_tell_is_undetermined_of_every_query() -> None:
    document = checked(ASKED, {"cannot_tell": True})
    assert (document["stage"], document["abstained"], document["right"]) == ("valid", True, None)
    assert [part["said"] for part in document["predictions"]] == ["undetermined"] * 4
    assert document["support"] == "premature"


def test_a_scoring_run_has_tables_of_models_and_predictions(shell: Shell, tmp_path: Path) -> None:
    pool = write(tmp_path / "pool.jsonl", PLUS, ASKED)
    said = json.dumps({"predictions": dict.fromkeys(NAMES, "undetermined")})
    answers = [("plus", json.dumps(PLUS["gold"])), ("light", said)]
    lines = [
        {"problem": problem, "model": "m", "response": response} for problem, response in answers
    ]
    out = tmp_path / "scores.jsonl"
    predictions = write(tmp_path / "predictions.jsonl", *lines)
    code, text, err = shell("score", pool, predictions, "--out", out)
    assert code == 0, err
    assert "Models" in text and "Predictions" in text
    scores = {s["problem"]: s for s in map(json.loads, out.read_text().splitlines())}
    assert scores["plus"]["right"] is True and scores["plus"]["functions_right"] == 1.0
    assert scores["light"]["accuracy"] == 0.5 and scores["light"]["gold_accuracy"] == 0.0


def test_an_answer_that_cannot_be_read_is_wrong_about_every_query(
    shell: Shell, tmp_path: Path
) -> None:
    pool = write(tmp_path / "pool.jsonl", ASKED)
    right = {"predictions": dict.fromkeys(NAMES, "undetermined")}
    lines = [
        {"problem": "light", "model": model, "response": response}
        for model, response in (("reads", json.dumps(right)), ("mumbles", "off, I think"))
    ]
    predictions = write(tmp_path / "predictions.jsonl", *lines)
    columns = "model,answers,right,by label,invalid"
    code, text, err = shell(
        *("score", pool, predictions, "--table", "predictions", "--columns", columns)
    )
    assert code == 0, err
    rows = {line.split()[0]: line.split()[1:] for line in text.splitlines() if line}
    assert rows["mumbles"][:2] + rows["mumbles"][3:] == ["4", "0.000", "4"]
    assert rows["reads"][:2] + rows["reads"][3:] == ["4", "0.500", "0"]


def test_whoever_calls_every_query_undetermined_abstains() -> None:
    """In whichever words: the table of claims and abstentions is the same."""
    problem = read_finite(ASKED)
    tables = []
    for said in ({"predictions": dict.fromkeys(NAMES, "undetermined")}, {"cannot_tell": True}):
        scored = symcause.score(
            [problem], [{"problem": "light", "model": "m", "response": json.dumps(said)}]
        )
        (table,) = [one for one in scored.tables if one.key == "abstention"]
        tables.append(table.rows)
    assert tables[0] == tables[1]


def test_datasets_of_queries_lack_no_heldout_worlds() -> None:
    assert "heldout_worlds" not in tally(read_finite(ASKED))
    assert tally(read_finite(PLUS))["heldout_worlds"] == str(len(read_finite(PLUS).heldout))
