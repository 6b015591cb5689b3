"""The suite papers in a suite's folder: card, Croissant, datasheet."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from symcause.formats.datasets.croissant import Table, described
from symcause.formats.datasets.dataset_manifest import FileEntry
from symcause.suites.folder.suite import Suite
from symcause.suites.folder.suite_layout import table

_COLUMNS = {
    "id": "The name that answers refer to.",
    "part": "The part of the suite.",
    "prompt": "All that a system gets to read.",
    "canary": "A text by which training data that hold this file are found out.",
}


def card(suite: Suite, tables: Sequence[FileEntry], start: str) -> str:
    """The card of the folder; its tables lie below *start*."""
    return "\n".join(_card(suite, tables, start)) + "\n"


def _card(suite: Suite, tables: Sequence[FileEntry], start: str) -> Iterator[str]:
    recipe, about = suite.recipe, suite.recipe.about
    yield "---"
    yield f"pretty_name: {json.dumps(recipe.name)}"
    if about.license:
        yield f"license: {json.dumps(about.license)}"
    yield "configs:"
    for part in recipe.parts:
        yield f"- config_name: {part.name}"
        yield "  data_files:"
        for split in suite.tables(part):
            yield f"  - split: {split}"
            yield f"    path: {json.dumps(start + table(part.name, split))}"
    yield "---"
    yield f"# {recipe.name} {recipe.version}"
    yield ""
    yield (
        about.description
        or "Causal problems whose answers are proved, in parts that are scored apart."
    )
    yield ""
    yield from parts_table(suite)
    yield ""
    yield (
        "One number is reported for each part, never a mean over parts, with the number of its problems "
        "and an interval that resamples latents. Answers name the `id` of a record."
    )
    yield ""
    if suite.key.is_open:
        yield (
            "This suite is open: its recipe has no secret key, so anybody can make its true models again. "
            "`symcause generate suite RECIPE --key FILE` makes a private one of equal difficulty."
        )
    else:
        yield (
            "This suite is private: it was made with a secret key. Its SHA-256 is "
            f"`{suite.key.sha256}`; who gets the key can make every file again, byte for byte."
        )
    yield ""
    yield f"Do not train on these files. Every record holds the canary `{suite.canary}`."
    if start:
        yield ""
        yield (
            "`public/` may be published alone. `evaluator/` holds true models and certificates: systems "
            "under test must not see it. `symcause verify .` checks this folder without a solver."
        )
    else:
        yield ""
        yield "`symcause verify --public .` checks this folder."


def parts_table(suite: Suite) -> Iterator[str]:
    """The parts with their numbers."""
    names = [name for name, _ in suite.recipe.splits]
    yield f"| part | capability | primary number | {' | '.join(names)} |"
    yield f"| --- | --- | --- |{' --- |' * len(names)}"
    for part in suite.recipe.parts:
        tables = suite.tables(part)
        numbers = " | ".join(str(len(tables.get(name, ()))) for name in names)
        yield f"| `{part.name}` | {part.capability} | {part.primary} | {numbers} |"


def croissant_of(suite: Suite, tables: Sequence[FileEntry]) -> str:
    """The Croissant metadata of the public tables, as a text."""
    number = len(suite.entries)
    whole = described(
        suite.recipe.about,
        tables,
        {one.path: Table(_name(one.path), _COLUMNS) for one in tables},
        f"{number} certified causal problems in {len(suite.recipe.parts)} parts.",
    )
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"


def _name(path: str) -> str:
    return path.removeprefix("public/").removesuffix(".jsonl").replace("/", "-")


def datasheet(suite: Suite) -> str:
    """The datasheet of a suite."""
    return "\n".join(_datasheet(suite)) + "\n"


def _datasheet(suite: Suite) -> Iterator[str]:
    recipe, about = suite.recipe, suite.recipe.about
    yield f"# {recipe.name} {recipe.version}: datasheet"
    yield ""
    yield from parts_table(suite)
    yield ""
    yield "## How it came about"
    yield ""
    yield (
        "All problems were drawn at random by symcause from `suite.toml` and a key, each with a "
        "certificate that was verified before it was taken. Problems that are the same up to names and "
        "order were drawn again. No data about people is involved."
    )
    yield ""
    for part in recipe.parts:
        contents = suite.contents[part.name]
        left = ", ".join(f"{number} {why}" for why, number in contents.rejected.items())
        number = len(suite.by_part[part.name])
        short = f"; {part.problems} were asked for, there are no more" * (number < part.problems)
        made = f"{number} problems of {contents.drawn} items{short}"
        yield f"- `{part.name}`: {made}; left out: {left or 'none'}"
    yield ""
    yield "## Who may see what"
    yield ""
    yield (
        "`public/` holds prompts. True models, held-out worlds, seeds and certificates are in `evaluator/` "
        "only. Splits keep together what is the same up to names or has one latent."
    )
    yield ""
    yield "## What it is for, and what not"
    yield ""
    yield (
        "Measuring one capability at a time. Scores say nothing about causal claims in any field of "
        "application."
    )
    yield ""
    yield "## Licence, origin, upkeep"
    yield ""
    stated = (
        ("Version", about.version),
        ("Licence", about.license),
        ("Creator", about.creator),
        ("Published", about.date),
        ("Address", about.url),
    )
    for key, value in stated:
        yield f"- {key}: {value or 'not stated'}"
