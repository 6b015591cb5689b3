"""``--save``: the one folder that is written to; whole files, none written over, whatever an id says."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from symcause.cli.main import main
from symcause.episodes.transcripts.transcript_reader import read_transcripts
from symcause.workbench.save_folder import Desk, held
from tests.workbench.running import EXAMPLES, Bench, needs_serve, workbench
from tests.workbench.test_study import sat, written

pytestmark = needs_serve


def test_files_are_numbered_and_never_written_over(tmp_path: Path) -> None:
    desk = Desk.at(str(tmp_path / "new" / "folder"))
    assert desk.keep("x", "problem.json", "first") == "x.problem.json"
    assert desk.keep("x", "problem.json", "second") == "x-2.problem.json"
    (desk.folder / "x-3.problem.json").symlink_to(tmp_path / "outside")
    assert desk.keep("x", "problem.json", "third") == "x-4.problem.json"
    assert (desk.folder / "x.problem.json").read_text() == "first"
    with ThreadPoolExecutor(8) as many:
        names = list(many.map(lambda i: desk.keep("y", "json", str(i)), range(40)))
    assert len(set(names)) == 40
    assert {(desk.folder / name).read_text() for name in names} == {str(i) for i in range(40)}
    assert not [path for path in desk.folder.iterdir() if path.suffix == ".part"]
    assert not (tmp_path / "outside").exists()


def test_a_file_system_without_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", refuse)
    desk = Desk.at(str(tmp_path))
    assert [desk.keep("x", "json", text) for text in "ab"] == ["x.json", "x-2.json"]
    assert (tmp_path / "x.json").read_text() == "a"


@pytest.mark.parametrize("name", ["../../x", "/etc/passwd", "..", "a/../b", "\0", "…", "x" * 500])
def test_no_id_leaves_the_folder(name: str, tmp_path: Path) -> None:
    desk = Desk.at(str(tmp_path / "desk"))
    kept = desk.keep(name, "json", "text")
    assert [path.name for path in desk.folder.iterdir()] == [kept]
    assert [path.name for path in tmp_path.iterdir()] == ["desk"]


def test_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_text('{"a": 1}\n{"b": ')
    with held(path) as ledger:
        assert ledger.text() == '{"a": 1}\n'
        ledger.add('{"c": 3}\n')
    assert path.read_text() == '{"a": 1}\n{"c": 3}\n'


def test_a_folder_that_cannot_be_written_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    for place in ("file", "file/below", "\0"):
        with pytest.raises(SystemExit) as end:
            main(["serve", "--no-browser", "--save", str(tmp_path / place)])
        said = capsys.readouterr().err
        assert end.value.code == 2 and len(said.strip().splitlines()) == 1, said


def test_exports_and_plays_are_saved_there(tmp_path: Path) -> None:
    """Files of a page whose problem has a hostile id; a play when it is over, or when it is asked for."""
    problem = {**json.loads((EXAMPLES / "ambiguous.json").read_text()), "id": "../../evil"}
    saved = tmp_path / "desk"
    with workbench(EXAMPLES / "world.json", "--save", saved) as bench:
        for name in ("evil.problem.json", "evil-2.problem.json"):
            said = bench.lines("export/problem", {"state": {"document": problem}})[0]["file"]
            assert said["saved"] == name and (saved / name).read_text() == said["text"]
        begun = _played(bench, {})
        assert "saved" not in begun
        move = {"action": begun["offered"][0]["action"], "transcript": begun["transcript"]}
        acted = _played(bench, move)
        kept = _played(bench, {"keep": True, "transcript": acted["transcript"]})
        assert kept["saved"] == "world.episode.jsonl"
        over = _played(bench, {"form": "yes", "transcript": acted["transcript"]})
        assert over["saved"] == "world-2.episode.jsonl"
        again = _played(bench, {"transcript": over["transcript"]})  # looked at, not played
        assert "saved" not in again and again["view"]
    (half,) = read_transcripts(saved / "world.episode.jsonl")
    (whole,) = read_transcripts(saved / "world-2.episode.jsonl")
    assert half.answer is None and whole.answer is not None and half.steps == whole.steps
    assert sorted(path.name for path in tmp_path.iterdir()) == ["desk"]


def _played(bench: Bench, move: dict[str, object]) -> dict[str, Any]:
    found = bench.lines("play", {"file": 0, "at": 0, "move": move})[0]
    assert "played" in found, found
    told: dict[str, Any] = found["played"]
    return told


def test_a_study_goes_on_after_a_crash_between_its_two_files(tmp_path: Path) -> None:
    """An answered episode that had not reached the results does, once; two at a time lose nothing."""
    study = written(tmp_path, shuffle=False, problems=["boats", "world"])
    saved = tmp_path / "desk"
    answer: dict[str, object] = {"form": {"design": {}}}
    with workbench("--study", study, "--save", saved) as bench:
        for who in ("p1", "p2"):
            (moved,) = sat(bench, participant=who, place=[0, 0], move=answer)
            assert moved["place"] == [1, 0]
    results, part = saved / "pilot.jsonl", saved / "pilot.p1.part"
    first, second = read_transcripts(results)
    results.write_text(str(second))
    part.write_text(str(first))
    (saved / "pilot.p2.part").write_text(str(second))  # has reached them, but was not cleared
    with workbench("--study", study, "--save", saved) as bench:
        assert [sat(bench, participant=who)[0]["place"] for who in ("p1", "p2")] == [[1, 0]] * 2
        assert sorted(run.header.agent for run in read_transcripts(results)) == ["p1", "p2"]
        act = {"action": sat(bench)[0]["shown"]["offered"][0]["action"]}
        with ThreadPoolExecutor(4) as many:
            found = list(many.map(lambda _: sat(bench, place=[1, 0], move=act)[0], range(4)))
        assert [one["refused"] is None for one in found].count(True) == 1
        assert {tuple(one["place"]) for one in found} == {(1, 1)}
    assert part.read_text().count('"step"') == 1
