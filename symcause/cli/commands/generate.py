"""``generate``, one of the CLI commands: instances with certificates, one subcommand a generator."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from symcause.audits.instance_generator import Generator
from symcause.audits.question import default_of, options
from symcause.cli.command_options import declared_options, html_option, stated
from symcause.cli.generator.generator_options import Output, output_options, show_presets
from symcause.cli.generator.generator_run import generate
from symcause.cli.output.output_files import guard
from symcause.cli.output.page_results import result_page
from symcause.cli.output.rendering_pages import save_pool_page
from symcause.cli.repeated_options import OneValued
from symcause.cli.runs.question_request import Asked
from symcause.cli.runs.question_run import Delivery, Run, execute
from symcause.cli.suites.suite_command import HELP
from symcause.errors import UsageError, did_you_mean
from symcause.formats.shared_entries import GENERATORS, each, generators
from symcause.registry import load

if TYPE_CHECKING:
    from symcause.capabilities import Dotted

_OUTPUT = (
    "count",
    "problems",
    "jobs",
    "cluster",
    "out",
    "resume",
    "certificates",
    "as_json",
    "quiet",
    "distinct",
)


_OTHERS: dict[str, Dotted[click.Command]] = {"suite": "symcause.cli.suites.suite_command:command"}
"""Subcommands that are no generators."""


class _Generators(click.Group):
    """Makes a subcommand of a generator when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*generators(), *_OTHERS]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = (*generators(), *_OTHERS)
        if args[0] not in known:
            raise UsageError(
                "no such family to generate", value=args[0], remedy=did_you_mean(args[0], known)
            )
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name in _OTHERS:
            return load(_OTHERS[name])
        dotted = generators().get(name)
        return None if dotted is None else _command(name, load(dotted))

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Families"):
            formatter.write_dl([(name, text) for name in generators() for text in _about(name)])
        with formatter.section("Several families"):
            formatter.write_dl([("suite", HELP)])


def _about(name: str) -> Iterator[str]:
    """The line of help of a generator; none of one that somebody else's package cannot give."""
    shared = [load(GENERATORS[name])] if name in GENERATORS else []
    for kind in shared or [kind for _, kind in each("generators", name)][:1]:
        yield getattr(kind, "help", "")


def _command(name: str, kind: type[Generator]) -> click.Command:
    def run(ctx: click.Context, /, **_: Any) -> None:
        made = kind(**stated(ctx, options(kind)))
        if ctx.params.get("listing"):
            show_presets(made, as_json=ctx.params["as_json"])
            return
        named = {key: o for key, o in options(kind).items() if key != "html"}
        read = [path for key, o in named.items() for path in _read(o.kind, ctx.params[key])]
        output = Output(**{key: ctx.params[key] for key in _OUTPUT})
        if ctx.params.get("html") is not None and "html" not in options(kind) and not output.out:
            raise UsageError("--html needs --out FILE", remedy="the page is about what is in it")
        written = {"--out": output.out, "--certificates": output.certificates}
        guard(read, {**written, "--html": ctx.params.get("html")})
        code = generate(made, output)
        if (page := ctx.params.get("html")) is not None:
            if "html" in options(kind):
                save_pool_page(made, page)
            else:
                _audited(output, page)
        ctx.exit(code)

    run.__doc__ = kind.__doc__
    decorated = output_options(click.pass_context(run))
    if kind.listing is not Generator.listing:
        decorated = click.option(
            "--list", "listing", is_flag=True, help="List the presets and stop."
        )(decorated)
    if "html" not in options(kind):
        decorated = html_option("Also write the page of the pool: every problem audited.")(
            decorated
        )
    decorated = declared_options([kind])(decorated)
    for key, declared in reversed(list(options(kind).items())):
        if declared.hidden:  # given as an argument
            needed = default_of(kind, key) is None
            argument = click.argument(key, metavar=declared.metavar, required=needed)
            decorated = argument(decorated)
    return click.command(name, cls=OneValued)(decorated)


def _audited(output: Output, page: str) -> None:
    """The page of what was generated: its audits."""
    assert output.out is not None
    asked = Asked("audit", {})
    with result_page(page, (output.out,), asked) as collect:
        run = Run((output.out,), jobs=output.jobs, quiet=True, silent=True)
        execute(run, asked, Delivery(collect=collect))


def _read(kind: str, value: Any) -> tuple[str, ...]:
    """The files that an option names."""
    if kind == "file":
        return () if value is None else (value,)
    return tuple(value) if kind == "files" else ()


@click.group("generate", cls=_Generators, subcommand_metavar="FAMILY [OPTIONS]")
def command() -> None:
    """Generate instances with their certificates; FAMILY is their kind.

    \b
    Examples:
      symcause generate boolean --count 5 --seed 1 --level certified --out pool.jsonl
      symcause generate boolean --preset vhs_n10_anchor_m10 --setting all --jobs 2 --out pool.jsonl
      symcause generate alternative pool.jsonl --answers predictions.jsonl --out items.jsonl
      symcause generate statements --problems 50 --distinct --out statements.jsonl
      symcause generate siblings pool.jsonl --out pairs.jsonl
      symcause generate renderings pool.jsonl --themes farm --styles story --out texts.jsonl
      symcause generate suite mini --out mini

    Exit code 0 when done, 3 if --distinct ends with fewer problems than were asked for.
    """
