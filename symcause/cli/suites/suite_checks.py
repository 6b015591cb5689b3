"""Suite checks in the CLI of suites."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from symcause.audits.document_json import stamped
from symcause.cli.output.terminal_output import emit, show
from symcause.cli.runs.progress_display import Waiting
from symcause.errors import UsageError

_TAKEN = frozenset({"problem", "public", "as_json", "jobs"})


def suite_given(ctx: click.Context, problem: str, *, public: bool) -> bool:
    """Is a suite to be verified? Raises UsageError for options that do not apply to one."""
    from symcause.suites.folder.suite_folder import is_suite

    if not public and not (Path(problem).is_dir() and is_suite(problem)):
        return False
    for one in ctx.command.params:
        name = str(one.name)
        if name not in _TAKEN and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            flag = one.opts[0] if one.opts[0].startswith("-") else name.upper()
            raise UsageError(f"{flag} does not apply to a suite", value=problem)
    return True


def verify_suite(folder: str, *, public: bool, jobs: int, as_json: bool) -> int:
    """Verify a suite, say what came of it, and give the exit code."""
    from symcause.suites.checks.suite_verification import verified_suite

    now = "reading"
    waiting = Waiting(lambda: now)

    def tell(what: str) -> None:
        nonlocal now
        now = what
        waiting()

    try:
        verdict = verified_suite(folder, public=public, jobs=jobs, tell=tell)
    finally:
        waiting.clear()
    if as_json:
        emit(stamped(verdict.to_dict()))
    else:
        for line in verdict.lines():
            show(line)
    return verdict.code
