"""The options of commands on the command line: those of a question, and shared ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import click
from click.core import ParameterSource
from msgspec.structs import replace

from symcause.audits.question import Option, options
from symcause.cli.lazy_options import deferred, none_given
from symcause.cli.option_types import Bound, FamilyOption, Read, Seconds, joined, ordinary
from symcause.cli.runs.run_backends import where_options
from symcause.cli.shell_completion import ids, words
from symcause.formats.shared_entries import each

F = TypeVar("F", bound=Callable[..., Any])


def question_options(name: str, without: tuple[str, ...] = ()) -> Callable[[F], F]:
    """The options of a question: all that any family which answers it has; for a command that is Asking.

    *without*: options that make no sense in this command.
    """

    return deferred_options(
        lambda: ((f.title, kind) for f, kind in each("questions", name)), without
    )


Titled = tuple[str, type[Any]]
"""The title of a family, and a class of it with options."""


def deferred_options(
    kinds: Callable[[], Iterable[Titled]], without: tuple[str, ...] = ()
) -> Callable[[F], F]:
    """The options of classes that are loaded where one may be meant; for a command that is Asking."""

    def made() -> list[click.Option]:
        every = tuple(kinds())
        declared = _declared((kind for _, kind in every), without)
        return [_of_families(every, names, facts) for names, facts in declared]

    return deferred(made)


def _of_families(kinds: Sequence[Titled], names: list[str], facts: dict[str, Any]) -> FamilyOption:
    """An option that knows which families have it."""
    option = FamilyOption(names, **facts)
    having = [(title, kind) for title, kind in kinds if names[-1] in options(kind)]
    own = {title: options(kind)[names[-1]] for title, kind in reversed(having)}
    option.titles, option.own = tuple(dict.fromkeys(title for title, _ in having)), own
    option.whole = len(having) == len(kinds)
    return option


def declared_options(kinds: Iterable[type[Any]]) -> Callable[[F], F]:
    """Click options for the fields of questions or generators, each name once."""

    def decorate(command: F) -> F:
        for names, facts in reversed(_declared(kinds)):
            command = click.option(*names, **facts)(command)
        return command

    return decorate


def _declared(
    kinds: Iterable[type[Any]], without: tuple[str, ...] = ()
) -> list[tuple[list[str], dict[str, Any]]]:
    """What makes an option of click, for each that is shown.

    Of a choice that several kinds have all words are known; which of them it takes each says itself.
    """
    found: dict[str, Option] = {}
    for kind in kinds:
        for name, declared in options(kind).items():
            known = found.setdefault(name, declared)
            words = tuple(dict.fromkeys((*known.choices, *declared.choices)))
            found[name] = replace(known, choices=words)
    shown = {name: one for name, one in found.items() if not one.hidden and name not in without}
    return [_click_option(name, one) for name, one in shown.items()]


def _click_option(name: str, declared: Option) -> tuple[list[str], dict[str, Any]]:
    names = [*(declared.flags or (f"--{name.replace('_', '-')}",)), name]
    facts: dict[str, Any] = {"help": declared.help, "default": None}
    if declared.kind == "flag":
        return names, {"is_flag": True, "help": declared.help}
    if declared.kind == "choice":
        facts["type"] = click.Choice(list(declared.choices))
    elif declared.kind == "choices":
        facts |= {"type": click.Choice(list(declared.choices)), "multiple": True}
    elif declared.kind == "integer":
        bounded = (declared.least, declared.most) != (None, None)
        facts["type"] = click.IntRange(declared.least, declared.most) if bounded else click.INT
        facts["callback"] = ordinary
    elif declared.kind == "number":
        facts["type"] = click.FLOAT
    elif declared.kind == "bound":
        facts["type"] = Bound()
    elif declared.kind == "names":
        facts |= {"multiple": True, "callback": joined}
    elif declared.kind == "many":
        facts["multiple"] = True
    elif declared.kind == "folder":
        facts["type"] = click.Path(file_okay=False)
    elif declared.kind == "file":
        facts["type"] = click.Path()
    elif declared.kind == "files":
        facts |= {"type": click.Path(), "multiple": True}
    elif declared.kind == "contents":
        facts["type"] = Read(declared.choices)
    if declared.alone is not None:
        facts |= {"is_flag": False, "flag_value": declared.alone}
    if declared.metavar is not None:
        facts["metavar"] = declared.metavar
    if declared.words is not None:
        facts["shell_complete"] = words(declared.words)
    return names, facts


def given(ctx: click.Context, name: str) -> dict[str, object]:
    """The options of a question that were stated; hidden ones the command sets itself."""
    if none_given(ctx):
        return {}
    declared = [options(kind) for _, kind in each("questions", name)]
    return stated(ctx, {key for own in declared for key in own if not own[key].hidden})


def stated(ctx: click.Context, names: Iterable[str]) -> dict[str, object]:
    """Those of the named parameters that were given on the command line."""
    return {
        name: ctx.params[name]
        for name in sorted(names)
        if name in ctx.params
        and ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
        and ctx.params[name] not in (None, ())
    }


def _named(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A path that names something: an empty one would mean the current folder."""
    if value == "":
        raise click.BadParameter("the path is empty", ctx=ctx, param=param)
    return value


def _all_named(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> Any:
    for path in value:
        _named(ctx, param, path)
    return value


def file_option(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A path that results can be written to."""
    if value == "-":
        raise click.BadParameter("give a file; --json prints instead", ctx=ctx, param=param)
    return _named(ctx, param, value)


_ID = click.option(
    "--id", "chosen", metavar="ID", help="Pick one problem of a pool.", shell_complete=ids
)


def problem_argument(command: F) -> F:
    """PROBLEM and ``--id``."""
    argument = click.argument("problem", type=click.Path(), metavar="PROBLEM", callback=_named)
    return argument(_ID(command))


def problems_argument(command: F) -> F:
    """PROBLEM, or several of them, and ``--id``."""
    argument = click.argument(
        "problems",
        type=click.Path(),
        metavar="PROBLEM...",
        nargs=-1,
        required=True,
        callback=_all_named,
    )
    return argument(_ID(command))


def answer_key_option(command: F) -> F:
    """``--answer-key`` of files of answers."""
    return click.option(
        "--answer-key",
        "answer_keys",
        multiple=True,
        metavar="NAME",
        help="The key of the rows under which the answers stand, instead of response, rawResponse and text "
        "(repeatable: the first that a row has).",
    )(command)


def form_option(command: F) -> F:
    """``--format`` of graph files."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(FORMS),
        metavar="FORMAT",
        help="Notation of a graph file, if its content does not show it: csv (row A, column B is A -> B), "
        f"pcalg, pcalg-pag, causal-learn, sif; or {', '.join(FORMS[:8])}.",
    )(command)


FORMS = (
    *("edges", "json", "graphml", "dot", "gml", "dagitty", "tetrad", "sif"),
    *("csv", "causal-learn", "pcalg", "pcalg-pag", "bnet"),
)
"""What ``--format`` takes: the names of :data:`symcause.formats.graphs.GRAPH_READERS`, and networks."""


def limit_options(command: F) -> F:
    """``--timeout`` and ``--memory``."""
    for option in (
        click.option(
            "--memory",
            type=click.IntRange(64, 100_000_000),
            metavar="MB",
            help="Memory limit per problem; what does not fit is unknown.",
        ),
        click.option(
            "--timeout",
            type=Seconds(),
            help="Time limit per problem; what is known by then is kept, the rest is unknown.",
        ),
    ):
        command = option(command)
    return command


def run_options(command: F) -> F:
    """``--json``, ``--jobs``, ``--cluster``, limits, ``--out``, ``--resume``, ``--full``."""
    for option in (
        click.option("--quiet", is_flag=True, help="Print only the results."),
        click.option(
            "--full", is_flag=True, help="Print every report of a pool in full, not one line each."
        ),
        click.option("--resume", is_flag=True, help="Keep the results already in --out FILE."),
        click.option(
            "--out",
            type=click.Path(dir_okay=False),
            metavar="FILE",
            callback=file_option,
            help="Write JSON lines to a file.",
        ),
        limit_options,
        where_options("Problems to run in parallel (default 1)."),
        json_option,
    ):
        command = option(command)
    return command


def html_option(help: str) -> Callable[[F], F]:
    """``--html FILE``."""
    return click.option(
        "--html", type=click.Path(dir_okay=False), metavar="FILE", callback=file_option, help=help
    )


def json_option(command: F) -> F:
    """``--json``."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print JSON, one document per line."
    )(command)
