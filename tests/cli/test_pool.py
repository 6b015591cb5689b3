"""Pools: order, items that fail, exit codes, ``--out`` and ``--resume``, Ctrl-C, closed pipes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from symcause.cli.runs.pool_errors import Complaints
from tests.cli.cases import BOOLEAN, EXAMPLES, Shell, example, hard, write
from tests.patience import PATIENCE, until
from tests.trust.interrupting import listening

POOL = EXAMPLES / "pool.jsonl"
BROKEN = '{"format": "symcause.boolean/1", "id": "broken"}'


@pytest.fixture
def unique(tmp_path: Path) -> Path:
    return write(tmp_path / "unique.jsonl", *(example("unique", id=f"u{i}") for i in range(4)))


def start(*arguments: object, **options: object) -> subprocess.Popen[str]:
    """The command line in a process of its own, its standard streams in pipes."""
    return subprocess.Popen(
        [sys.executable, "-c", "from symcause.cli.main import main; main()", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=listening,
        **options,  # type: ignore[call-overload]
    )


# Order and codes.


@pytest.mark.few(2)
@pytest.mark.parametrize("command", ["count", "audit", "solve", "alternatives"])
def test_one_document_a_problem_in_input_order(command: str, shell: Shell) -> None:
    _, documents = shell.json(command, POOL)
    assert [d["problem"] for d in documents] == list(BOOLEAN)
    for name, document in zip(BOOLEAN, documents, strict=True):
        _, alone = shell.one(command, EXAMPLES / f"{name}.json")
        assert document.pop("asked")["id"] == name and alone.pop("asked")["id"] is None
        assert {**document, "seconds": 0} == {**alone, "seconds": 0}


@pytest.mark.parametrize("command", ["count", "alternatives"])
def test_jobs_change_nothing(command: str, shell: Shell) -> None:
    assert shell(command, POOL, "--json") == shell(command, POOL, "--json", "--jobs", 3)
    assert shell(command, POOL) == shell(command, POOL, "--jobs", 3)


def test_jobs_change_nothing_but_the_time_of_an_audit(shell: Shell) -> None:
    _, one = shell.json("audit", POOL)
    _, three = shell.json("audit", POOL, "--jobs", 3)
    assert [{**d, "seconds": 0} for d in one] == [{**d, "seconds": 0} for d in three]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["unique"], 0),
        (["unique", "unique"], 0),
        (["unique", "ambiguous"], 1),
        (["hard", "unique"], 3),
        (["ambiguous", "hard", "unique"], 3),
        (["hard", "broken", "ambiguous"], 2),
        (["unique", "broken"], 2),
    ],
)
def test_exit_code_of_a_pool(lines: list[str], code: int, tmp_path: Path, shell: Shell) -> None:
    """2 if any failed, else 3 if any is unknown, else 1, else 0."""
    texts = {"broken": BROKEN, "hard": json.dumps(hard(25, max_parents=4, setting="hidden-roots"))}
    items = [texts.get(name) or json.dumps(example(name)) for name in lines]
    path = write(tmp_path / "pool.jsonl", *items)
    timeout = ["--timeout", "0.7"] if "hard" in lines else []
    assert shell("audit", path, "--json", *timeout)[0] == code


def test_items_that_fail_are_reported_in_their_place(tmp_path: Path, shell: Shell) -> None:
    pool = write(
        tmp_path / "pool.jsonl",
        example("unique", id="first"),
        BROKEN,
        "not JSON",
        example("unique", id="a\x1b[31mb"),
        example("unique", id="last"),
    )
    code, documents = shell.json("count", pool)
    assert code == 2
    assert [d["problem"] for d in documents] == ["first", "broken", None, "a\x1b[31mb", "last"]
    assert ["error" in d for d in documents] == [False, True, True, True, False]
    assert set(documents[1]) == {"symcause", "problem", "error"}
    assert f"{pool}:2" in documents[1]["error"]
    code, out, err = shell("count", pool)
    assert code == 2
    assert [line.split(":")[0] for line in out.splitlines()[:2]] == ["first", "last"]
    assert "5 problems, 2 counted" in out
    lines = err.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("symcause: ") for line in lines)
    assert "None" not in err
    assert err.replace("\n", "").isprintable()
    code, _, err = shell("audit", pool)
    assert (code, len(err.splitlines())) == (2, 3)


def test_a_request_that_does_not_apply_costs_one_item(tmp_path: Path, shell: Shell) -> None:
    """A linear problem among Boolean ones, a setting that one of them cannot be asked in."""
    linear = (EXAMPLES / "episode.json").read_text().replace("\n", " ")
    pool = write(tmp_path / "pool.jsonl", linear, example("ordered"), example("unique"))
    for options in ((), ("--timeout", "0.0001")):
        code, documents = shell.json("disambiguate", pool, "--rows", "8", *options)
        assert code == 2
        assert "--rows does not apply to linear problems" in documents[0]["error"]
        assert "it applies to Boolean problems" in documents[0]["error"]
        assert "error" not in documents[1]
        code, documents = shell.json("count", pool, "--setting", "block-order", *options)
        assert code == 2
        assert ["error" in d for d in documents] == [True, False, True]


def test_choosing_by_id(shell: Shell) -> None:
    code, document = shell.one("audit", POOL, "--id", "unique")
    assert (code, document["problem"]) == (0, "unique")
    assert shell.refused("audit", POOL, "--id", "hiden-order") == (
        f"{POOL}: no problem with this id (got 'hiden-order'); did you mean 'hidden-order'?"
    )
    assert "block-order" in shell.refused("audit", POOL, "--id", "zzz")


def test_a_folder_is_a_pool(tmp_path: Path, shell: Shell) -> None:
    write(tmp_path / "b.json", example("unique"))
    write(tmp_path / "a.jsonl", example("replay"), example("corner"))
    write(tmp_path / "c.json", "[1]")
    (tmp_path / "notes.txt").write_text("no problem")
    code, documents = shell.json("count", tmp_path)
    assert code == 2
    assert [d["problem"] for d in documents] == ["replay", "corner", "unique", None]


def test_quiet_is_a_line_a_problem_in_a_pipe_too(unique: Path, shell: Shell) -> None:
    """Whole reports went into the pipe, more than a terminal would have shown."""
    _, whole, _ = shell("audit", unique)
    code, quiet, _ = shell("audit", unique, "--quiet")
    assert code == 0 and len(quiet.splitlines()) == 4 < len(whole.splitlines())
    assert all(f"u{i}" in line for i, line in enumerate(quiet.splitlines()))
    assert "UNIQUE" in shell("audit", unique, "--quiet", "--id", "u1")[1]
    assert len(shell("audit", unique, "--quiet", "--full")[1].splitlines()) > 40


def test_the_last_lines(shell: Shell) -> None:
    assert shell("count", POOL)[1].endswith(
        "9 problems, 9 counted, 2 with exactly one explanation\n"
    )
    assert shell("solve", POOL)[1].endswith("9 problems, 9 solved\n")
    assert shell("alternatives", POOL)[1].endswith("9 problems, 7 with other explanations\n")
    _, text, _ = shell("audit", POOL)
    table, _, times = text[text.index("\n9 problems\n") :].rpartition("\n")[0].rpartition("\n")
    assert [line.split() for line in table.splitlines()[2:]] == [
        ["verdict", "problems", "share"],
        ["ambiguous", "7", "77.8%"],
        ["unique", "2", "22.2%"],
    ]
    assert times.startswith("time per problem: median ")
    assert "problems" not in shell("count", EXAMPLES / "unique.json")[1]


# --out and --resume.
def test_results_in_a_file(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "out.jsonl"
    code, text, err = shell("count", POOL, "--out", out)
    assert (code, err) == (0, "")
    assert text.endswith(f"results in {out}\n")
    printed = shell("count", POOL, "--json")[1]
    assert out.read_text() == printed
    assert shell("count", POOL, "--out", out, "--json")[1] == printed
    assert out.read_text() == printed
    assert shell("count", EXAMPLES / "unique.json", "--out", out)[1] == f"results in {out}\n"
    assert len(out.read_text().splitlines()) == 1


@pytest.mark.few(5)
@pytest.mark.parametrize("kept", range(10))
@pytest.mark.parametrize("torn", ["", '{"symcause": "0.1.0", "prob', "{"])
def test_resuming(kept: int, torn: str, tmp_path: Path, shell: Shell) -> None:
    whole = shell("count", POOL, "--json")[1]
    out = tmp_path / "out.jsonl"
    out.write_text("".join(whole.splitlines(keepends=True)[:kept]) + torn)
    code, text, _ = shell("count", POOL, "--out", out, "--resume")
    assert code == 0
    assert "9 problems, 9 counted" in text
    assert out.read_text() == whole


def test_resuming_a_file_whose_last_line_lost_its_end(tmp_path: Path, shell: Shell) -> None:
    whole = shell("count", POOL, "--json")[1]
    out = tmp_path / "out.jsonl"
    out.write_text("".join(whole.splitlines(keepends=True)[:4]).rstrip("\n"))
    assert shell("count", POOL, "--out", out, "--resume")[0] == 0
    assert out.read_text() == whole


def test_resuming_with_the_same_id_twice(tmp_path: Path, shell: Shell) -> None:
    pool = write(
        tmp_path / "pool.jsonl",
        example("unique", id="twin"),
        BROKEN,
        example("ambiguous", id="twin"),
        "not JSON",
        example("replay"),
    )
    whole = shell("count", pool, "--json")[1]
    lines = whole.splitlines(keepends=True)
    assert [json.loads(line).get("count") for line in lines] == [1, None, 23, None, 1]
    for kept in range(6):
        out = tmp_path / "out.jsonl"
        out.write_text("".join(lines[:kept]))
        code, text, _ = shell("count", pool, "--out", out, "--resume")
        assert (code, out.read_text()) == (2, whole)
        assert "5 problems, 3 counted, 2 with exactly one" in text


def test_what_could_not_be_read_and_now_can_is_done(tmp_path: Path, shell: Shell) -> None:
    pool, out = tmp_path / "pool.jsonl", tmp_path / "out.jsonl"
    write(pool, example("unique", id="broken", variables=None), example("replay"))
    assert shell("count", pool, "--out", out)[0] == 2
    write(pool, example("unique", id="broken"), example("replay"))
    code, text, _ = shell("count", pool, "--out", out, "--resume")
    assert code == 0
    assert "2 problems, 2 counted, 2 with" in text
    documents = [json.loads(line) for line in out.read_text().splitlines()]
    assert [d["problem"] for d in documents] == ["broken", "replay"]
    assert documents[0]["count"] == 1


def test_a_resumed_pool_of_which_one_is_left_is_still_a_pool(tmp_path: Path, shell: Shell) -> None:
    pool = write(tmp_path / "pool.jsonl", example("unique"), BROKEN)
    out = tmp_path / "out.jsonl"
    shell("count", pool, "--out", out)
    whole = out.read_text()
    out.write_text(whole.splitlines(keepends=True)[0])
    assert shell("count", pool, "--out", out, "--resume")[0] == 2
    assert out.read_text() == whole
    good = write(tmp_path / "good.jsonl", example("unique"), example("ambiguous"))
    held, audits = tmp_path / "held", tmp_path / "audits.jsonl"
    shell("audit", good, "--out", audits)
    audits.write_text(audits.read_text().splitlines(keepends=True)[0])
    assert shell("audit", good, "--out", audits, "--resume", "--certificate", held)[0] == 1
    names = {p.name for p in held.iterdir()}  # what was kept gets a certificate too
    assert names == {"ambiguous.certificate.json", "unique.certificate.json"}


def test_a_file_must_not_mix_classes_or_settings(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "out.jsonl"
    shell("count", POOL, "--out", out)
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:3]))
    for options, word in (
        (("--max-parents", 1), "class"),
        (("--max-ast", 5), "class"),
        (("--setting", "hidden-roots"), "setting"),
    ):
        message = shell.refused("count", POOL, "--out", out, "--resume", *options)
        assert f"holds results about another {word}" in message
        assert "leave out --resume" in message
        assert out.read_text() == "".join(lines[:3])


@pytest.mark.parametrize(
    "text", ["my notes\n", "my notes", '{"my": "notes"}\n', "[1]\n", "{}\n", '{"problem": "p"}\n']
)
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "precious.txt"
    out.write_text(text)
    message = shell.refused("count", POOL, "--out", out, "--resume")
    assert message.startswith(f"{out}: line 1: the file contains something else")
    assert out.read_text() == text


def test_results_of_another_command_are_no_results(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "out.jsonl"
    for done in ("count", "audit", "solve", "alternatives"):
        shell(done, EXAMPLES / "unique.json", "--out", out)
        before = out.read_text()
        for command in {"count", "audit", "solve", "alternatives"} - {done}:
            assert "something else" in shell.refused(command, POOL, "--out", out, "--resume")
            assert out.read_text() == before


def test_a_run_that_cannot_start_leaves_older_results_alone(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "out.jsonl"
    out.write_text("old\n")
    shell.refused("count", tmp_path / "missing.json", "--out", out)
    shell.refused("count", POOL, "--id", "nobody", "--out", out)
    assert out.read_text() == "old\n"
    shell.refused("count", tmp_path / "missing.json", "--out", tmp_path / "new.jsonl")
    assert not (tmp_path / "new.jsonl").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk(shell: Shell) -> None:
    message = shell.refused("count", POOL, "--out", "/dev/full")
    assert message == "/dev/full: cannot be written: No space left on device"
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from symcause.cli.main import main; main()", "count", POOL],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert (done.returncode, done.stderr) == (
        2,
        "symcause: standard output: cannot be written: No space left on device\n",
    )


# Signals and pipes.
def test_interrupting_and_going_on(tmp_path: Path, unique: Path, shell: Shell) -> None:
    """Ctrl-C ends the run with 130 and one line; results are kept; nothing is left running."""
    pool, out = tmp_path / "pool.jsonl", tmp_path / "out.jsonl"
    slow = json.dumps(hard(25, max_parents=4))
    pool.write_text(unique.read_text() + f"{slow}\n{slow}\n")
    process = start("solve", pool, "--prefer", "uniform", "--jobs", 2, "--out", out)
    written = lambda: out.exists() and out.read_text().count("\n") == 4  # noqa: E731
    until(lambda: written() or process.poll() is not None)
    children = _children(process.pid)
    os.killpg(process.pid, signal.SIGINT)
    printed, complaint = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert printed == ""
    assert complaint.strip() == (
        f"symcause: interrupted after 4 problems, kept in {out}; continue with --resume"
    )
    assert not [child for child in children if _is_running(child)]
    whole = out.read_text()
    assert [json.loads(line)["problem"] for line in whole.splitlines()] == ["u0", "u1", "u2", "u3"]
    with out.open("a") as file:
        file.write('{"symcause": "0.1')
    more = write(tmp_path / "more.jsonl", *unique.read_text().splitlines(), example("replay"))
    code, _, _ = shell("solve", more, "--prefer", "uniform", "--out", out, "--resume")
    assert code == 0
    assert out.read_text().startswith(whole)
    assert out.read_text().count("\n") == 5


def _children(pid: int) -> list[int]:
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in listed.read_text().split()] if listed.exists() else []


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_reader_that_has_seen_enough(tmp_path: Path) -> None:
    """``symcause … | head -1``: no traceback, and not the code of a verdict."""
    pool = write(tmp_path / "pool.jsonl", *(example("unique", id=f"u{i}") for i in range(60)))
    process = start("count", pool)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline().startswith("u0: 1 model")
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=PATIENCE) == 130
    process.stderr.close()


def test_progress_only_on_a_terminal(shell: Shell) -> None:
    for options in ((), ("--json",)):
        assert shell("count", POOL, *options)[2] == ""


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_progress_never_mixes_with_the_results(shell: Shell) -> None:
    """Standard error is a terminal, standard output is not."""
    import pty

    ours, theirs = pty.openpty()
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from symcause.cli.main import main; main()",
            "count",
            POOL,
            "--json",
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(theirs)
    shown = os.read(ours, 1 << 16).decode()
    os.close(ours)
    assert done.returncode == 0
    assert done.stdout == shell("count", POOL, "--json")[1]
    assert "/9" in shown


def test_equal_errors_are_said_once(tmp_path: Path) -> None:
    """Fifty problems with one mistake are one line and a number."""
    bare = {
        "format": "symcause.linear/1",
        "variables": ["a", "b"],
        "target": "b",
        "controllable": ["a"],
    }
    pool = tmp_path / "pool.jsonl"
    lines = [json.dumps({**bare, "id": f"p{i}"}) for i in range(50)]
    pool.write_text("\n".join([*lines, "{}"]) + "\n")
    ended = subprocess.run(
        [sys.executable, "-m", "symcause", "count", str(pool)], capture_output=True, text=True
    )
    assert ended.returncode == 2
    first, other, more = ended.stderr.splitlines()
    assert "no evidence yet" in first and "(got 'p0')" in first
    assert "format" in other
    assert more.startswith("symcause: 49 more problems: no evidence yet")
    listed = subprocess.run(
        [sys.executable, "-m", "symcause", "count", str(pool), "--json"],
        capture_output=True,
        text=True,
    )
    assert listed.stdout.count('"error"') == 51


def test_equal_errors_about_problems_name_them(capsys: pytest.CaptureFixture[str]) -> None:
    """The line about the others named the first one again."""
    complaints = Complaints()
    for name in ("g26", "g27", "g28"):
        complaints.take(name, f"pool.jsonl: the gold model of {name} is invalid: 3 cells")
    complaints.close()
    assert capsys.readouterr().err.splitlines() == [
        "symcause: pool.jsonl: the gold model of g26 is invalid: 3 cells",
        "symcause: 2 more problems (g27, g28): the gold model of each is invalid: 3 cells",
    ]
