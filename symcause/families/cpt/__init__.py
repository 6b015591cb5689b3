"""Causal queries on tables or on given probabilities (CLadder)."""

from symcause.registry import Family, Foreign, Task, shared

_HERE = "symcause.families.cpt"
_CLADDER = f"{_HERE}.release.cladder_reader"
_OWN = ("audit", "count", "check", "solve", "alternatives", "separate", "next", "prompt")

FAMILY = Family(
    name="cpt",
    title="table problems",
    problem=f"{_HERE}.problem.problem:CptProblem",
    formats={"symcause.cpt/1": f"{_HERE}.files.cpt_document:read_cpt"},
    foreign=(
        Foreign(
            ("desc_id", "given_info"), f"{_CLADDER}:read_question", f"{_CLADDER}:question_name"
        ),
    ),
    release={"opened": f"{_CLADDER}:opened"},
    companions=("variable_mapping",),
    mistaken={"variable_mapping": "this is a model of CLadder, not a problem"},
    writer=f"{_HERE}.files.cpt_document:write_cpt",
    public=f"{_HERE}.files.dataset_view:public",
    tally=f"{_HERE}.files.dataset_view:tally",
    schemas={"cpt": f"{_HERE}.files.cpt_document:CptDocument"},
    questions={name: f"{_HERE}.questions.{name}:{name.capitalize()}" for name in _OWN}
    | shared("convert"),
    prompt=f"{_HERE}.scoring.prompts:told",
    shortcuts=f"{_HERE}.scoring.shortcut_rules:CptShortcuts",
    scoring=f"{_HERE}.questions.score:CptScoring",
    baselines=f"{_HERE}.baselines.table_rules:CptBaselines",
    generators={"cpt": f"{_HERE}.generator.cpt_generator:CptGenerator"},
    tasks=(Task("cpt", "cpt", may_be_open=True, ground=False),),
    light=True,
    errata=f"{_HERE}.audits.gold_errata:erratum",
    verifier=f"{_HERE}.verifier.kernel:verify",
    digest=f"{_HERE}.problem.fingerprint:fingerprint",
    structure=f"{_HERE}.problem.canonical_structure:structure",
    view=f"{_HERE}.report.view:view",
    cards={"CptProblem": f"{_HERE}.report.view:problem_card"},
)
