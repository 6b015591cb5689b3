"""Files that an earlier version wrote are read, or refused by the command that renews them.

Each folder beside this module was made by ``tools/write_old_files.py`` with the version that it is named
after, and is never changed.
"""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.cli.output.result_version import comparable, corrected
from symcause.formats.pools.problem_files import read_problems
from tests.cli.cases import Shell

HERE = Path(__file__).parent
FOLDERS = sorted(path for path in HERE.iterdir() if (path / "runs.json").exists())
RUNS = [
    pytest.param(folder, run, id=f"{folder.name}-{run['makes']}")
    for folder in FOLDERS
    for run in json.loads((folder / "runs.json").read_text(encoding="utf-8"))
]
PROBLEMS = {
    ".json": {"unique", "ambiguous", "replay", "hidden-roots", "crystal", "episode"}
    | {"shapes", "world", "boats"},
    ".jsonl": {"boolean", "linear", "shapeworld", "scenario", "textgraph"},
}
PAST = ("seconds", "symcause", "asked")
WORDED = ("sentence",)
"""Keys whose words may be put better in any version."""
DRAWN = ("generate.shapeworld.jsonl", "generate.statements.jsonl", "generate.cpt.jsonl")
"""Pools whose draws were mended in 1.1, where answers could be guessed: the same seed draws others."""


def _runs(kind: str) -> list[Any]:
    return [run for run in RUNS if run.values[1]["kind"] == kind]  # type: ignore[index]


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder, where its commands were run."""
    copy = tmp_path / "old"
    shutil.copytree(request.node.callspec.params["folder"], copy)
    monkeypatch.chdir(copy)
    return copy


def _lines(path: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{k: v for k, v in line.items() if k not in PAST} for line in found]


def _as_then(now: Any, then: Any) -> Any:
    """What a document says now, without the keys that it has gained and the words of sentences."""
    if isinstance(now, dict) and isinstance(then, dict):
        kept = {k: v for k, v in now.items() if k in then}
        return {k: then[k] if k in WORDED else _as_then(v, then[k]) for k, v in kept.items()}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [_as_then(one, other) for one, other in zip(now, then, strict=True)]
    return now


def test_there_are_files_of_every_version_and_kind() -> None:
    assert [folder.name for folder in FOLDERS] == ["v0_2_0", "v0_3_0", "v1_0_0"]
    kinds = {run.values[1]["kind"] for run in RUNS}  # type: ignore[index]
    assert kinds == {"results", "certificate", "dataset"}


@pytest.mark.parametrize(("folder", "run"), _runs("results"))
def test_results_are_gone_on_with_or_renewed(
    folder: Path, run: dict[str, Any], place: Path, shell: Shell
) -> None:
    made = place / run["makes"]
    before = made.read_bytes()
    version = folder.name.removeprefix("v").replace("_", ".")
    code, _, told = shell(*run["command"], "--resume")
    if code != 2:
        assert code == run["code"]
        versions = [json.loads(line).get("symcause") for line in before.splitlines()]
        named = f"{made.name}: lines of symcause {version} that --resume keeps: {versions.count(version)};"
        assert bool(told) == (comparable(version) and corrected(version) and version in versions)
        assert not told or (named in told and told.count("\n") == 1)
        return
    assert not comparable(version)
    assert made.read_bytes() == before, "what is refused is left alone"
    assert told.count("\n") == 1 and f"'{version}'" in told
    _, _, remedy = told.partition("; ")
    words = shlex.split(remedy.removesuffix(" writes them anew\n"))
    assert words[0] == "symcause"
    assert shell(*words[1:])[0] == run["code"]
    assert all(comparable(json.loads(line)["symcause"]) for line in made.open(encoding="utf-8"))


SAME = [
    run
    for run in _runs("results")
    if run.values[0].name != "v0_2_0" and run.values[1]["command"][0] != "score"
]
"""Results of versions that answer as this one does; scores are looked at below."""


@pytest.mark.few(6)
@pytest.mark.parametrize(("folder", "run"), SAME)
def test_half_a_file_of_the_same_results_is_finished(
    folder: Path, run: dict[str, Any], place: Path, shell: Shell
) -> None:
    """What 0.3 or 1.0 wrote stays as it is, and what was missing is added as it was said then."""
    made = place / run["makes"]
    wanted, old = _lines(made), made.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = "".join(old[: len(old) // 2])
    made.write_text(kept, encoding="utf-8")
    assert shell(*run["command"], "--resume")[0] == run["code"]
    assert made.read_text(encoding="utf-8").startswith(kept)
    finished = _lines(made)
    assert len(finished) == len(wanted)
    if run["makes"] not in DRAWN:
        assert _as_then(finished, wanted) == wanted


@pytest.mark.parametrize(
    ("folder", "run"), [run for run in _runs("results") if run.values[1]["command"][0] == "score"]
)
def test_half_a_file_of_scores_is_finished(
    folder: Path, run: dict[str, Any], place: Path, shell: Shell
) -> None:
    """A run that was interrupted then, and goes on now: all of its lines are today's."""
    made = place / run["makes"]
    old = made.read_text(encoding="utf-8").splitlines(keepends=True)
    made.write_text("".join(old[: len(old) // 2 + 1]), encoding="utf-8")
    assert shell(*run["command"], "--resume")[0] == run["code"]
    resumed = _lines(made)
    assert shell(*run["command"])[0] == run["code"]
    assert resumed == _lines(made)
    assert len(resumed) == len(old)


@pytest.mark.parametrize(("folder", "run"), _runs("certificate"))
def test_certificates_are_accepted(
    folder: Path, run: dict[str, Any], place: Path, shell: Shell
) -> None:
    code, told, _ = shell("verify", run["command"][1], run["makes"])
    assert (code, told.split()[0]) == (0, "accepted")


@pytest.mark.parametrize(("folder", "run"), _runs("dataset"))
def test_datasets_are_read(folder: Path, run: dict[str, Any], place: Path, shell: Shell) -> None:
    problems = place / "dataset" / "evaluator" / "problems.jsonl"
    code, found = shell.json("count", problems)
    assert code == 0
    assert [d["count"] for d in found] == [
        json.loads(line)["count"]
        for line in (place / "count.boolean.jsonl").read_text(encoding="utf-8").splitlines()
    ]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_transcripts_are_judged_and_scored(folder: Path, place: Path, shell: Shell) -> None:
    for family in ("boolean", "linear", "shapeworld", "scenario"):
        played = f"play.{family}.jsonl"
        assert shell("score", f"{family}.jsonl", played, "--bootstrap", 0)[0] == 0, family
        code, found = shell.one("audit", f"{family}.jsonl", *_first(family), "--log", played)
        assert code in (0, 1) and found["steps"] is not None
    assert shell("audit", "episode.json", "--log", "episode.log.jsonl")[0] in (0, 1)


def _first(family: str) -> tuple[str, ...]:
    line = json.loads(Path(f"{family}.jsonl").read_text(encoding="utf-8").splitlines()[0])
    return ("--id", line["id"])


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_problems_are_loaded(folder: Path) -> None:
    for name in PROBLEMS[".json"]:
        assert symcause.load(folder / f"{name}.json").id == name
    made = {path.stem for path in folder.glob("generate.*.jsonl")}
    for name in PROBLEMS[".jsonl"] | made:
        items = list(read_problems(str(folder / f"{name}.jsonl")))
        assert items and all(item.error is None for item in items), name
