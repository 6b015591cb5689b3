"""Dataset options, an output of the CLI: how a pool is published."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from symcause.errors import UsageError

F = TypeVar("F", bound=Callable[..., Any])

OPAQUE, OWN = "opaque", "own"

_KEYS = ("certificates", "parquet", "about", "allow_abstain", "tell_class", "ids", "key")


def dataset_options(command: F) -> F:
    """``--dataset`` and what goes with it."""
    for option in (
        click.option(
            "--about",
            multiple=True,
            metavar="KEY=VALUE",
            help="With --dataset: name, description, license, url, creator, date, version or citation.",
        ),
        click.option(
            "--key",
            type=click.Path(dir_okay=False),
            metavar="FILE",
            help="With --dataset: the secret that opaque ids are made with (derived from gold).",
        ),
        click.option(
            "--ids",
            type=click.Choice((OPAQUE, OWN)),
            help="With --dataset: ids of public files are opaque, or the problems' own (opaque where a "
            "generator made the problems, whose ids tell the seed).",
        ),
        click.option(
            "--allow-abstain",
            is_flag=True,
            help='With --dataset: every prompt allows {"cannot_tell": true}; those of siblings always do.',
        ),
        click.option(
            "--tell-class",
            is_flag=True,
            help="With --dataset: every prompt says which models are possible, as certificates have it.",
        ),
        click.option(
            "--parquet",
            is_flag=True,
            help="With --dataset: also write the public tables as Parquet.",
        ),
        click.option(
            "--certificates",
            type=click.Path(),
            metavar="PATH",
            help="With --dataset: also publish these certificates (written by audit --certificate); each "
            "is re-checked. Those in the problems' metadata are always included.",
        ),
        click.option(
            "--dataset",
            type=click.Path(file_okay=False),
            metavar="FOLDER",
            help="Write a dataset: public and evaluator-only parts, prompts, manifest, datasheet.",
        ),
    ):
        command = option(command)
    return command


def given_options(ctx: click.Context) -> dict[str, Any]:
    """What was said about the dataset; UsageError where there is to be none, or options do not fit."""
    given: dict[str, Any] = {key: ctx.params[key] for key in _KEYS}
    if ctx.params["dataset"] is None and any(
        value not in (None, False, ()) for value in given.values()
    ):
        flags = ", ".join(f"--{key.replace('_', '-')}" for key in _KEYS)
        raise UsageError(f"{flags} go with --dataset")
    if given["ids"] == OWN and given["key"] is not None:
        raise UsageError("--key is for opaque ids", remedy="leave out --ids own")
    given["abstain"] = given.pop("allow_abstain")
    return given
