"""``symcause generate boolean``: seeded Boolean instances with certificates."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from symcause.cli.generating import Document, Family, Output, generate, output_options
from symcause.cli.output import dumps
from symcause.families.boolean.problem.disclosure import Setting

if TYPE_CHECKING:
    from symcause.families.boolean.generator.pipeline import Request


@click.command("boolean")
@click.option("--preset", "name", default="hs_n8_bridge", help="Stratum (hs_n8_bridge).")
@click.option(
    "--presets", "file", type=click.Path(dir_okay=False), help="Take presets from a TOML file."
)
@click.option("--list", "listing", is_flag=True, help="List the presets and stop.")
@click.option("--seed", type=int, default=0, help="Seed (0).")
@click.option(
    "--setting",
    "settings",
    type=click.Choice([*(str(s) for s in Setting), "all"]),
    multiple=True,
    help="A variant of each latent SCM; may be repeated, 'all' for all four (hidden-order).",
)
@click.option(
    "--level",
    type=click.Choice(["original", "extra", "counterexample", "certified"]),
    default="original",
    help="How much evidence the instances carry (original).",
)
@click.option("--alternative", is_flag=True, help="Make Alternative-SCM items.")
@click.option(
    "--pool-size",
    type=click.IntRange(1, 100_000),
    default=1_000,
    help="Candidate worlds for the levels (1000).",
)
@output_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Boolean instances: latent SCMs, worlds, and what the evidence settles.

    --count is the number of latent SCMs; each gives one problem a --setting. Problems go to --out
    FILE or standard output, one a line, with generation record and certificate in their metadata.
    The same seed gives the same bytes whatever --jobs.

    \b
    Examples:
      symcause generate boolean --count 10 --seed 1 --level certified --out pool.jsonl
      symcause generate boolean --preset vhs_n9_anchor --setting all --count 5 --jobs 2 --out p.jsonl
      symcause generate boolean --alternative --setting ordered --count 3
      symcause generate boolean --list

    Exit code 0 when done.
    """
    if options.pop("listing"):
        _list(options["file"], options["as_json"])
        return
    keys = ("count", "jobs", "out", "resume", "certificates", "as_json")
    output = Output(*(options.pop(key) for key in keys))
    request = _request(**options)
    item = _Item(request)
    family = Family(
        request.preset.name, item.work, len(request.settings), item.is_ours, _verdict, _report
    )
    ctx.exit(generate(family, output))


def _list(file: str | None, as_json: bool) -> None:
    from symcause.families.boolean.generator.presets import presets

    for name, preset in presets(file).items():
        facts = {"variables": preset.variables, "roots": preset.roots, "rows": preset.rows}
        facts["max_parents"] = preset.max_parents
        if as_json:
            click.echo(dumps({"preset": name, **facts}))
        else:
            click.echo(f"{name}: {', '.join(f'{key} {value}' for key, value in facts.items())}")


def _request(
    name: str,
    file: str | None,
    seed: int,
    settings: tuple[str, ...],
    level: str,
    alternative: bool,
    pool_size: int,
) -> Request:
    from symcause.families.boolean.audits.candidate_worlds import PoolOptions
    from symcause.families.boolean.audits.strengthening import Level
    from symcause.families.boolean.generator.pipeline import Request
    from symcause.families.boolean.generator.presets import preset

    asked = settings or (str(Setting.HIDDEN_ORDER),)
    chosen = tuple(Setting) if "all" in asked else tuple(dict.fromkeys(map(Setting, asked)))
    pool = PoolOptions(size=pool_size)
    return Request(preset(name, file), seed, chosen, Level(level), alternative, pool)


class _Item:
    """The problems of one latent SCM."""

    def __init__(self, request: Request) -> None:
        self._request = request

    def work(self, index: int) -> list[Document]:
        from symcause.families.boolean.files.document import write_boolean
        from symcause.families.boolean.generator.pipeline import instances

        return [write_boolean(problem) for problem in instances(self._request, index)]

    def is_ours(self, document: Document) -> bool:
        metadata = document.get("metadata")
        record = metadata.get("generation") if isinstance(metadata, dict) else None
        if not isinstance(metadata, dict) or not isinstance(record, dict):
            return False
        request = self._request
        return (
            (record.get("preset"), record.get("seed")) == (request.preset.name, request.seed)
            and record.get("pool_size") == request.pool.size
            and metadata.get("level") == request.level
            and ("alternative" in metadata) == request.alternative
            and document.get("setting") in {str(s) for s in request.settings}
        )


def _verdict(document: Document) -> str:
    return str(document["metadata"]["verdict"])


def _report(document: Document) -> Document:
    metadata = document["metadata"]
    record = metadata["generation"]
    return {
        "problem": document["id"],
        "latent": metadata["latent"],
        "setting": document["setting"],
        "level": metadata["level"],
        "preset": record["preset"],
        "seed": record["seed"],
        "index": record["index"],
        "attempts": record["attempts"],
        "worlds": sum(world["split"] == "train" for world in document["worlds"]),
        "added": len(record["added_worlds"]),
        "coverage": record["coverage"],
        "verdict": metadata["verdict"],
        "count": metadata["count"],
        "certificate": metadata.get("certificate"),
    }
