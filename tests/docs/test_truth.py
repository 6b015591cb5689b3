"""What pages say of the program where no session shows it: commands, capabilities, pictures of folders."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from symcause.cli.main import cli
from symcause.registry import Family, families
from tools import write_commands

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def commands() -> dict[str, click.Command]:
    context = click.Context(cli)
    found = {name: cli.get_command(context, name) for name in cli.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def answers(family: Family, command: str) -> bool:
    """Does a family do what a command asks for?"""
    capable = {"score": family.scoring, "verify": family.verifier, "generate": family.generators}
    if command in capable:
        return bool(capable[command])
    return ("play" if command == "mcp" else command) in family.questions


def test_which_command_goes_with_which_family() -> None:
    known, told = list(families()), {}
    for line in page("commands.md").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 1 + len(known) and cells[0].startswith("`"):
            told[cells[0].strip("`")] = [cell != "–" for cell in cells[1:]]
    assert told == {name: [answers(family, name) for family in known] for name in told}
    assert set(told) == set(commands()) - {"serve", "tasks", "schema", "examples"}


def test_the_page_of_commands_is_up_to_date() -> None:
    """If this fails: python -m tools.write_commands --write."""
    text = page("commands.md")
    assert write_commands.page(text) == text
    for name, context in write_commands.commands().items():
        assert f"`symcause {name} " in text
        assert "\b" not in text and "Examples:" not in text
        for param in context.command.get_params(context):
            given = max(param.opts, key=len)
            assert f"`{given}" in text or f", {given}" in text or not given.startswith("--")


def test_every_command_is_listed() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    line = next(line for line in readme.splitlines() if line.startswith("The [commands]"))
    assert line.split("`")[1].split() == list(commands())
    for name in commands():
        assert f"\n## {name}\n" in page("commands.md")


def test_what_works_on_a_cluster() -> None:
    told = page("cluster.md").split("It is an option of")[1].split(".")[0]
    context = click.Context(cli)
    able = set()
    for name, command in commands().items():
        inner = (
            [command.get_command(context, one) for one in command.list_commands(context)]
            if isinstance(command, click.Group)
            else [command]
        )
        if any("--cluster" in p.opts for one in inner if one is not None for p in one.params):
            able.add(name)
    assert set(re.findall(r"`(\w+)`", told)) == able


def test_every_capability_of_a_family_is_told() -> None:
    text = page("new-family.md") + page("family-reference.md")
    required = {"name", "title", "problem"}
    assert not [f for f in Family._fields if f not in required and f"`{f}`" not in text]


def test_the_picture_of_the_boolean_space_shows_what_is_there() -> None:
    text = page("architecture.md").split("inside out\n```\n")[1].split("```")[0]
    folder, named = Path(), []
    for line in text.splitlines():
        head = re.split(r"\s{2,}", line.strip())[0]
        if not line.startswith(" "):
            folder = ROOT / "symcause" / head.rstrip("/")
            named.append(folder)
        elif not line.startswith("   "):
            named += [folder / name for name in head.split(", ")]
    assert len(named) > 30
    assert not [p for p in named if not p.is_dir() and not p.with_suffix(".py").is_file()]


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=lambda path: path.stem)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        file, _, anchor = target.partition("#")
        if "://" in target:
            continue
        found = path.parent / file if file else path
        assert found.exists(), target
        if anchor and found.suffix == ".md":
            heads = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", h).strip().lower().replace(" ", "-") for h in heads}
            assert anchor in slugs, target


LAYERS = {path.stem for path in (ROOT / "symcause").iterdir() if not path.name.startswith("_")}
NAMED = re.compile(r"`((?:symcause[./])?([a-z_]+)(?:[./][A-Za-z_]+)*(?:\.(?:py|lark|json|bin))?)`")


def _there(named: str) -> bool:
    """Is there such a module, folder or file, or something of that name in a module?"""
    path = ROOT / named if named.startswith("symcause/") else ROOT / "symcause" / named
    if path.exists() or path.with_suffix(".py").exists():
        return True
    dotted = named.removeprefix("symcause.").replace("/", ".")
    home = ROOT / "symcause" / dotted.replace(".", "/")
    if home.exists() or home.with_suffix(".py").exists():
        return True
    above = home.parent.with_suffix(".py"), home.parent / "__init__.py"
    return any(home.name in file.read_text(encoding="utf-8") for file in above if file.exists())


@pytest.mark.parametrize("name", sorted(path.name for path in DOCS.glob("*.md")))
def test_modules_and_files_that_a_page_names_are_there(name: str) -> None:
    """Of layers: `solvers.sat.cnf`, `symcause/formats/tables`; `families/x` stands for any family."""
    for named, first in NAMED.findall(page(name)):
        if named in (first, f"{first}.py"):
            continue
        if first in LAYERS or named.startswith("symcause/"):
            assert "/x" in named or "/NAME" in named or _there(named), named


def test_the_walk_through_an_audit_names_what_is_there() -> None:
    """Of a family only the Boolean one is walked through; its folders are named without it now and then."""
    named = re.findall(r"`([a-z_]+(?:/[a-z_]+)+)`", page("internals.md"))
    places = [place for place in named if "/x/" not in place]  # of any family
    homes = ROOT / "symcause", ROOT / "symcause" / "families" / "boolean", ROOT
    assert len(places) > 30
    assert not [
        place
        for place in places
        if not any((home / place).is_dir() or (home / f"{place}.py").is_file() for home in homes)
    ]
