"""Mistaken options: one usage error before any output, in every command, for any number of problems."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from symcause.audits.question import flag_of, options
from symcause.cli.main import cli
from symcause.registry import families, load
from tests.cli.cases import EXAMPLES, Shell, example, write

ABOUT_PROBLEMS = {
    "against": "an answer to the problem, or a file of one",
    "among": "names of its variables",
    "answer": "an answer to the problem, or a file of one",
    "first": "a model by its number, or a file",
    "second": "a model by its number, or a file",
    "more": "further models of it",
    "targets": "names of its variables",
}
"""Options whose values only a problem can judge."""

_POOLED = {"boolean": "unique", "linear": "crystal", "shapeworld": "shapes", "scenario": "boats"}
_KINDS = ("text", "file", "files", "folder", "contents", "many")
_NOT_POOLED = ("look", "judge", "runs", "play", "score", "convert", "imec")
WRONG = "no-such-thing"


def _asked() -> Iterator[object]:
    """Every question of a pool with every option that takes a name, a file or a text with a form."""
    for family in families():
        for question, dotted in family.questions.items() if family.name in _POOLED else ():
            kind = load(dotted)
            for name, declared in options(kind).items() if question not in _NOT_POOLED else ():
                told = declared.kind in _KINDS and not declared.hidden
                if told and name not in ABOUT_PROBLEMS:
                    flag = flag_of(kind, name)
                    yield pytest.param(
                        family.name, question, flag, id=f"{family.name} {question} {flag}"
                    )


@pytest.fixture(scope="module")
def pools(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pools")
    return {
        name: write(folder / f"{name}.jsonl", *(example(file, id=f"p{i}") for i in range(3)))
        for name, file in _POOLED.items()
    }


@pytest.mark.few(12)
@pytest.mark.parametrize(("family", "question", "flag"), tuple(_asked()))
def test_one_line_and_no_output(
    family: str, question: str, flag: str, pools: dict[str, Path], shell: Shell
) -> None:
    more = {"check": [EXAMPLES / "answers" / "unique.good.json"], "separate": ["1", "2"]}
    assert shell.refused(question, pools[family], *more.get(question, ()), flag, WRONG, "--json")


def _choices() -> Iterator[object]:
    """Every option of every command with a closed set of words."""
    assert isinstance(cli, click.Group)
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        for option in () if isinstance(command, click.Group) else command.params:
            if isinstance(option, click.Option) and isinstance(option.type, click.Choice):
                yield pytest.param(name, option.opts[0], id=f"{name} {option.opts[0]}")


@pytest.mark.few(8)
@pytest.mark.parametrize(("command", "flag"), tuple(_choices()))
def test_a_word_that_an_option_does_not_know(command: str, flag: str, shell: Shell) -> None:
    assert flag in shell.refused(command, EXAMPLES / "pool.jsonl", flag, WRONG)


def test_a_theme_that_nobody_has(pools: dict[str, Path], shell: Shell) -> None:
    said = shell.refused("prompt", pools["boolean"], "--theme", "harbor", "--json")
    assert said == "--theme: no such theme (got 'harbor'); did you mean 'harbour'?"
    assert shell.refused("prompt", pools["linear"], "--style", "story").startswith(
        "--style goes with"
    )


def test_conversion_too(pools: dict[str, Path], tmp_path: Path, shell: Shell) -> None:
    said = shell.refused("convert", pools["linear"], "--coefficients", "some")
    assert said.startswith("--coefficients: no class of coefficients")


@pytest.mark.parametrize("flag", ["--tiers", "--candidates"])
def test_a_file_of_knowledge_that_nobody_can_read(
    flag: str, pools: dict[str, Path], tmp_path: Path, shell: Shell
) -> None:
    file = tmp_path / "broken.txt"
    file.write_text('["A", ' if flag == "--tiers" else "graph {{{ \0", encoding="utf-8")
    assert str(file) in shell.refused("count", pools["boolean"], flag, file, "--json")


def test_what_is_right_for_one_family_is_asked(tmp_path: Path, shell: Shell) -> None:
    mixed = write(tmp_path / "mixed.jsonl", example("unique"), example("crystal"))
    code, out, _ = shell("count", mixed, "--max-ast", 5, "--json")
    assert code == 2
    assert [json.loads(line).get("error") is None for line in out.splitlines()] == [True, False]


def test_an_option_of_another_family(pools: dict[str, Path], tmp_path: Path, shell: Shell) -> None:
    said = shell.refused("count", pools["boolean"], "--min-effect", "0.1", "--json")
    assert said == "--min-effect does not apply to Boolean problems; it applies to linear problems"
    mixed = write(tmp_path / "mixed.jsonl", example("unique"), example("crystal"))
    code, out, _ = shell("count", mixed, "--min-effect", "0.1", "--json")
    assert code == 2
    assert [json.loads(line).get("error") is None for line in out.splitlines()] == [False, True]
