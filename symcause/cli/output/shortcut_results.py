"""Shortcut results in the output of the CLI: what rules that solve nothing come to on a pool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from symcause.audits.document_json import dumps
from symcause.audits.documents import EXIT_MALFORMED
from symcause.cli.output.terminal_output import complain, emit, show
from symcause.cli.runs.question_run import Run
from symcause.errors import UsageError
from symcause.formats.pools.problem_files import read_problems

_CALLED = {"folder": "tables"}
"""Options that have another name than their parameter."""


def refuse_others(params: Mapping[str, object], others: Iterable[str]) -> None:
    """Raises UsageError where something else is to be made, too: no problem is audited."""
    for name in others:
        if params.get(name):
            option = "--" + _CALLED.get(name, name).replace("_", "-")
            raise UsageError(f"--shortcuts and {option} do not go together")


def show_shortcuts(run: Run) -> int:
    """Print the table of shortcuts and return the exit code."""
    from symcause.scoring.shortcuts import shortcut_accuracies
    from symcause.scoring.shortcuts.shortcut_table import shortcut_lines, shortcut_table

    problems, code = [], 0
    chosen = run.chosen
    for path in run.paths:
        for item in read_problems(path, chosen, "audit", form=run.form):
            if item.problem is None:
                complain(str(item.error))
                code = EXIT_MALFORMED
            else:
                problems.append(item.problem)
    made = shortcut_accuracies(problems)
    if run.as_json:
        emit(dumps({"problems": len(problems), "shortcuts": shortcut_lines(made)}))
    elif made:
        show(str(shortcut_table(made)))
    else:
        show("no two problems with a label of few: nothing that a rule could be right about")
    return code
