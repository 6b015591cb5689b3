"""How a run of a generator ends: at the number that is wanted, with the code of its gravest failure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from symcause.audits.instance_generator import Generator
from symcause.cli.generator.generator_run import Output, generate
from symcause.cli.main import EXIT_MALFORMED, EXIT_UNKNOWN
from symcause.errors import LimitError, UsageError


@dataclass(frozen=True)
class Failing(Generator):
    """Two problems an item, but for some items that fail."""

    name = "failing"
    help = "Items that fail."
    beyond: tuple[int, ...] = ()
    wrong: tuple[int, ...] = ()

    def items(self, index: int) -> list[dict[str, object]]:
        if index in self.beyond:
            raise LimitError("too large")
        if index in self.wrong:
            raise UsageError("not a number")
        return [{"id": f"{index}{part}"} for part in "ab"]

    def is_ours(self, document: Mapping[str, object]) -> bool:
        return True

    def verdict(self, document: Mapping[str, object]) -> str:
        return "made"

    def report(self, document: Mapping[str, object]) -> dict[str, object]:
        return {}


def run(made: Generator, count: int | None, problems: int | None = None) -> int:
    return generate(made, Output(count, problems, 1, None, None, False, None, False, True))


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (Failing(), 0),
        (Failing(beyond=(1,)), EXIT_UNKNOWN),
        (Failing(wrong=(1,)), EXIT_MALFORMED),
        (Failing(beyond=(0,), wrong=(1,)), EXIT_MALFORMED),
        (Failing(beyond=(1,), wrong=(0,)), EXIT_MALFORMED),
    ],
)
def test_the_gravest_failure_gives_the_code(made: Generator, code: int) -> None:
    assert run(made, 3) == code


def test_no_item_is_made_beyond_the_number_of_problems(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Of four items two are enough for three problems: the one that fails is not asked for."""
    assert run(Failing(wrong=(2, 3)), None, 3) == 0
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    assert [line["id"] for line in lines] == ["0a", "0b", "1a"]
