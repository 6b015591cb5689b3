"""Outputs of a command that go into each other's folder: refused, whichever is named first."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import click
import pytest

from symcause.cli.output.output_files import guard
from symcause.errors import UsageError


def refused(inputs: list[str], outputs: dict[str, str]) -> str:
    """Why a command is refused; nothing if it is not."""
    with click.Context(click.Command("any")):
        try:
            guard(inputs, outputs)
        except UsageError as error:
            return str(error)
    return ""


@pytest.mark.parametrize("order", list(permutations(("--out", "--certificates", "--html"))))
def test_no_file_goes_into_the_folder_of_another_option(
    tmp_path: Path, order: tuple[str, ...]
) -> None:
    folder = tmp_path / "made"
    told = {"--out": str(folder / "one.certificate.json"), "--certificates": str(folder)}
    told |= {"--html": str(tmp_path / "page.html")}
    outputs = {option: told[option] for option in order}
    assert "--certificates writes such files into this folder" in refused([], outputs)
    outputs["--out"] = str(tmp_path / "one.certificate.json")
    assert refused([], outputs) == ""
    outputs["--html"] = outputs["--out"]
    assert "name the same file" in refused([], outputs)
    assert "page.html" in refused([told["--html"]], {**outputs, "--html": told["--html"]})
