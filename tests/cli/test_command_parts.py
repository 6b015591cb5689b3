"""Small parts of commands by themselves: limits of numbers, certificates among problems, torn lines."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import click
import pytest
from click.testing import CliRunner

import symcause
from symcause.bounds.cli_bounds import LARGEST_NUMBER
from symcause.cli import main as entry
from symcause.cli.certificates.certificate_lookup import Held
from symcause.cli.certificates.certificate_verdict import Terms
from symcause.cli.certificates.verified_source import kin_of
from symcause.cli.commands import verify
from symcause.cli.main import cli
from symcause.cli.option_types import ordinary
from symcause.cli.output.transcript_file import TranscriptFile
from symcause.cli.runs import progress_display
from symcause.cli.score_run.family_choice import scoring_of
from symcause.errors import ProblemError, UsageError
from symcause.formats.pools.problem_files import Item
from symcause.processes.pools import Local
from symcause.registry import Family, families
from tests.cli.cases import EXAMPLES

CERTIFICATE = "unique.certificate.json"


def certified(folder: Path) -> Path:
    """The certificate of an example."""
    path = folder / CERTIFICATE
    made = ["audit", str(EXAMPLES / "unique.json"), "--certificate", str(path), "--quiet"]
    done = CliRunner().invoke(cli, made)
    assert done.exit_code == 0, done.output
    return path


@pytest.mark.parametrize("sign", [1, -1])
def test_a_number_that_a_machine_can_count_to(sign: int) -> None:
    context = click.Context(click.Command("any"))
    option = click.Option(["--seed"])
    assert ordinary(context, option, sign * LARGEST_NUMBER) == sign * LARGEST_NUMBER
    assert ordinary(context, option, None) is None
    with pytest.raises(click.BadParameter, match="is beyond"):
        ordinary(context, option, sign * (LARGEST_NUMBER + 1))


def test_certificates_stand_after_problems_of_a_folder(tmp_path: Path) -> None:
    """A file of both: what comes after a problem is read like what comes before it."""
    problem = (EXAMPLES / "unique.json").read_text(encoding="utf-8")
    lines = [json.dumps(json.loads(text)) for text in (problem, certified(tmp_path).read_text())]
    (tmp_path / CERTIFICATE).unlink()
    for order in ((0, 1), (1, 0), (0, 0, 1), (1, 0, 1)):
        (tmp_path / "both.jsonl").write_text("\n".join(lines[i] for i in order), encoding="utf-8")
        with Held(str(tmp_path)) as held:
            assert len(held) == order.count(1)
    with pytest.raises(ProblemError):
        Held(str(tmp_path / "both.jsonl"))


def test_problems_of_certificates_about_two_stand_after_broken_ones() -> None:
    boats = symcause.load(EXAMPLES / "boats.json")
    broken = Item(0, "bad", None, ProblemError("no"))
    other = Item(1, "unique", symcause.example("unique"))
    assert kin_of([broken, other]) == {}
    (found,) = kin_of([broken, other, Item(2, "boats", boats)]).values()
    assert found is boats


@pytest.mark.parametrize("torn", ['{"a', "x" * 70_000, "y" * 2_500_000])
@pytest.mark.parametrize("whole", [True, False])
def test_a_torn_line_is_cut_off_however_long_it_is(tmp_path: Path, torn: str, whole: bool) -> None:
    path = tmp_path / "episodes.jsonl"
    if whole:
        play = ["play", str(EXAMPLES / "world.json"), "--agent", "random", "--out", str(path)]
        CliRunner().invoke(cli, [*play, "--seed", "1"])
    log = path.read_text(encoding="utf-8") if whole else ""
    path.write_text(log + torn, encoding="utf-8")
    with TranscriptFile(str(path), resume=False):
        pass
    left = path.read_text(encoding="utf-8") if path.exists() else ""
    assert left == log


def test_a_family_without_answers_is_not_scored() -> None:
    family = SimpleNamespace(name="odd", title="odd problems", scoring=None)
    with pytest.raises(UsageError, match="score does not apply to odd problems") as told:
        scoring_of(cast("Family", family), {}, {})
    able = [one.title for one in families() if one.scoring is not None]
    assert all(title in str(told.value) for title in able)


@pytest.mark.parametrize("terms", [Terms(), Terms(timeout=9.0), Terms(memory=900)])
def test_bounds_are_kept_by_a_process_of_its_own(
    terms: Terms, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the number of jobs; without any, one job needs no other process."""
    monkeypatch.setitem(sys.modules, verify.__name__, verify)  # others may have had it loaded anew
    started: list[object] = []
    real = verify.pool
    monkeypatch.setattr(verify, "pool", lambda *a, **more: started.append(more) or real(*a, **more))
    made = verify._Verifying(str(EXAMPLES / "unique.json"), None, None, None, terms)
    assert made.single and not started
    with Held(str(certified(tmp_path))) as made.held:
        (shown,) = made.documents(Local(1))
    assert shown.code == 0 and bool(started) is terms.limited


def test_one_file_is_named_while_it_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress_display, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress_display.sys.stderr, "isatty", lambda: True)
    shown = progress_display.Progress(("deep/one.json",), None, what="auditing")
    shown.tick()
    assert "auditing one.json: 0 s" in capsys.readouterr().err


def test_the_process_ends_with_the_code_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is loaded is not taken apart first; called with arguments, somebody else's process goes on."""
    ends: list[int] = []
    monkeypatch.setattr(entry, "loading", SimpleNamespace(leaving=lambda: None, last=ends.append))
    monkeypatch.setattr("sys.argv", ["symcause", "count", "no-such-file.json"])
    for given in (None, ["count", "no-such-file.json"]):
        with pytest.raises(SystemExit) as ended:
            entry.main(given)
        assert ended.value.code == 2
    assert ends == [2]
