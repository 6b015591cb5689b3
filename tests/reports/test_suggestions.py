"""Suggested commands can be pasted, and answer what the page said: those of the corpus, and of options."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symcause.audits.command_lines.posed_question import PosedQuestion
from symcause.audits.command_lines.suggested_commands import about, suggested
from symcause.cli.main import cli
from symcause.cli.runs.question_request import Asked
from symcause.reports.story_lookup import story_of
from tests.reports.cases import EXAMPLES
from tools.corpus.commands import every

LAMP = {
    "format": "symcause.boolean/1",
    "id": "lamp",
    "variables": ["X1", "X2", "X3"],
    "setting": "ordered",
    "roots": ["X1", "X2"],
    "order": ["X1", "X2", "X3"],
    "operators": ["not", "and", "or", "xor", "iff"],
    "constants": False,
    "max_parents": 2,
    "worlds": [
        {
            "id": "seen",
            "split": "train",
            "mode": "none",
            "targets": [],
            "rows": ["000", "010", "100", "111"],
        }
    ],
    "gold": {"roots": ["X1", "X2"], "mechanisms": {"X3": "(and X1 X2)"}},
}
"""One model explains it; with errors there are more."""

_LEFT_OUT = {"--json", "--html", "page.html", "--certificate", "proof.json"}
_ALONE = re.compile(r"symcause (?:.*?)(?=\)|, then | names the |$)")
_SAME = ("class", "setting", "semantics", "reading", "space")
"""What says which question a document answers."""


def _of_corpus() -> list[str]:
    """Questions of the corpus about the bundled files, each once."""
    told = ("audit", "check", "align", "next", "disambiguate", "alternatives")
    found = [
        " ".join(word for word in command.words if word not in _LEFT_OUT)
        for command in every()
        if command.words[0] in told and not any(w[:5] in ("made/", "data/") for w in command.words)
    ]
    return sorted({line for line in found if "--out" not in line and "--errata" not in line})


LINES = [
    *_of_corpus(),
    "audit lamp.json --errors 4",
    "audit examples/ambiguous.json --forbid X1->X5 --max-parents 3",
    "audit examples/ambiguous.json --knowledge knowledge.json",
    "audit examples/ambiguous.json --max-parents 1",
    "audit examples/pool.jsonl --id ambiguous --max-ast 5",
    "audit examples/unique.json --max-parents 2",
    "audit examples/world.json --class rooted",
    "audit class.txt --require A->B",
    "audit examples/episode.json --log logs",
    "check examples/ambiguous.json examples/answers/ambiguous.other.json --errors 1",
]


GIVEN = ("lamp.json", "knowledge.json", "class.txt")
"""The same files in every test."""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as a user has it."""
    (tmp_path / "examples").symlink_to(EXAMPLES)
    (tmp_path / "lamp.json").write_text(json.dumps(LAMP), encoding="utf-8")
    (tmp_path / "knowledge.json").write_text('{"forbid": ["X2->X5"]}', encoding="utf-8")
    (tmp_path / "class.txt").write_text("A -- B\nB -- C\nC -- D\nB -- D\n", encoding="utf-8")
    (tmp_path / "logs").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, words)
    assert "Traceback" not in done.output
    return done.exit_code, done.stdout


def _document(*words: str) -> dict[str, Any]:
    """What a command says; one that neither writes files nor reads such is run once."""
    found: dict[str, Any] = json.loads((_kept if _is_plain(words) else _said)(words))
    return found


def _is_plain(words: Sequence[str]) -> bool:
    files = [word for word in words if word.endswith((".json", ".jsonl", ".txt"))]
    given = all(word.startswith("examples/") or word in GIVEN for word in files)
    return given and not {"--certificate", "--out", "--html", "--log"} & {*words}


def _said(words: tuple[str, ...]) -> str:
    code, out = _run(*words, "--json")
    assert code in (0, 1, 3), out
    return out.splitlines()[0]


_kept = cache(_said)


def _suggestions(document: dict[str, Any]) -> Iterator[str]:
    """The commands of the story that is told of a document."""
    names = (document["asked"]["question"], "runs", "judge")
    found = (Asked(name, {}).revived(document) for name in names)
    read = next(one for one in found if one is not None)
    story = story_of(read)
    assert story is not None
    for step in about(story, read).steps:
        yield from (found.group().strip() for found in _ALONE.finditer(step))


@pytest.mark.few(60)
@pytest.mark.parametrize("line", LINES)
def test_every_suggested_command_runs_and_is_about_the_same_question(line: str, here: Path) -> None:
    if "--log logs" in line:
        play = [
            "play",
            "examples/episode.json",
            "--agent",
            "random",
            "--seed",
            "1",
            "--out",
            "logs/1.jsonl",
        ]
        assert _run(*play)[0] in (0, 1)
    words = shlex.split(line)
    before = _document(*words)
    told = shlex.split(before["asked"]["command"])[1:]
    assert {*words} <= {*told} and {*told} - {*words} <= {"--id", before["problem"]}
    for command in _suggestions(before):
        own = shlex.split(command)
        assert own[0] == "symcause" and not {"PROBLEM", "FILE", "ANSWER"} & {*own}, command
        assert not any("LOGS" in word for word in own), command
        after = _document(*own[1:])
        if own[1] != "verify" and "--log" not in own:
            _compared(before, after, own)


def _compared(before: dict[str, Any], after: dict[str, Any], own: list[str]) -> None:
    """The same problem, class and number of members, unless the suggestion is to change them."""
    assert after["problem"] == before["problem"]
    changing = {"--errors", "--knowledge", "--class", "--space", "--targets"} - {
        flag
        for flag in ("--errors", "--knowledge", "--class")
        if flag in before["asked"]["command"]
    }
    if {*own} & changing or before.get("count") is None:
        return
    for key in _SAME:
        if key in before and key in after:
            assert after[key] == before[key], key
    if after["asked"]["question"] == "alternatives" and after["total"] is not None:
        assert after["total"] == before["count"] - 1
    if after.get("count_before") is not None:
        assert after["count_before"] == before["count"]


def test_the_options_of_the_lamp_go_on(here: Path) -> None:
    """Several models within four cells: what comes next speaks of as many."""
    audit = _document("audit", "lamp.json", "--errors", "4")
    after = _document("disambiguate", "lamp.json", "--errors", "4")
    assert audit["count"] == after["count_before"] > 1
    told = _run("audit", "lamp.json", "--errors", "4")[1]
    assert "symcause disambiguate lamp.json --errors 4" in told
    assert f"{audit['count']} models" in told and "at most 4 disturbed cells, as asked" in told
    assert audit["asked"]["command"] == "symcause audit lamp.json --errors 4"


def test_a_page_says_what_was_asked(here: Path) -> None:
    words = ["audit", "lamp.json", "--errors", "4", "--max-ast", "5"]
    _run(*words, "--html", "page.html")
    page = (here / "page.html").read_text(encoding="utf-8")
    assert "<title>symcause audit: lamp.json --errors 4 --max-ast 5" in page
    _, _, rest = page.partition('<script type="application/json" id="p-0">')
    view = json.loads(rest.partition("</script>")[0])
    assert view["asked"] == _document(*words)["asked"]["command"]
    assert view["subject"] == "lamp.json"
    assert all("--errors 4 --max-ast 5" in s for s in view["next"] if "symcause" in s)


def test_a_certificate_is_about_what_was_asked(here: Path) -> None:
    words = ["audit", "lamp.json", "--errors", "4", "--certificate", "proof.json"]
    code, out = _run(*words, "--json")
    assert code == 1
    scope = json.loads(out)["class"]
    assert json.loads((here / "proof.json").read_text(encoding="utf-8"))["class"]["errors"] == 4
    assert scope["errors"] == 4


def test_names_that_a_shell_would_part() -> None:
    asked = PosedQuestion(question="audit", problem="my lamp.json", id="a b", options={})
    step = suggested("symcause audit PROBLEM --certificate FILE", asked, "boolean", "a b")
    words = shlex.split(step)
    assert words == [
        "symcause",
        "audit",
        "my lamp.json",
        "--id",
        "a b",
        "--certificate",
        "a_b.certificate.json",
    ]
