"""``symcause``: the group of commands, each loaded only when it is called."""

from __future__ import annotations

import sys
from importlib import import_module

import click

from symcause import __version__
from symcause.errors import SymcauseError

COMMANDS: dict[str, str] = {
    "audit": "Is the evidence enough? The whole audit of a problem.",
    "check": "Is this answer valid, exact, and the only one?",
    "score": "Per-answer metrics and summary tables for a pool.",
    "count": "How many models of the class explain the evidence?",
    "solve": "The simplest explaining model.",
    "alternatives": "Other explaining models, each with its best experiment.",
    "separate": "The best experiment between two answers.",
    "disambiguate": "The fewest further worlds that leave one model.",
    "verify": "Re-check a certificate without a solver.",
    "generate": "Instances with their certificates.",
    "prompt": "The prompt a language model gets.",
    "convert": "Convert between file formats.",
    "imec": "Size of the (interventional) Markov equivalence class of a DAG.",
}
"""Every command and its one line of help; the module of the same name defines ``command``."""

EXIT_MALFORMED = 2
EXIT_UNKNOWN = 3
EXIT_INTERRUPTED = 130


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(f"symcause.cli.{name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="symcause")
def cli() -> None:
    """Exact answers about causal models.

    \b
    Examples:
      symcause audit problem.json
      symcause check problem.json answer.json --json
      symcause count pool.jsonl --max-parents 3

    Exit codes: 0 yes, 1 no, 2 malformed input or usage, 3 unknown, 130 interrupted.
    """


def main(arguments: list[str] | None = None) -> None:
    """Entry point: turns every error of ours into one line on standard error."""
    try:
        code = cli.main(args=arguments, prog_name="symcause", standalone_mode=False)
    except SymcauseError as error:
        complain(str(error))
        sys.exit(EXIT_MALFORMED)
    except click.exceptions.Abort:
        complain("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except click.ClickException as error:
        complain(error.format_message())
        sys.exit(EXIT_MALFORMED)
    except KeyboardInterrupt:
        complain("interrupted")
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(EXIT_INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def complain(message: str) -> None:
    """One line on standard error."""
    click.echo("symcause: " + " ".join(message.split()), err=True)
