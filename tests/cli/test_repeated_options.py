"""An option of one value that is given two is one usage error, in every command."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from symcause.cli.main import COMMANDS, cli, main
from symcause.cli.repeated_options import OneValued

ROOT = Path(__file__).resolve().parents[2]


def commands(
    group: click.Command, name: str, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """The commands below a group, with their words."""
    if not isinstance(group, click.Group):
        yield path, group
        return
    ctx = click.Context(group, info_name=name)
    for word in group.list_commands(ctx):
        made = group.get_command(ctx, word)
        assert made is not None
        yield from commands(made, word, (*path, word))


EVERY = dict(commands(cli, "symcause"))


def test_all_commands_are_looked_at() -> None:
    assert {path[0] for path in EVERY} == set(COMMANDS) and ("generate", "boolean") in EVERY


@pytest.mark.parametrize("path", EVERY, ids=" ".join)
def test_two_values_of_one_option_are_refused(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever is asked: the words are read before anything is opened."""
    command = EVERY[path]
    assert isinstance(command, OneValued)
    for option in command.get_params(click.Context(command)):
        if not isinstance(option, click.Option) or option.is_flag or option.count:
            continue
        one, other = ("11",) * option.nargs, ("12",) * option.nargs
        twice = [option.opts[0], *one, option.opts[0], *other]
        with pytest.raises(SystemExit) as ended:
            main([*path, "nothing.json", "nothing.txt", *twice])
        told = capsys.readouterr().err
        assert ended.value.code == 2, told
        assert ("given more than one value" in told) is not option.multiple, option.opts


def test_what_it_says_and_what_it_lets_pass(capsys: pytest.CaptureFixture[str]) -> None:
    problem = str(ROOT / "examples" / "unique.json")
    for words, code in (
        (["--max-parents", "1", "--max-parents", "2"], 2),
        (["--max-parents", "1", "--max-parents=2"], 2),
        (["--max-parents", "2", "--max-parents", "2"], 0),
        (["--json", "--json"], 0),
        (["--", "--max-parents"], 2),
    ):
        with pytest.raises(SystemExit) as ended:
            main(["count", problem, *words])
        told = capsys.readouterr().err
        assert ended.value.code == code, told
        if code and "--" not in words:
            assert told == (
                "symcause: --max-parents: given more than one value: '1' and '2'; it takes one\n"
            )
