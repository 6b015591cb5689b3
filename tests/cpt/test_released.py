"""Released questions: joined with their models, as stored or as printed; what is not understood is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.cases import Shell
from tests.cpt.released import COUNTER, EFFECT, MARGINAL, METHODS, question, written


def results(shell: Shell, *arguments: object) -> tuple[int, list[dict[str, Any]]]:
    code, out, _ = shell(*arguments, "--json")
    return code, [json.loads(line) for line in out.splitlines()]


def test_models_beside_the_questions(shell: Shell, tmp_path: Path) -> None:
    path = written(tmp_path, [EFFECT, MARGINAL, METHODS, COUNTER])
    _, found = results(shell, "audit", path)
    effect, marginal, methods, counter = found
    assert effect["problem"] == "garden-confounding-ate-model7-spec0-q0"
    assert (effect["value"], effect["answer"], effect["given_answer"]) == ("3/10", "yes", "yes")
    assert effect["gold_right"] and effect["stored_value_right"] and effect["given_right"] == []
    assert (marginal["value"], marginal["answer"]) == ("-1/40", "no")
    assert marginal["gold_right"] is False and marginal["stored_value_right"] is True
    wrong = [part["number"] for part in marginal["given_right"]]
    assert wrong == []
    assert (methods["answer"], methods["valid"]) == ("no", [False, True])
    assert (counter["answer"], counter["text_answer"], counter["text_agrees"]) == ("no", "no", True)
    assert counter["stored_value_right"] is True


def test_models_that_a_user_names(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "questions").mkdir()
    (tmp_path / "models").mkdir()
    path = written(tmp_path / "questions", [EFFECT], models=None)
    written(tmp_path / "models", [])
    code, alone = results(shell, "audit", path)
    assert code == 0 and alone[0]["value"] is None and alone[0]["answer"] == "yes"
    code, found = results(
        shell, "audit", path, "--models", tmp_path / "models" / "garden-models.json"
    )
    assert code == 0 and found[0]["value"] == "3/10"


def test_printed_percentages(shell: Shell, tmp_path: Path) -> None:
    path = written(tmp_path, [EFFECT], models=None)
    code, found = results(shell, "audit", path, "--printed")
    assert code == 0
    assert (found[0]["low"], found[0]["high"]) == ("289/1000", "311/1000")


@pytest.mark.parametrize(
    ("told", "word"),
    [
        (
            "For winter it rains a lot. The overall probability of summer is 50%.",
            "For winter it rains a lot",
        ),
        ("The overall probability of summer is 50%.", "prints 1 numbers, and 5 are given"),
        (EFFECT["given_info"].replace("30%", "35%"), "7/20"),
    ],
)
def test_a_text_that_is_not_understood(shell: Shell, tmp_path: Path, told: str, word: str) -> None:
    path = written(tmp_path, [{**EFFECT, "given_info": told}], models=None)
    code, _, err = shell("audit", path, "--printed")
    assert code == 2 and word in err and len(err.strip().splitlines()) == 1


def test_an_equation_that_is_not_understood_is_the_error_of_its_item(
    shell: Shell, tmp_path: Path
) -> None:
    odd = {**COUNTER, "desc_id": "odd", "given_info": "We know that summer likes watered plants."}
    path = written(tmp_path, [EFFECT, odd, METHODS])
    code, found = results(shell, "audit", path)
    assert code == 2 and len(found) == 3
    assert "summer likes watered plants" in found[1]["error"] and found[1]["problem"] == "odd"
    assert found[0]["answer"] == "yes" and found[2]["answer"] == "no"


@pytest.mark.parametrize(
    ("meta", "word"),
    [
        ({"query_type": "cate"}, "cate"),
        ({"graph_id": "star"}, "star"),
        ({"treated": False}, "treated"),
        ({"given_info": {"p(Y | Q)": [0.1, 0.2]}}, "Q"),
        ({"model_id": 99}, "99"),
    ],
)
def test_odd_questions(shell: Shell, tmp_path: Path, meta: dict[str, Any], word: str) -> None:
    odd = {**EFFECT, "meta": {**EFFECT["meta"], **meta}}
    code, _, err = shell("audit", written(tmp_path, [odd]))
    assert code == 2 and word in err and len(err.strip().splitlines()) == 1


def test_a_deterministic_question_needs_its_model(shell: Shell, tmp_path: Path) -> None:
    code, _, err = shell("audit", written(tmp_path, [COUNTER], models=None))
    assert code == 2 and "--models" in err


def test_a_folder_passes_over_its_models(shell: Shell, tmp_path: Path) -> None:
    written(tmp_path, [EFFECT, METHODS])
    code, found = results(shell, "audit", tmp_path)
    assert code == 0 and [one["answer"] for one in found] == ["yes", "no"]


def test_options_for_released_questions_only(shell: Shell, tmp_path: Path) -> None:
    code, _, err = shell("audit", "examples/draft.json", "--printed")
    assert code == 2 and "--printed is for questions of CLadder" in err


def test_the_prompt_is_the_published_text(shell: Shell, tmp_path: Path) -> None:
    path = written(tmp_path, [EFFECT])
    _, found = results(shell, "prompt", path, "--allow-abstain")
    message = found[0]["message"]
    assert message.startswith("Imagine a garden.") and message.endswith(EFFECT["question"])
    assert "cannot_tell" in found[0]["instruction"]


def test_a_question_about_an_instrument_has_an_unobserved_confounder(
    shell: Shell, tmp_path: Path
) -> None:
    given = {"p(Y | V2)": [0.72, 0.83], "p(X | V2)": [0.63, 0.91]}
    asked = question("ate", "", given, "yes", graph_id="IV")
    code, found = results(shell, "audit", written(tmp_path, [asked], models=None))
    assert code == 1 and found[0]["answer"] == "open" and found[0]["status"] == "exact"


def test_errata_of_released_questions(shell: Shell, tmp_path: Path) -> None:
    """A wrong label with its proof, two valid methods, and a text that says other than the tables."""
    told = str(COUNTER["given_info"])
    swapped = {
        **COUNTER,
        "desc_id": "swapped",
        "given_info": told.replace("summer or", "winter or"),
    }
    path = written(tmp_path, [EFFECT, MARGINAL, METHODS, COUNTER, swapped])
    lines = tmp_path / "errata.jsonl"
    shell("audit", path, "--errata", lines, "--quiet")
    found = {one["item"]: one for one in map(json.loads, lines.read_text().splitlines())}
    assert set(found) == {MARGINAL["desc_id"], "swapped"}
    wrong = found[MARGINAL["desc_id"]]
    assert (wrong["stored"], wrong["derived"], wrong["kind"]) == ("yes", "no", "wrong")
    assert wrong["shown"][0] == "the tables give -1/40"
    assert wrong["certificate"]["claim"]["name"] == "effect"
    assert (found["swapped"]["kind"], found["swapped"]["stored"]) == ("reading", "no")
