"""``symcause audit``: is the evidence enough?"""

from __future__ import annotations

from typing import Any

import click

from symcause.cli.certificates import Certificates
from symcause.cli.count import linear_unknown
from symcause.cli.lines import refuse_overwriting
from symcause.cli.main import EXIT_UNKNOWN
from symcause.cli.options import (
    ClassOptions,
    class_options,
    file_option,
    problem_argument,
    run_options,
)
from symcause.cli.pages import audit_page
from symcause.cli.running import Document, Job, Run, execute
from symcause.errors import UsageError
from symcause.families.boolean.audits.verdicts import Verdict
from symcause.families.boolean.problem.disclosure import Setting
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.linear.problem.problem import LinearProblem
from symcause.formats.files import Item
from symcause.processes.isolation import Emit


@click.command("audit")
@problem_argument
@class_options
@click.option(
    "--limit", type=click.IntRange(min=0), default=5, metavar="N", help="Alternatives to find (5)."
)
@click.option(
    "--targets",
    type=click.IntRange(1, 3),
    default=1,
    metavar="N",
    help="Variables that one experiment may set (1).",
)
@click.option(
    "--probe-size",
    type=click.IntRange(1, 6),
    default=3,
    metavar="N",
    help="Inputs per support probe (3).",
)
@click.option(
    "--shortcut-cap",
    type=click.IntRange(1, 10),
    default=5,
    metavar="C",
    help="AST cap of shortcuts (5).",
)
@click.option(
    "--claim",
    type=click.Choice(["verdict", "count", "inseparable"]),
    default="verdict",
    help="What the certificate is about: the verdict, the count, or that nothing separates.",
)
@click.option(
    "--certificate",
    type=click.Path(),
    metavar="FILE",
    callback=file_option,
    help="Write a certificate (pool: a folder, one file a problem).",
)
@click.option(
    "--log",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Audit an episode log (JSON lines) step by step, for a linear problem.",
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write a page with all of it too: graphs, coverage, experiments to play (pool: one page).",
)
@run_options
@click.pass_context
def command(ctx: click.Context, /, problem: str, chosen: str | None, **options: Any) -> None:
    """Is the evidence enough? Verdict, count, alternatives, support, shortcuts, certificate.

    PROBLEM is a file, a folder of files, or - for standard input.

    \b
    Examples:
      symcause audit problem.json
      symcause audit problem.json --max-parents 3 --json
      symcause audit problem.json --certificate proof.json
      symcause audit pool.jsonl --html report.html
      symcause audit episode.json --log episode.log.jsonl
      symcause audit pool.jsonl --jobs 2 --out audits.jsonl --resume

    Exit code 0 if the verdict is unique, 1 if it is another, 3 if it is unknown; 2 if something
    cannot be read.
    """
    asked = ClassOptions(
        *(options.pop(k) for k in ("max_parents", "max_ast", "max_depth", "setting"))
    )
    certificate, html = options.pop("certificate"), options.pop("html")
    refuse_overwriting(problem, certificate, "--certificate")
    refuse_overwriting(problem, html, "--html")
    from symcause.families.boolean.audits.audit import AuditOptions
    from symcause.families.boolean.certify.certify import ClaimKind

    wanted = AuditOptions(
        limit=options.pop("limit"),
        targets=options.pop("targets"),
        probe_size=options.pop("probe_size"),
        shortcut_cap=options.pop("shortcut_cap"),
        certificate=certificate is not None or html is not None,
        claim=ClaimKind(options.pop("claim")),
        setting=None if asked.setting is None else Setting(asked.setting),
    )
    job = _Audit(asked, wanted, certificate, options.pop("log"))
    run = Run(problem, chosen, **options)
    with audit_page(html, problem, run.out if run.resume else None) as collect:
        code = execute(
            run,
            Job(
                job.work,
                job.unfinished,
                _code,
                job.render,
                _summary,
                job.finish,
                collect,
                asked.scope,
                mark="verdict",
            ),
        )
    ctx.exit(code)


_NOTHING: Document = {
    "separable": None,
    "gold": None,
    "support": None,
    "shortcuts": None,
    "profile": [],
    "alternatives": [],
    "seconds": None,
}


class _Audit:
    def __init__(
        self, options: ClassOptions, wanted: Any, certificate: str | None, log: str | None
    ) -> None:
        self._options, self._wanted, self._log = options, wanted, log
        self._certificates = None if certificate is None else Certificates(certificate)

    def work(self, problem: object, emit: Emit) -> Document:
        if isinstance(problem, LinearProblem):
            from symcause.families.linear.audits.audit import audit_document

            document = audit_document(self._options.bounded(problem))
            document["class"] = self._options.linear_class(problem)
            return document if self._log is None else {**document, **self._trajectory(problem)}
        assert isinstance(problem, BooleanProblem)
        if self._log is not None:
            raise UsageError("--log is for linear problems", value=problem.id)
        from symcause.families.boolean.audits.audit import audit

        return audit(problem, self._options.hypotheses(problem), self._wanted, emit).to_dict()

    def _trajectory(self, problem: LinearProblem) -> Document:
        """The steps of an episode, each with what the evidence settled by then."""
        from symcause.families.linear.audits.trajectory import trajectory_document
        from symcause.families.linear.files.causalab_log import read_log

        assert self._log is not None
        return trajectory_document(problem, read_log(self._log, problem))

    def finish(self, document: Document, single: bool) -> Document:
        """Write the certificate, if one was asked for and made."""
        if self._certificates is None:
            return document
        certificate = document.get("certificate")
        if certificate is None:
            why = document.get("certificate_reason") or _no_certificate(document)
            return {**document, "certificate": None, "certificate_reason": why}
        file = self._certificates.save(certificate, str(document["problem"]), folder=not single)
        return {**document, "certificate_file": file}

    def unfinished(self, item: Item, known: Document, reason: str) -> Document:
        if isinstance(item.problem, LinearProblem):
            unknown = linear_unknown(item.problem, self._options, reason)
            return {**unknown, **_NOTHING, "verdict": str(Verdict.UNKNOWN)}
        from symcause.families.boolean.audits.audit import blank

        assert isinstance(item.problem, BooleanProblem)
        problem = self._options.applied(item.problem)
        frame = blank(problem, self._options.hypotheses(problem))
        document = {**frame, **known, "stopped": reason}
        if document["verdict"] == Verdict.UNKNOWN:
            document["reason"] = document["reason"] or reason
        return document

    def render(self, document: Document) -> str:
        if "graphs" in document:
            from symcause.families.linear.report.text import linear_audit_text

            return linear_audit_text(document)
        from symcause.families.boolean.report.audit_text import audit_text

        return audit_text(document)


def _no_certificate(document: Document) -> str:
    beyond: Any = document.get("beyond_reach") or {}
    if "graphs" in document:
        return "certificates are about Boolean problems"
    return str(document.get("stopped") or beyond.get("certificate") or "none was made")


def _code(document: Document) -> int:
    if document["verdict"] == Verdict.UNKNOWN:
        return EXIT_UNKNOWN
    return 0 if document["verdict"] == Verdict.UNIQUE else 1


def _summary(documents: list[Document]) -> str:
    from symcause.families.boolean.report.audit_text import pool_summary

    return pool_summary(documents)
