"""Input without end is bounded, and messages name the file and what may have been meant."""

from __future__ import annotations

import resource
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from symcause.errors import LimitError
from symcause.formats.graph_notations.edge_list import read_edges
from symcause.formats.graphs import _is_matrix
from symcause.formats.strict_json import too_many
from tests.cli.cases import EXAMPLES, ROOT, Shell, example, write
from tests.patience import PATIENCE

UNIQUE, POOL, ROWS = (EXAMPLES / n for n in ("unique.json", "pool.jsonl", "predictions.jsonl"))
MEGABYTES = 700


def bounded(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The program with bounded memory and time."""

    def little() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))

    return subprocess.run(
        [sys.executable, "-m", "symcause", *map(str, arguments)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        preexec_fn=little,
        env={"OPENBLAS_NUM_THREADS": "1", "PATH": ""},
    )


@pytest.mark.few(7)
@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/zero and bounds on memory")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("audit Z", 2),
        ("imec Z", 2),
        ("convert Z", 2),
        ("verify P Z", 2),
        ("check P Z", 1),
        ("score POOL Z", 2),
        ("separate P gold Z", 2),
        ("alternatives P --against Z", 2),
        ("generate alternative P --answers Z", 2),
        ("audit E --log Z", 2),
    ],
)
def test_input_without_end(line: str, code: int) -> None:
    words = {"Z": "/dev/zero", "P": UNIQUE, "POOL": POOL, "E": EXAMPLES / "episode.json"}
    done = bounded(*(words.get(word, word) for word in line.split()))
    assert done.returncode == code, done.stderr
    assert code == 1 or (done.stderr.startswith("symcause: ") and done.stderr.count("\n") == 1)


@pytest.mark.few(2)
@pytest.mark.skipif(sys.platform != "linux", reason="bounds on memory")
@pytest.mark.parametrize(
    ("command", "inside"),
    [("audit N", True), ("convert N", True), ("verify P N", False), ("score POOL N", False)],
)
def test_twenty_million_numbers(command: str, inside: bool, tmp_path: Path) -> None:
    """Forty megabytes of text used to become gigabytes."""
    path = tmp_path / "numbers.json"
    numbers = "[" + "1," * 20_000_000 + "1]"
    start = '{"format": "symcause.boolean/1", "id": "n", "variables": '
    path.write_text(f"{start}{numbers}}}" if inside else numbers)
    words = {"N": path, "P": UNIQUE, "POOL": POOL}
    done = bounded(*(words.get(word, word) for word in command.split()))
    assert done.returncode == 2
    assert str(path) in done.stderr and done.stderr.count("\n") == 1


def test_texts_with_many_commas_are_no_numbers(tmp_path: Path, shell: Shell) -> None:
    path = write(tmp_path / "p.json", example("unique", metadata={"note": 'a, b\\",' * 1_100_000}))
    assert shell("count", path)[0] == 0


LONG: dict[str, tuple[Callable[[str], object], str]] = {
    "commas in a text": (too_many, '["' + '\\",' * 2_000_000 + '"]'),
    "a quoted name": (read_edges, '"' + 'a\\"' * 300_000 + '" -> b'),
    "a bare name": (read_edges, "a" * 900_000 + " -> b"),
    "a quoted cell": (_is_matrix, '"' + 'a\\"' * 300_000 + '",1'),
}


@pytest.mark.parametrize("name", LONG)
def test_long_texts_take_a_few_times_their_size(name: str) -> None:
    """A pattern that may go back holds a hundred bytes for every character."""
    read, text = LONG[name]
    tracemalloc.start()
    try:
        with suppress(LimitError):  # so long a name is refused
            read(text)
        assert tracemalloc.get_traced_memory()[1] < 12 * len(text)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("generate bolean", "(got 'bolean'); did you mean 'boolean'?"),
        ("generate boolean --preset hs_n8_brige", "did you mean 'hs_n8_bridge'?"),
        ("schema bolean", "did you mean 'boolean'?"),
        ("adit P", "did you mean 'audit'?"),
        ("count POOL --id uniqe", "did you mean 'unique'?"),
        ("verify P P", "unique.json: this is a problem, not a certificate"),
        ("count examples/uniqe.json", "did you mean 'examples/unique.json'?"),
    ],
)
def test_the_closest_match(
    line: str, words: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    given = {"P": UNIQUE, "POOL": POOL}
    assert words in shell.refused(*(given.get(word, word) for word in line.split()))


def test_answers_to_no_problem_name_the_pool_and_the_closest(tmp_path: Path, shell: Shell) -> None:
    rows = write(tmp_path / "rows.jsonl", {"instanceId": "uniqe", "response": "{}"})
    code, _, err = shell("score", POOL, rows)
    assert code == 2
    assert f"answer 1: {POOL}: no problem has this id (got 'uniqe'); did you mean 'unique'?" in err


def test_two_problems_of_one_id_name_the_file(tmp_path: Path, shell: Shell) -> None:
    pool = write(tmp_path / "pool.jsonl", example("unique"), example("unique"))
    _, _, err = shell("score", pool, ROWS)
    assert (
        f"symcause: {pool}: two problems have this id (got 'unique'); the first one counts" in err
    )


def test_a_full_disk_names_the_file(shell: Shell) -> None:
    for run in (
        ("count", POOL),
        ("score", POOL, ROWS),
        ("convert", UNIQUE),
        ("generate", "linear"),
    ):
        message = shell(*run, "--out", "/dev/full")[2]
        assert "/dev/full: cannot be written: No space left on device" in message
