"""A study: strictly read, played in a browser through a reload and a restart, one file of results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.episodes.transcripts.transcript_reader import read_transcripts
from symcause.formats.answer_files.study_file import read_study
from tests.reports.chromium import Page, needs_chromium
from tests.workbench.playing import answer, fill
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench

pytestmark = needs_serve

COMPLAINT = "document.querySelector('.complaint')?.textContent ?? null"
PROBLEMS = ("world", "boats", "hidden-order")
STUDY: dict[str, Any] = {
    "format": "symcause.study/1",
    "id": "pilot",
    "pool": "pool",
    "seed": 7,
    "title": "A pilot",
    "instructions": "Take your time.",
}


def written(folder: Path, **changes: object) -> Path:
    """A study and its pool of three problems."""
    pool = folder / "pool"
    pool.mkdir(exist_ok=True)
    for name in PROBLEMS:
        (pool / f"{name}.json").write_text((EXAMPLES / f"{name}.json").read_text())
    path = folder / "study.json"
    path.write_text(
        json.dumps({key: value for key, value in {**STUDY, **changes}.items() if value is not None})
    )
    return path


def sat(bench: Bench, **sitting: object) -> list[dict[str, Any]]:
    """What a participant is told; the last line, how it ended, left out."""
    return bench.lines("study", {"sitting": {"participant": "p1", **sitting}})[:-1]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"format": "symcause.study/2"}, "format"),
        ({"pool": None}, "pool"),
        ({"pool": "elsewhere"}, "elsewhere"),
        ({"pool": 7}, "pool"),
        ({"sead": 7}, "did you mean 'seed'"),
        ({"seed": "7"}, "seed"),
        ({"id": "../pilot"}, "id"),
        ({"problems": ["word"]}, "did you mean 'world'"),
        ({"problems": []}, "problems"),
        ({"problems": ["world", "world"]}, "twice"),
        ({"participants": ["A", "a"]}, "twice"),
        ({"participants": ["a b"]}, "participants"),
        ({"budget": -1}, "budget"),
        ({"rules": {"linear": {}}}, "linear"),
        ({"rules": {"boolean": {"target": 2}}}, "target"),
        ({"rules": {"boolean": {"targets": 99}}}, "99"),
    ],
)
def test_a_study_is_read_strictly(
    changes: dict[str, object], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, **changes)
    with pytest.raises(SystemExit) as end:
        main(["serve", "--no-browser", "--study", str(path)])
    said = capsys.readouterr().err
    assert end.value.code == 2 and told in said and len(said.strip().splitlines()) == 1, said


def test_a_study_shows_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", "--no-browser", "--study", str(written(tmp_path)), str(EXAMPLES)])
    assert end.value.code == 2 and "only its own problems" in capsys.readouterr().err


def test_an_order_is_the_participants_own(tmp_path: Path) -> None:
    study = read_study(written(tmp_path))
    orders = {study.order(6, f"p{number}") for number in range(20)}
    assert len(orders) > 10 and study.order(6, "p1") == study.order(6, "p1")
    assert all(sorted(order) == list(range(6)) for order in orders)
    plain = read_study(written(tmp_path, shuffle=False))
    assert plain.order(3, "p1") == plain.order(3, "p2") == (0, 1, 2)


def test_a_page_carries_the_record_where_nothing_is_saved(tmp_path: Path) -> None:
    """Nothing is judged before the end, a stale page does nothing, other questions are not there."""
    study = written(tmp_path, participants=["P1"], shuffle=False, problems=["world", "boats"])
    before = sorted(tmp_path.rglob("*"))
    with workbench("--study", study) as bench:
        for kind in ("shelf", "open", "ask/count", "runs", "play", "export/problem", "episode"):
            assert bench.request(f"/api/{kind}", {})[0] in (404, 405)
        assert sat(bench, participant="")[0]["study"]["title"] == "A pilot"
        for code in ("p2", "../p1", "p1/..", "x" * 41):
            assert "error" in sat(bench, participant=code)[0]
        (first,) = sat(bench, participant="P1 ", review=0)
        assert first["participant"] == "p1" and first["place"] == [0, 0] and "row" not in first
        act = {"action": first["shown"]["offered"][0]["action"]}
        (moved,) = sat(bench, place=[0, 0], move=act)
        assert moved["place"] == [0, 1] and moved["results"] is None
        (stale,) = sat(bench, place=[0, 0], move=act, record=moved["record"])
        assert stale["place"] == [0, 1] and "another window" in stale["refused"]
        (second,) = sat(bench, place=[0, 1], move={"form": "yes"}, record=moved["record"])
        assert second["place"] == [1, 0] and second["shown"]["id"] == "boats"
        assert "right" not in json.dumps(second["shown"]) and "gold" not in json.dumps(second)
        (draft,) = sat(
            bench, place=[1, 0], move={"form": {"design": {"x": 1}}, "draft": True}, **_kept(second)
        )
        assert "x" in draft["draft"]["why"]
        end, *rows = sat(bench, place=[1, 0], move={"form": {"design": {}}}, **_kept(second))
        assert end["shown"] is None and [line["row"]["problem"] for line in rows] == [
            "world",
            "boats",
        ]
        _, view = sat(bench, review=1, **_kept(end))
        assert view["view"]["id"] == "boats"
        assert "error" in sat(bench, review=2, **_kept(end))[-1]
        forged = end["record"].replace('"seed": 7', '"seed": 8')
        assert "was another" in sat(bench, record=forged)[0]["error"]
    assert sorted(tmp_path.rglob("*")) == before


def _kept(line: dict[str, Any]) -> dict[str, Any]:
    return {"record": line["record"]}


@needs_chromium
def test_three_problems_through_a_reload_and_a_restart(page: Page, tmp_path: Path) -> None:
    study, saved = written(tmp_path), tmp_path / "results"
    with workbench("--study", study, "--save", saved) as bench:
        _begin(page, bench)
        first = page.run("document.querySelector('.budget').dataset.left")
        page.run("document.querySelector('[data-action]').click()")
        page.wait("document.documentElement.dataset.sat === '0,1'")
        page.call("Page.reload")
        page.wait("document.documentElement?.dataset.sat === '0,1'")
        assert page.run("document.querySelectorAll('.seen > li').length") == 1
        assert page.run("document.querySelector('.budget').dataset.left") == str(int(first) - 1)
        assert "Problem 1 of 3" in page.run("document.querySelector('.play-head').textContent")
        _answered(page, bench)
        page.wait("document.documentElement.dataset.sat === '1,0'")
        page.run("document.querySelector('[data-action]').click()")
        page.wait("document.documentElement.dataset.sat === '1,1'")
        shown = page.run("document.body.textContent")
        assert "gold" not in shown and "Right" not in shown and "Wrong" not in shown
        assert page.complaints == [] and page.run(COMPLAINT) is None
    with workbench("--study", study, "--save", saved) as bench:
        _begin(page, bench)
        page.wait("document.documentElement.dataset.sat === '1,1'")
        _answered(page, bench)
        page.wait("document.documentElement.dataset.sat === '2,0'")
        _answered(page, bench)
        page.wait("document.documentElement.dataset.sat === '3,0'")
        assert page.run("document.querySelectorAll('tbody tr').length") == 3
        assert page.run(COMPLAINT) is None
        page.run("document.querySelector('tbody button').click()")
        page.wait("document.documentElement.dataset.episode === '0'")
        page.resize(390, 844)
        page.run("document.querySelector('[data-act=study-back]').click()")
        assert page.becomes("document.documentElement.scrollWidth", 390) == 390
        assert page.complaints == []
    found = list(read_transcripts(saved / "pilot.jsonl"))
    assert sorted(run.header.id for run in found) == sorted(PROBLEMS)
    assert all(run.answer is not None and run.header.agent == "p1" for run in found)
    assert [path.name for path in saved.iterdir()] == ["pilot.jsonl"]
    with pytest.raises(SystemExit) as end:
        main(["score", str(tmp_path / "pool"), str(saved / "pilot.jsonl"), "--json"])
    assert end.value.code == 0


def _begin(page: Page, bench: Bench) -> None:
    """Open the study as a new browser does, and say who one is."""
    page.complaints.clear()
    page.call("Page.navigate", url="about:blank")
    page.call("Page.navigate", url=bench.address)
    page.wait("document.documentElement?.dataset.ready === 'welcome'")
    assert page.run(COMPLAINT) is None
    page.run("document.getElementById('participant').value = 'P1'")
    page.run("document.querySelector('[data-act=begin]').click()")
    page.wait("document.documentElement.dataset.ready === 'study'")
    page.wait("document.documentElement.dataset.sat")


def _answered(page: Page, bench: Bench) -> None:
    """Answer the problem that is shown; under a protocol only after the first action."""
    (now,) = sat(bench)
    if now["shown"]["id"] == "world" and not now["shown"]["steps"]:
        page.run("document.querySelector('[data-action]').click()")
        page.wait(f"document.documentElement.dataset.sat === '{now['place'][0]},1'")
    fill(page, now["shown"]["id"])
    answer(page)
