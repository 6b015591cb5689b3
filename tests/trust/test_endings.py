"""A signal in the last moments ends with a code of the contract; files are whole or not there."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.cases import EXAMPLES, ROOT, Document, Shell, example, write
from tests.patience import PATIENCE
from tests.trust.interrupting import listening

POOL = EXAMPLES / "pool.jsonl"

MOMENTS = {
    "the last flush": "main._flushed = lambda code, flushed=main._flushed: (sent(), flushed(code))[1]",
    "a complaint": "main.cli.main = lambda **_: 1 / 0\nmain.complain = lambda text: sent()",
    "after the command": "main._ended = lambda _: (sent(), 0)[1]",
    "atexit": "atexit.register(sent)",
    "taking modules apart": "class Last:\n    def __del__(self): sent()\nmain.last = Last()",
}


ENDING = (
    "class Ending:\n    def __del__(self): sent(); time.sleep(0)\n"
    f"main.cli.main = lambda **_: (Ending() and None, time.sleep({PATIENCE}))"
)


@pytest.mark.few(3)
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_signals_in_the_last_moments(moment: str, name: str) -> None:
    done = signalled(MOMENTS[moment], name)
    assert done.returncode in (0, 130), (done.returncode, done.stderr)
    assert done.stderr == ("symcause: interrupted\n" if done.returncode == 130 else "")
    if moment != "taking modules apart":
        assert done.returncode == 130


def test_a_signal_where_nothing_can_be_raised_is_not_lost() -> None:
    """As an object ends Python prints what is raised and goes on, here to what takes minutes."""
    done = signalled(ENDING, "SIGTERM")
    assert (done.returncode, done.stderr) == (130, "symcause: interrupted\n")


def test_at_the_end_no_signal_is_heard_but_by_whoever_asked_for_it() -> None:
    """Of a process that goes on to take itself apart: our handlers become deaf, those of others stay."""
    text = "\n".join(
        (
            "import signal",
            "from symcause.cli import startup_signals as ours",
            "names = 'SIGINT', 'SIGTERM', 'SIGHUP'",
            "def heard(): return [signal.getsignal(getattr(signal, name)).name for name in names]",
            "ours._left(); print(*heard())",
            "ours.restore(); ours.leaving()",
            "signal.signal(signal.SIGTERM, signal.SIG_DFL)",
            "ours._left(); print(*heard())",
        )
    )
    run = [sys.executable, "-c", text]
    done = subprocess.run(run, cwd=ROOT, capture_output=True, text=True, preexec_fn=listening)
    assert done.stderr == ""
    assert done.stdout == "SIG_IGN SIG_IGN SIG_IGN\nSIG_IGN SIG_DFL SIG_IGN\n"


def signalled(moment: str, name: str) -> subprocess.CompletedProcess[str]:
    """A run that gets a signal at some moment."""
    text = "\n".join(
        (
            "import atexit, os, signal, sys, time",
            "from symcause.cli import main",
            "signal.signal(signal.SIGTERM, main._terminated)",
            "kill, me, number = os.kill, os.getpid(), signal." + name,
            "def sent(kill=kill, me=me, number=number): kill(me, number)",
            moment,
            f"sys.argv = ['symcause', 'count', {str(EXAMPLES / 'unique.json')!r}, '--json']",
            "main.main()",
        )
    )
    return subprocess.run(
        [sys.executable, "-c", text],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=listening,
    )


@pytest.mark.few(2)
@pytest.mark.skipif(sys.platform != "linux", reason="bounds on files")
@pytest.mark.parametrize(
    "words",
    [
        ("audit", EXAMPLES / "unique.json", "--html", "page.html"),
        ("score", POOL, EXAMPLES / "predictions.jsonl", "--html", "page.html"),
        ("audit", EXAMPLES / "hidden-order.json", "--certificate", "proof.json"),
        ("convert", POOL, "--out", "converted.jsonl"),
    ],
)
def test_nothing_is_left_of_a_file_that_could_not_be_written(
    words: tuple[object, ...], tmp_path: Path
) -> None:
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))

    done = subprocess.run(
        [sys.executable, "-B", "-m", "symcause", *map(str, words)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=small,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 2, done.stderr
    assert done.stderr.startswith("symcause: ") and "Traceback" not in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.few(7)
@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/full and bounds on memory")
@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero", "PIPE"])
@pytest.mark.parametrize(
    "line",
    [
        "play SHAPES --agent greedy --out D",
        "play SHAPES --agent greedy --out D --resume",
        "count POOL --out D --resume",
        "score POOL ROWS --out D --resume",
        "disambiguate AMBIGUOUS --out D --resume",
        "generate linear --out D --resume",
        "audit POOL --out D --resume --html page.html",
    ],
)
def test_what_is_read_before_it_is_written_is_a_file(
    line: str, device: str, tmp_path: Path
) -> None:
    """24 GB of zeros used to be read from `/dev/full`; and a device must never be removed."""
    if device == "PIPE":
        device = str(tmp_path / "pipe")
        os.mkfifo(device)
    words = {
        "SHAPES": EXAMPLES / "shapes.json",
        "POOL": POOL,
        "ROWS": EXAMPLES / "predictions.jsonl",
        "AMBIGUOUS": EXAMPLES / "ambiguous.json",
        "D": device,
    }

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1500 << 20, 1500 << 20))

    done = subprocess.run(
        [sys.executable, "-m", "symcause", *(str(words.get(w, w)) for w in line.split())],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=little,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"},
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"symcause: {device}: is not a regular file")
    assert done.stderr.count("\n") == 1
    assert Path(device).exists()


@pytest.mark.parametrize("value", ["inf", "nan", "-inf", "1e300", "1e18", "1e9", "0", "-1", "x"])
@pytest.mark.parametrize(
    "words",
    [
        ("score", POOL, EXAMPLES / "predictions.jsonl"),
        ("count", POOL),
        ("verify", POOL),
        ("imec", EXAMPLES / "unique.json"),
        ("align", POOL, POOL),
    ],
)
def test_seconds_are_the_same_everywhere(
    words: tuple[object, ...], value: str, shell: Shell
) -> None:
    message = shell.refused(*words, f"--timeout={value}")
    assert f"'{value}' is no number of seconds above 0, a year at most" in message


def test_every_timeout_is_of_one_type() -> None:
    from importlib import import_module

    from symcause.cli.main import COMMANDS
    from symcause.cli.option_types import Seconds

    found = {
        name: parameter.type
        for name in COMMANDS
        for parameter in import_module(f"symcause.cli.commands.{name}").command.params
        if "--timeout" in parameter.opts
    }
    assert len(found) > 10
    assert all(isinstance(kind, Seconds) for kind in found.values()), found


def test_generate_leaves_what_it_did_not_make(tmp_path: Path, shell: Shell) -> None:
    ours = tmp_path / "pool.jsonl"
    for seed in (1, 2):
        assert shell("generate", "linear", "--seed", seed, "--out", ours)[0] == 0
    for name, content in (
        ("notes.txt", "three weeks of work\n"),
        ("pool.json", POOL.read_text().splitlines()[0]),
        ("rows.jsonl", '{"instanceId": "x", "response": "y"}\n{"instanceId": "z"}\n'),
    ):
        path = tmp_path / name
        path.write_text(content)
        message = shell.refused("generate", "linear", "--out", path)
        assert (
            message
            == f"{path}: contains something other than generated problems; name another file"
        )
        assert path.read_text() == content


def named(shell: Shell, folder: Path, *ids: str) -> dict[str, Document]:
    pool = write(
        folder / "pool.jsonl",
        *(
            example("unique", id=id, worlds=example("unique")["worlds"][:: -1 if i else 1])
            for i, id in enumerate(ids)
        ),
    )
    shell("audit", pool, "--certificate", folder / "held")
    return {p.name: json.loads(p.read_text()) for p in (folder / "held").iterdir()}


def test_names_of_certificates_differ_on_every_disk(tmp_path: Path, shell: Shell) -> None:
    found = named(shell, tmp_path, "unique", "Unique")
    assert len({name.lower() for name in found}) == 2
    assert len({found[name]["problem"]["sha256"] for name in found}) == 2


@pytest.mark.parametrize("id", ["con", "NUL", "aux.v2", "COM1", "lpt9"])
def test_names_of_devices_are_avoided(id: str, tmp_path: Path, shell: Shell) -> None:
    name, other = sorted(named(shell, tmp_path, "zzz", id))
    assert name.startswith(f"{id}-") and name.endswith(".certificate.json")
    assert other == "zzz.certificate.json"
