"""Files beside the problem that options and arguments name: too deep, endless, or no answer at all."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli.cases import EXAMPLES, Shell
from tests.trust.test_bounds import bounded

FLOOD, ANSWER = EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt"
BOATS, ROWS = EXAMPLES / "boats.json", EXAMPLES / "predictions.jsonl"
DEEP = {
    "json": '{"a": 1e999, "b": ' + "[" * 100_000,
    "sequences": "- " * 100_000,
    "keys": "? " * 100_000,
    "maps": "{a: " * 100_000,
    "indented": "\n".join(" " * i + "a:" for i in range(2_000)),
}


@pytest.mark.parametrize("text", DEEP)
def test_labels_nested_without_end(text: str, tmp_path: Path, shell: Shell) -> None:
    """The library that builds YAML used to overflow its stack: the process died."""
    path = tmp_path / "labels.yaml"
    path.write_text(DEEP[text])
    message = shell.refused("check", FLOOD, ANSWER, "--labels", path)
    assert message == f"{path}: no labels in it; give a YAML mapping"


def test_evaluations_nested_without_end() -> None:
    from symcause.families.textgraph.scoring.judges.evaluation_files import read_labels

    assert not any(read_labels(text) for text in DEEP.values())
    many = "edge_recall_evaluations:\n" + "- {presence_label: x}\n" * 2_000
    found = read_labels(many)
    assert found is not None and len(found) == 1


@pytest.mark.parametrize("option", ["--pairs", "--labels"])
def test_files_beyond_a_bound_are_malformed_not_unknown(
    option: str, tmp_path: Path, shell: Shell
) -> None:
    """They used to end with 3 and an empty standard error, as if a budget had been spent."""
    path = tmp_path / "file"
    path.write_text(DEEP["json"])
    command = "check" if option == "--labels" else "align"
    for file in (path, Path("/dev/zero")):
        message = shell.refused(command, FLOOD, ANSWER, option, file)
        assert message.startswith(str(file))


@pytest.mark.skipif(sys.platform != "linux", reason="needs /dev/zero")
@pytest.mark.parametrize(
    "line",
    [
        "align FLOOD ANSWER --top 1 --similarity /dev/zero",
        "generate boolean --list --presets /dev/zero",
        "score BOATS ROWS --rubric /dev/zero",
    ],
)
def test_options_that_name_an_endless_file(line: str) -> None:
    """Presets used to be read until the memory was full."""
    words = {"FLOOD": FLOOD, "ANSWER": ANSWER, "BOATS": BOATS, "ROWS": ROWS}
    done = bounded(*(words.get(word, word) for word in line.split()))
    assert done.returncode == 2
    assert "/dev/zero: the file is too large" in done.stderr


@pytest.mark.parametrize(
    "line", ["check FLOOD ANSWER --labels N --html N", "score BOATS ROWS --rubric N --html N"]
)
def test_files_that_options_name_are_not_written_over(
    line: str, tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "file"
    path.write_text("precious")
    words = {"FLOOD": FLOOD, "ANSWER": ANSWER, "BOATS": BOATS, "ROWS": ROWS, "N": path}
    message = shell.refused(*(words.get(word, word) for word in line.split()))
    assert message == f"{path}: --html would overwrite the file that is read"
    assert path.read_text() == "precious"


@pytest.mark.parametrize(
    "line",
    [
        "align flood.txt N",
        *(
            f"separate {name}.json {pair}"
            for name in ("shapes", "unique", "crystal")
            for pair in ("N gold", "gold N")
        ),
        *(f"alternatives {name}.json --against N" for name in ("shapes", "unique", "crystal")),
    ],
)
def test_an_answer_that_is_none_is_named(line: str, tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "nothing.json"
    path.write_text('{"a": NaN')
    command, problem, *rest = line.split()
    words = [str(path) if word == "N" else word for word in rest]
    assert shell.refused(command, EXAMPLES / problem, *words).startswith(f"{path}: ")


def test_an_alignment_with_two_bounds_on_its_time(shell: Shell) -> None:
    """Its own one counts where both are given, and a wrong one is told of as ever."""
    graphs = EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt"
    code, out, err = shell("align", *graphs, "--seconds", 50, "--timeout", 60, "--json")
    assert (code, err) == (0, "") and json.loads(out)["status"] == "optimal"
    message = shell.refused("align", *graphs, "--seconds", 0, "--timeout", 2)
    assert message == "--seconds: not a time (got 0.0)"
