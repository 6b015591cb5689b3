"""The main entry point of the command line: the group of commands, each loaded when called."""

from __future__ import annotations

from symcause.cli import startup_signals as loading

# isort: split
import contextlib
import os
import signal
import sys
from _thread import get_ident, interrupt_main, start_new_thread
from errno import EBADF
from importlib import import_module
from pathlib import Path
from time import sleep
from types import FrameType
from typing import Any

import click

from symcause.cli.output.terminal_output import complain, open_streams, silence, unwritten
from symcause.deprecations import option_notes
from symcause.errors import SymcauseError, UsageError, closest
from symcause.version import __version__

COMMANDS: dict[str, str] = {
    "audit": "Is the evidence enough? The whole audit of a problem.",
    "check": "Is this answer valid, exact, and the only one?",
    "score": "Per-answer metrics and summary tables for a pool.",
    "count": "How many models of the class explain the evidence?",
    "solve": "The simplest explaining model.",
    "alternatives": "Other explaining models, each with its best experiment.",
    "separate": "The best experiment between two answers.",
    "disambiguate": "The fewest further worlds that leave one model.",
    "align": "The best node alignment of two graphs, with proof or bounds.",
    "next": "The experiments worth doing next, best first.",
    "play": "An episode: experiment, answer, and be judged step by step.",
    "mcp": "An episode as tools of an agent (Model Context Protocol).",
    "verify": "Re-check a certificate without a solver.",
    "generate": "Instances with their certificates.",
    "prompt": "The prompt a language model gets.",
    "convert": "Convert between file formats.",
    "serve": "The workbench: see a version space, and change what it is based on.",
    "tasks": "Problems and episodes as tasks of evaluation harnesses.",
    "imec": "Size of the (interventional) Markov equivalence class of a DAG.",
    "schema": "The JSON Schema of a file format or of a command's document.",
    "examples": "Bundled problems to try, by name.",
}
"""Every command and its one line of help; the module of the same name defines ``command``."""

GROUPS: dict[str, tuple[str, ...]] = {
    "Look at a problem": ("examples", "audit", "count", "imec"),
    "Ask about it": ("solve", "alternatives", "separate", "next", "disambiguate", "align"),
    "Score answers": ("check", "score", "verify"),
    "Make and convert problems": ("generate", "convert", "prompt", "schema"),
    "Play, serve and plug in": ("play", "serve", "mcp", "tasks"),
}
"""The commands by what they are for, as help lists them."""

FIRST: dict[str, str] = {
    "symcause audit problem.json": "Is the evidence enough?",
    "symcause check problem.json answer.txt": "Is this answer right?",
    "symcause score pool.jsonl answers.jsonl": "Metrics and tables.",
    "symcause generate boolean --out pool.jsonl": "New problems, proved.",
    "symcause serve problem.json": "See it in a browser.",
}
"""What somebody sees who types the name of the program alone."""

EXIT_MALFORMED = 2
EXIT_UNKNOWN = 3
EXIT_INTERRUPTED = 130

DEBUG = "SYMCAUSE_DEBUG"
"""Set in the environment (or by ``--debug``): faults show their traceback."""


class _Lazy(click.Group):
    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args and not ctx.resilient_parsing:
            click.echo(_beginning(ctx), err=True)
            ctx.exit(EXIT_MALFORMED)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # click itself would print an empty line first
            raise click.exceptions.Abort from None
        except BrokenPipeError:  # whoever read our output has seen enough
            silence()
            ctx.exit(EXIT_INTERRUPTED)
        except OSError as error:  # the disk is full, a terminal is gone
            silence()
            if error.errno == EBADF and error.filename is None:
                raise unwritten(error) from error
            raise UsageError(
                f"refused by the system: {error.strerror or error}", file=error.filename
            ) from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in COMMANDS:
            raise UsageError(f"no such command: {args[0]}", remedy=_meant(args[0]))
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        command = import_module(f"symcause.cli.commands.{name}").command
        assert isinstance(command, click.Command)
        notes = option_notes(name)
        for parameter in command.params if notes else ():
            parameter.deprecated = next((notes[o] for o in parameter.opts if o in notes), False)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, names in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, COMMANDS[name]) for name in names], col_max=14)


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="symcause")
@click.option("--debug", is_flag=True, help="Show the traceback of a fault of the program.")
def cli(debug: bool) -> None:
    """Exact answers about causal models.

    \b
    Examples:
      symcause audit problem.json
      symcause check problem.json answer.json --json
      symcause count pool.jsonl --max-parents 3

    Exit codes: 0 yes, 1 no, 2 malformed input or usage, 3 unknown, 130 interrupted.
    """
    if debug:
        os.environ[DEBUG] = "1"


def _beginning(ctx: click.Context) -> str:
    """Where to begin: five commands with what they say."""
    formatter = ctx.make_formatter()
    formatter.write_usage(ctx.command_path, "COMMAND [OPTIONS]...")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text("Exact answers about causal models. Begin with one of these:")
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_dl(list(FIRST.items()), col_max=44)
    formatter.write_paragraph()
    with formatter.indentation():
        formatter.write_text("All commands: symcause --help. One of them: symcause audit --help.")
    return formatter.getvalue().rstrip("\n")


def _meant(word: str) -> str:
    """What somebody may have meant by a command that does not exist."""
    near = closest(word.lower(), COMMANDS)
    if near is not None:
        return f"did you mean {near!r}?"
    if Path(word).exists():
        return f"to look at a file: symcause audit {word}"
    return f"the commands are {', '.join(COMMANDS)}"


def main(arguments: list[str] | None = None) -> None:
    """Entry point: whatever goes wrong is one line on standard error and a code of the contract."""
    try:
        code = _ended(arguments)
        if arguments is None:
            loading.leaving()
    except KeyboardInterrupt:  # it came after everything that expects it
        if arguments is None:
            loading.leaving()
        code = _said("interrupted", EXIT_INTERRUPTED)
    code = _flushed(code)
    if arguments is None:
        loading.last(code)
    # Python notes an interrupt that came while it ran a text (as dataclasses do at import) and would end
    # by the signal instead of our code, although we caught it; running another text clears the note.
    exec("")
    sys.exit(code)


def _ended(arguments: list[str] | None) -> int:
    """Run a command; how it ended."""
    try:
        signal.signal(signal.SIGTERM, _terminated)
        if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            signal.signal(signal.SIGHUP, _terminated)  # under nohup it stays ignored
        sys.unraisablehook = raised_again
        open_streams()
        code = cli.main(args=arguments, prog_name="symcause", standalone_mode=False)
    except SymcauseError as error:
        return _said(str(error), EXIT_MALFORMED)
    except click.exceptions.NoArgsIsHelpError as error:  # a group without a word after it
        click.echo(error.format_message(), err=True)
        return EXIT_MALFORMED
    except click.ClickException as error:
        return _said(_usage(error), EXIT_MALFORMED)
    except (click.exceptions.Abort, KeyboardInterrupt):
        return _said("interrupted", EXIT_INTERRUPTED)
    except OSError as error:  # help, which is written before there is a command
        silence()
        return _said(str(unwritten(error)), EXIT_MALFORMED)
    except MemoryError:
        return _said("out of memory; results so far are kept", EXIT_UNKNOWN)
    except Exception as error:  # the last resort: nobody but us should read a traceback
        if os.environ.get(DEBUG):
            from traceback import print_exc  # loaded when it is needed

            print_exc()
        from symcause.declarations import fault_of

        if (fault := fault_of(error)) is not None:
            return _said(f"{fault.message}; {fault.remedy}", EXIT_MALFORMED)
        text = f"{type(error).__name__}: {error}"
        return _said(f"a fault of the program: {text}; --debug shows where", EXIT_MALFORMED)
    return code if isinstance(code, int) else 0


def _terminated(signum: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def raised_again(unraisable: sys.UnraisableHookArgs) -> None:
    """An interrupt that came where nothing can be raised, as an object ends, is raised a moment later.

    Python would print it and go on as if nobody had asked it to stop.
    """
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        with contextlib.suppress(RuntimeError):  # Python ends: there is nothing to interrupt
            start_new_thread(_interrupt, (get_ident(),))
    else:
        sys.__unraisablehook__(unraisable)


def _interrupt(thread: int) -> None:
    """A signal and not only a note of one: what the main thread waits for is interrupted, too."""
    sleep(0.02)
    if hasattr(signal, "pthread_kill") and signal.getsignal(signal.SIGTERM) is _terminated:
        signal.pthread_kill(thread, signal.SIGTERM)
    else:
        interrupt_main()


def _said(message: str, code: int) -> int:
    with contextlib.suppress(OSError, ValueError):  # if it is closed, the code still tells
        complain(message)
    return code


def _flushed(code: int) -> int:
    """The code to end with, also where standard output takes nothing more."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        silence()
        return code or EXIT_INTERRUPTED
    return code


def _usage(error: click.ClickException) -> str:
    """What is wrong with the command line, and where to read about it."""
    text = error.format_message().rstrip(".")
    context = getattr(error, "ctx", None)
    page = "symcause" if context is None else context.command_path
    return f"{text[:1].lower()}{text[1:]}; see {page} --help"


loading.restore()
