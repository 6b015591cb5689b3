"""``symcause generate boolean``: seeded Boolean instances with certificates."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from symcause.cli.lines import Lines
from symcause.cli.main import EXIT_INTERRUPTED, EXIT_MALFORMED, complain
from symcause.cli.options import json_option
from symcause.cli.output import dumps
from symcause.errors import SymcauseError, UsageError
from symcause.problems.disclosure import Setting

Document = dict[str, Any]


@click.command("boolean")
@click.option("--preset", "name", default="hs_n8_bridge", help="Stratum (hs_n8_bridge).")
@click.option(
    "--presets", "file", type=click.Path(dir_okay=False), help="Take presets from a TOML file."
)
@click.option("--list", "listing", is_flag=True, help="List the presets and stop.")
@click.option("--count", type=click.IntRange(min=1), default=1, help="Latent SCMs (1).")
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
@click.option("--jobs", type=click.IntRange(1, 512), default=1, help="Processes (1).")
@click.option("--out", type=click.Path(dir_okay=False), help="Write the problems to a file.")
@click.option("--resume", is_flag=True, help="Go on with --out FILE where a run ended.")
@click.option(
    "--certificates",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Write each certificate to a file of its own as well.",
)
@json_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Boolean instances: latent SCMs, worlds, and what the evidence settles.

    Problems go to --out FILE or standard output, one a line; each carries its generation record
    and its certificate in its metadata. The same seed gives the same bytes whatever --jobs.

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
    if options["resume"] and options["out"] is None:
        raise UsageError("--resume needs --out FILE")
    ctx.exit(_Run(options).execute())


def _list(file: str | None, as_json: bool) -> None:
    from symcause.generators.boolean.presets import presets

    for name, preset in presets(file).items():
        facts = {"variables": preset.variables, "roots": preset.roots, "rows": preset.rows}
        facts["max_parents"] = preset.max_parents
        if as_json:
            click.echo(dumps({"preset": name, **facts}))
        else:
            click.echo(f"{name}: {', '.join(f'{key} {value}' for key, value in facts.items())}")


class _Run:
    """One run of the command."""

    def __init__(self, options: dict[str, Any]) -> None:
        from symcause.audits.candidate_worlds import PoolOptions
        from symcause.audits.strengthening import Level
        from symcause.generators.boolean.pipeline import Request
        from symcause.generators.boolean.presets import preset

        asked = options["settings"] or (str(Setting.HIDDEN_ORDER),)
        settings = tuple(Setting) if "all" in asked else tuple(dict.fromkeys(map(Setting, asked)))
        self.request = Request(
            preset(options["name"], options["file"]),
            options["seed"],
            settings,
            Level(options["level"]),
            options["alternative"],
            PoolOptions(size=options["pool_size"]),
        )
        self.count, self.jobs = options["count"], options["jobs"]
        self.as_json, self.folder = options["as_json"], options["certificates"]
        self.out = options["out"]
        self.lines = None if self.out is None else Lines(self.out, options["resume"], self._is_ours)
        self.verdicts: dict[str, int] = {}
        self.failed = False

    def execute(self) -> int:
        kept = [] if self.lines is None else self.lines.kept
        for document in kept:
            self._note(document)
        known = {str(document["id"]) for document in kept}
        try:
            for outcome in self._outcomes(len(kept) // len(self.request.settings)):
                if isinstance(outcome, SymcauseError):
                    self._fail(outcome)
                    continue
                for document in outcome:
                    if document["id"] not in known:
                        self._take(document)
        except KeyboardInterrupt:
            complain("interrupted; the instances so far are kept")
            return EXIT_INTERRUPTED
        finally:
            if self.lines is not None:
                self.lines.close()
        self._sum_up()
        return EXIT_MALFORMED if self.failed else 0

    def _outcomes(self, first: int) -> Iterable[Any]:
        """The problems of each latent SCM, or the error in their place."""
        from symcause.solvers.pools import pool

        for _, outcome in pool(self._work, range(first, self.count), jobs=self.jobs):
            yield outcome

    def _work(self, index: int) -> list[Document]:
        """Runs in a child."""
        from symcause.formats.boolean import write_boolean
        from symcause.generators.boolean.pipeline import instances

        return [write_boolean(problem) for problem in instances(self.request, index)]

    def _is_ours(self, document: Document) -> bool:
        """True if a line of the file comes from the same request."""
        metadata: Any = document.get("metadata")
        if not isinstance(metadata, dict):
            return False
        record = metadata.get("generation")
        return (
            isinstance(record, dict)
            and record.get("preset") == self.request.preset.name
            and record.get("seed") == self.request.seed
            and metadata.get("level") == self.request.level
            and ("alternative" in metadata) == self.request.alternative
            and document.get("setting") in {str(s) for s in self.request.settings}
        )

    def _take(self, document: Document) -> None:
        from symcause.formats.writing import one_line

        self._note(document)
        if self.lines is not None:
            self.lines.write(one_line(document))
        if self.as_json:
            click.echo(dumps(self._report(document)))
        elif self.lines is None:
            click.echo(one_line(document))

    def _note(self, document: Document) -> None:
        """Count the verdict and write the certificate apart, if that is wanted."""
        metadata = document["metadata"]
        verdict = str(metadata["verdict"])
        self.verdicts[verdict] = self.verdicts.get(verdict, 0) + 1
        if self.folder is not None and "certificate" in metadata:
            from symcause.cli.certificates import save

            save(metadata["certificate"], self.folder, document["id"], folder=True)

    def _report(self, document: Document) -> Document:
        metadata = document["metadata"]
        record = metadata["generation"]
        certificate = metadata.get("certificate")
        report = {
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
            "certificate": certificate,
        }
        return report if self.lines is not None else {**report, "instance": document}

    def _fail(self, error: SymcauseError) -> None:
        self.failed = True
        if self.as_json:
            click.echo(dumps({"problem": None, "error": str(error)}))
        complain(str(error))

    def _sum_up(self) -> None:
        """The last line for people."""
        if self.lines is None or self.as_json:
            return
        total = sum(self.verdicts.values())
        verdicts = ", ".join(f"{n} {verdict}" for verdict, n in sorted(self.verdicts.items()))
        click.echo(f"{total} problems of {self.request.preset.name} in {self.out}: {verdicts}")
