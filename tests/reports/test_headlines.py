"""Headlines of pages, each checked against the document that it speaks about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.families.statements.questions.separate import _separation_text as told_apart
from symcause.models.number_phrases import joined_names, plural
from symcause.reports.figures.scores.episode_shares import ENDINGS
from symcause.reports.figures.scores.episode_shares import _finding as of_episodes
from symcause.reports.figures.scores.stacked_bars import Stack
from tests.reports.cases import EXAMPLES
from tests.reports.kinds import logs
from tests.reports.test_sentences import lamp, page_of


def test_other_models_are_told_by_their_nearest(tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "alternatives", EXAMPLES / "ambiguous.json")
    first = document["alternatives"][0]
    assert view["headline"] == (
        f"{document['total']} other models explain the evidence; "
        f"the nearest differs in {joined_names(first['changed'])}"
    )
    assert view["tone"] == "some" and "max_parents" in document["class"]
    assert dict(view["facts"])["class"] == "at most 2 causes each, as the problem states"


def test_a_model_without_another_is_told_as_that(tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "alternatives", EXAMPLES / "unique.json")
    assert document["total"] == 0 and view["tone"] == "good"
    assert view["headline"] == "No other model explains the evidence"


def test_other_models_with_errors_are_told_with_theirs(tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "alternatives", lamp(tmp_path), "--errors", 4)
    disturbed = document["alternatives"][0]["disturbed"]
    assert view["headline"].endswith(f"and disturbs {plural(disturbed, 'cell')}")
    assert disturbed == min(found["disturbed"] for found in document["alternatives"])


def test_other_graphs_are_told_by_their_nearest(tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "alternatives", EXAMPLES / "episode.json")
    far = [found["distance"] for found in document["alternatives"]]
    assert far == sorted(far)
    assert view["headline"] == (
        f"{document['total']} other graphs explain the evidence; "
        f"the nearest has {plural(far[0], 'edge')} different"
    )
    titles = [title for title, _ in view["sections"]]
    told = [f"Graph {i}: {plural(n, 'edge')} different" for i, n in enumerate(far, 1)]
    assert titles == told


def test_other_worlds_are_told_by_what_they_answer(tmp_path: Path) -> None:
    view, document = page_of(tmp_path, "alternatives", EXAMPLES / "world.json")
    answers = dict.fromkeys(found["model"]["answer"] for found in document["alternatives"])
    told = f"{document['total']} other worlds show what was seen; those nearest answer"
    assert view["headline"] == f"{told} {joined_names(list(answers))}"


def test_graphs_are_told_apart_in_words(tmp_path: Path) -> None:
    shared = ["income->sport", "income->health", "diet->health", "sport->health"]
    files = [tmp_path / "first.json", tmp_path / "second.json"]
    for path, last in zip(files, ("income->diet", "diet->income"), strict=True):
        path.write_text(json.dumps({"edges": [*shared, last]}), encoding="utf-8")
    view, document = page_of(tmp_path, "separate", EXAMPLES / "statements.json", *files)
    assert view["sentence"].startswith(f"Intervening on {document['experiment']['do']}")
    for reading, which in zip(document["readings"], ("first", "second"), strict=True):
        assert (
            f"by {joined_names(reading['parents']) or 'nothing'} in the {which}" in view["sentence"]
        )
    seen = {"observe": ["A", "B", ["C", "D"]]}
    assert told_apart(seen, {"independent": True}, {"independent": False}) == (
        "A and B tell them apart: independent given C and D in the first, dependent in the second"
    )


def test_a_refused_certificate_says_why_before_where(tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    audit = ["audit", str(EXAMPLES / "unique.json"), "--certificate", str(proof)]
    assert CliRunner().invoke(cli, audit).exit_code == 0
    view, document = page_of(tmp_path, "verify", EXAMPLES / "ambiguous.json", proof)
    place, _, why = document["reason"].partition(": ")
    assert document["accepted"] is False
    assert view["sentence"] == f"{why[0].upper()}{why[1:]} ({place})."


def test_answers_to_a_text_are_scored_against_chance(tmp_path: Path) -> None:
    said = (EXAMPLES / "flood.answer.txt").read_text(encoding="utf-8")
    row = {"instanceId": "flood", "model": "one", "response": said}
    answers, page = tmp_path / "answers.jsonl", tmp_path / "page.html"
    answers.write_text(json.dumps(row) + "\n", encoding="utf-8")
    words = ["score", str(EXAMPLES / "flood.txt"), str(answers), "--html", str(page)]
    assert CliRunner().invoke(cli, words).exit_code == 0
    lines = (EXAMPLES / "flood.txt").read_text(encoding="utf-8").splitlines()
    edges = [line.split(" -> ") for line in lines if " -> " in line]
    nodes = {end for edge in edges for end in edge}
    chance = len(edges) / (len(nodes) * (len(nodes) - 1))
    assert f"; a random answer expects {chance:.2f}</h1>" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("ending", range(len(ENDINGS)))
def test_one_episode_is_told_as_one(ending: int) -> None:
    counts = tuple(int(i == ending) for i in range(len(ENDINGS)))
    told = of_episodes([Stack("agent", counts)])
    assert told.startswith("The one episode ends ") and " of 1 " not in told
    assert ("right" in told) == (ending < 3)


def test_a_figure_of_a_pool_or_of_runs_stands_alone(tmp_path: Path) -> None:
    """No link leads out of it into a page that is elsewhere."""
    runs = ["--log", str(logs(tmp_path, "unique"))]
    for words in ([str(EXAMPLES / "pool.jsonl")], [str(EXAMPLES / "unique.json"), *runs]):
        figure = tmp_path / "figure.svg"
        CliRunner().invoke(cli, ["audit", *words, "--figure", str(figure)])
        svg = figure.read_text(encoding="utf-8")
        assert "href" not in svg and "<a" not in svg and svg.count("<title>") > 1
