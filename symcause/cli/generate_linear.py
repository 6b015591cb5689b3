"""``symcause generate linear``: seeded linear and quadratic episodes, and what they settle."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from symcause.cli.generating import Document, Family, Output, generate, output_options
from symcause.families.linear.models.crystals import Semantics

if TYPE_CHECKING:
    from symcause.families.linear.generator.linear import LinearOptions


@click.command("linear")
@click.option("--variables", type=int, default=4, help="Properties and the target (4).")
@click.option("--density", type=float, default=0.5, help="Share of edges present (0.5).")
@click.option("--low", type=int, default=1, help="Smallest coefficient (1).")
@click.option("--high", type=int, default=3, help="Largest coefficient (3).")
@click.option("--records", type=int, default=2, help="Prior records (2).")
@click.option("--budget", type=int, help="Interventions (four for each property).")
@click.option(
    "--semantics",
    type=click.Choice([str(s) for s in Semantics]),
    default="set",
    help="What an intervention does (set).",
)
@click.option("--target-may-cause", is_flag=True, help="The target may be a cause.")
@click.option("--quadratic", is_flag=True, help="Quadratic effects, values rounded.")
@click.option("--hidden", type=int, default=0, help="Variables with a hidden disturbance (0).")
@click.option("--hidden-on-target", is_flag=True, help="The target is one of those.")
@click.option("--integer-class", is_flag=True, help="Only integer coefficients count as models.")
@click.option("--seed", type=int, default=0, help="Seed (0).")
@output_options
@click.pass_context
def command(ctx: click.Context, /, seed: int, **options: Any) -> None:
    """Linear and quadratic episodes with simulated evidence.

    Each instance says in its metadata what its evidence settles before any intervention and at the
    end of the budget: graphs and models left, and whether the reactor's target is entailed.

    \b
    Examples:
      symcause generate linear --variables 5 --count 10 --seed 1 --out pool.jsonl
      symcause generate linear --quadratic --count 3
      symcause generate linear --hidden 1 --count 5 --jobs 2 --out hidden.jsonl

    Exit code 0 when done.
    """
    from symcause.families.linear.generator.linear import LinearOptions

    keys = ("count", "jobs", "out", "resume", "certificates", "as_json")
    output = Output(*(options.pop(key) for key in keys))
    asked = LinearOptions(**{**options, "semantics": Semantics(options["semantics"])})
    item = _Item(asked, seed)
    family = Family("linear episodes", item.work, 1, item.is_ours, _verdict, _report)
    ctx.exit(generate(family, output))


class _Item:
    """One episode."""

    def __init__(self, options: LinearOptions, seed: int) -> None:
        self._options, self._seed = options, seed

    def work(self, index: int) -> list[Document]:
        from symcause.families.linear.files.document import write_linear
        from symcause.families.linear.generator.linear import certified, draw

        return [write_linear(certified(draw(self._options, self._seed, index)))]

    def is_ours(self, document: Document) -> bool:
        start = f"linear-{self._options.variables}-{self._seed}-"
        return str(document.get("id", "")).startswith(start) and "metadata" in document


def _verdict(document: Document) -> str:
    identified = document["metadata"]["certificate"]["identified"]
    return {True: "identified", False: "not identified"}.get(identified, "unknown")


def _report(document: Document) -> Document:
    return {"problem": document["id"], **document["metadata"]["certificate"]}
