"""``symcause disambiguate``: the fewest further worlds that leave one model."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import click

from symcause.cli.lines import Lines, refuse_overwriting
from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import ClassOptions, class_options, problem_argument, run_options
from symcause.cli.output import dumps
from symcause.cli.running import Document, Job, Run, execute
from symcause.errors import UsageError
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.files import Item
from symcause.processes.isolation import Emit

RECORD = "strengthening"
"""Where a strengthened problem keeps the record of how it came about, in its metadata."""

_STRENGTHENED = "strengthened"
_OUTDATED = ("verdict", "count", "certificate", "no_certificate")


@click.command("disambiguate")
@problem_argument
@class_options
@click.option(
    "--level",
    type=click.Choice(["extra", "counterexample", "certified"]),
    default="certified",
    help="certified (default): the fewest worlds that leave one model; or a published recipe.",
)
@click.option(
    "--pool-size", type=click.IntRange(1, 100_000), default=1_000, help="Candidate worlds (1000)."
)
@click.option("--rows", type=click.IntRange(1, 1_000), help="Rows a world (as in training).")
@click.option(
    "--targets", type=click.IntRange(1, 3), default=3, help="Most targets of a candidate (3)."
)
@click.option("--seed", type=int, default=0, help="Seed of the pool (0).")
@run_options
@click.pass_context
def command(ctx: click.Context, /, problem: str, chosen: str | None, **options: Any) -> None:
    """The fewest further worlds of gold that leave one model in the class.

    Candidates are a seeded pool of worlds that gold could show; the answer is smallest for that
    pool ("minimal") or comes with a lower bound. --out FILE writes the strengthened problem.

    \b
    Examples:
      symcause disambiguate problem.json
      symcause disambiguate problem.json --out stronger.json --rows 12 --targets 2
      symcause disambiguate pool.jsonl --jobs 2 --out stronger.jsonl --resume --json
      symcause disambiguate problem.json --level extra

    Exit code 0 if one model is left, 1 if more are left, 2 without gold.
    """
    asked = ClassOptions(
        *(options.pop(k) for k in ("max_parents", "max_ast", "max_depth", "setting"))
    )
    out, resume = options.pop("out"), options.pop("resume")
    if resume and out is None:
        raise UsageError("--resume needs --out FILE")
    refuse_overwriting(problem, out)
    level = options.pop("level")
    pool = {key: options.pop(key) for key in ("pool_size", "rows", "targets", "seed")}
    lines = None if out is None else Lines(out, resume, _is_strengthened)
    job = _Disambiguate(asked, level, pool, lines)
    try:
        code = execute(
            Run(problem, chosen, **options),
            Job(job.work, job.unfinished, _code, render, finish=job.finish),
        )
    finally:
        if lines is not None:
            lines.close()
    ctx.exit(code)


class _Disambiguate:
    def __init__(
        self,
        options: ClassOptions,
        level: str,
        pool: dict[str, Any],
        lines: Lines | None,
    ) -> None:
        self._options, self._level, self._pool, self._lines = options, level, pool, lines
        kept = [] if lines is None else lines.kept
        self._done = {str(document["id"]): document for document in kept}

    def work(self, problem: object, emit: Emit) -> Document:
        if not isinstance(problem, BooleanProblem):
            raise UsageError("disambiguate applies to Boolean problems so far")
        if problem.id in self._done:
            return _recorded(self._done[problem.id])
        from symcause.families.boolean.audits.candidate_worlds import PoolOptions
        from symcause.families.boolean.audits.disambiguation import disambiguate
        from symcause.families.boolean.audits.remaining import example, remaining
        from symcause.families.boolean.audits.strengthening import Level, strengthen

        problem = self._options.applied(problem)
        hypotheses = self._options.hypotheses(problem)
        options = PoolOptions(
            self._pool["pool_size"],
            self._pool["rows"],
            self._pool["targets"],
            self._pool["seed"],
        )
        if self._level != Level.CERTIFIED:
            recipe = strengthen(problem, Level(self._level), hypotheses, options)
            return self._finished(problem, recipe.problem, recipe.to_dict())
        found = disambiguate(
            problem, hypotheses, options, on_better=lambda best: emit(best.to_dict())
        )
        apart = [entry.to_dict() for entry in remaining(found, options.targets)]
        facts = {**found.to_dict(), "remaining": apart, "example": example(found)}
        return self._finished(problem, found.strengthened, facts)

    def _finished(
        self, problem: BooleanProblem, stronger: BooleanProblem, facts: Document
    ) -> Document:
        document = {**self._frame(problem), **facts}
        if self._lines is not None:
            from symcause.families.boolean.files.document import write_boolean

            # What was said about the weaker problem does not hold for the stronger one.
            kept = {k: v for k, v in stronger.metadata.items() if k not in _OUTDATED}
            metadata = {**kept, RECORD: _record(document)}
            document[_STRENGTHENED] = write_boolean(replace(stronger, metadata=metadata))
        return document

    def finish(self, document: Document, single: bool) -> Document:
        """Write the strengthened problem."""
        stronger: Any = document.pop(_STRENGTHENED, None)
        if stronger is not None and self._lines is not None:
            from symcause.formats.writing import one_line

            self._lines.write(one_line(stronger))
        return document

    def _frame(self, problem: BooleanProblem) -> Document:
        return {
            "problem": problem.id,
            "setting": str(problem.setting),
            "class": self._options.hypotheses(problem).to_dict(),
            "level": self._level,
            "worlds": [],
            "added": None,
            "minimal": False,
            "pool_size": None,
            "lower_bound": 0,
            "count_before": None,
            "count_after": None,
            "remaining": [],
            "example": None,
            "seed": self._pool["seed"],
        }

    def unfinished(self, item: Item, known: Document, reason: str) -> Document:
        assert isinstance(item.problem, BooleanProblem)
        problem = self._options.applied(item.problem)
        stopped = {"stopped": reason}
        if "worlds" not in known:
            return {**self._frame(problem), **stopped}
        worlds: Any = known["worlds"]
        further = tuple(
            World(
                w["id"], Split(w["split"]), Mode(w["mode"]), tuple(w["targets"]), tuple(w["rows"])
            )
            for w in worlds
        )
        return self._finished(problem, problem.with_worlds(further), {**known, **stopped})


def _record(document: Document) -> Document:
    """What a strengthened problem keeps of its document, as plain JSON."""
    left_out = ("problem", "setting", "remaining", "example")
    plain: Document = json.loads(dumps(document))
    worlds: Any = plain["worlds"]
    record = {key: value for key, value in plain.items() if key not in left_out}
    return {**record, "worlds": [world["id"] for world in worlds]}


def _is_strengthened(document: Document) -> bool:
    metadata = document.get("metadata")
    return isinstance(metadata, dict) and isinstance(metadata.get(RECORD), dict)


def _recorded(stronger: Document) -> Document:
    """The document of a problem that an earlier run has strengthened."""
    metadata: Any = stronger["metadata"]
    worlds: Any = stronger["worlds"]
    record = metadata[RECORD]
    added = set(record["worlds"])
    return {
        "problem": stronger["id"],
        "setting": stronger["setting"],
        **record,
        "worlds": [world for world in worlds if world["id"] in added],
        "remaining": [],
        "example": None,
    }


def _code(document: Document) -> int:
    if document["count_after"] is None:
        return EXIT_UNKNOWN
    return 0 if document["count_after"] == 1 else 1


def render(document: Document) -> str:
    """The further worlds for people."""
    from symcause.families.boolean.report.disambiguation_text import disambiguation_text

    return disambiguation_text(document)
