"""A text whose world has no row is refused, as it is in a file."""

from __future__ import annotations

import re

import pytest

import symcause
from tests.cli.cases import EXAMPLES


@pytest.mark.parametrize("world", range(3))
def test_a_world_that_shows_nothing_is_refused(world: int) -> None:
    text = symcause.render(symcause.load(EXAMPLES / "unique.json"), "farm", style="report").text
    head, *worlds = re.split(r"(?m)^(?=Report on day)", text)
    shown, tail = worlds[-1].split("\n\n", 1)
    worlds[-1] = shown + "\n"
    worlds[world] = re.sub(r"(?m)^Record .*\n", "", worlds[world])
    damaged = head + "".join(worlds) + "\n" + tail
    assert damaged != text
    with pytest.raises(symcause.SymcauseError, match="a world has no row"):
        symcause.read_rendering(damaged)
