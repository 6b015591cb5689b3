"""Statements of (in)dependence and a causal hypothesis: is it entailed? (Corr2Cause, Corr2Cause++)."""

from symcause.registry import Family, Foreign, Task, Text, shared

_HERE = "symcause.families.statements"
_RELEASED = f"{_HERE}.release.corr2cause"

FAMILY = Family(
    name="statements",
    title="problems of statements",
    problem=f"{_HERE}.problem.problem:StatementsProblem",
    formats={"symcause.statements/1": f"{_HERE}.files.document:read_statements"},
    foreign=(
        Foreign(("input", "label"), f"{_RELEASED}:read_item", placed=True),
        Foreign(("query", "label"), f"{_RELEASED}:read_query", placed=True),
        Foreign(("premise", "hypothesis", "relation"), f"{_RELEASED}:read_nli", placed=True),
    ),
    texts=(Text(r"^\W?input\W?,\W?label\b", f"{_RELEASED}:csv_documents", suffixes=(".csv",)),),
    writer=f"{_HERE}.files.document:write_statements",
    release={
        "label": f"{_HERE}.release.released_label:released_label",
        "named_class": f"{_HERE}.release.released_label:named_class",
        "slip": f"{_HERE}.release.released_label:slip_of",
    },
    public=f"{_HERE}.files.dataset_view:public",
    tally=f"{_HERE}.files.dataset_view:tally",
    schemas={"statements": f"{_HERE}.files.document:StatementsDocument"},
    questions={
        name: f"{_HERE}.questions.{name}:{name.capitalize()}"
        for name in (
            *("audit", "count", "check", "solve", "alternatives", "separate", "next", "prompt"),
        )
    }
    | shared("convert"),
    light=True,
    errata=f"{_HERE}.audits.gold_errata:erratum",
    space=f"{_HERE}.space.statement_space:open_space",
    model=f"{_HERE}.scoring.answer_text:read_model",
    answer=f"{_HERE}.scoring.answer_text:answer_text",
    prompt=f"{_HERE}.problem.prompts:told",
    certify=f"{_HERE}.certify.verdict_certificate:certify",
    verifier=f"{_HERE}.verifier.kernel:verify",
    digest=f"{_HERE}.problem.fingerprint:fingerprint",
    settled=f"{_HERE}.verifier.settled_claim:settled",
    structure=f"{_HERE}.problem.canonical_structure:structure",
    shortcuts=f"{_HERE}.scoring.shortcut_rules:StatementShortcuts",
    scoring=f"{_HERE}.questions.score:StatementsScoring",
    baselines=f"{_HERE}.baselines.statement_rules:StatementBaselines",
    grader=f"{_HERE}.scoring.grader:grader",
    tasks=(Task("statements", "statements", may_be_open=True, ground=False),),
    view=f"{_HERE}.report.class_picture:view",
    drawing=f"{_HERE}.report.evidence_board:board",
    cards={"StatementsProblem": f"{_HERE}.report.class_picture:problem_card"},
    generators={"statements": f"{_HERE}.generator.statements_generator:StatementsGenerator"},
    pairs=(("statements", (("siblings", True),)),),
)
