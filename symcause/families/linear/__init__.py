"""Linear and quadratic crystals under interventions (CausaLab)."""

from symcause.registry import Family, Foreign, Log, Task, shared

_HERE = "symcause.families.linear"
_ASKED = "audit count check solve alternatives separate prompt convert next disambiguate play look"
_RELEASED = "run_log:read_run folder_runs:runs_of log_score:score_log"
_LEVELS, _CONFIGURED = ("certified", "original"), ("graph_id", "nodes", "edges")

FAMILY = Family(
    name="linear",
    title="linear problems",
    problem=f"{_HERE}.problem.problem:LinearProblem",
    formats={
        "symcause.linear/1": f"{_HERE}.files.document:read_linear",
        "symcause.linear/2": f"{_HERE}.files.document_v2:read_informed",
    },
    foreign=(Foreign(_CONFIGURED, f"{_HERE}.release.configuration:read_causalab"),),
    mistaken={
        "past_data": "this is the log of a run, which audit --log reads, not a problem",
        "equations": "this is an answer, not a problem",
    },
    logs=(
        Log(
            ("past_data", "action"),
            f"{_HERE}.release.run_folder:logged",
            f"{_HERE}.release.run_folder:logs_below",
            called=("*tracking.jsonl", "*tracking_simple.jsonl"),
            beside=("raw_io.jsonl", "*_data.json", "source_config.json"),
        ),
    ),
    rows=f"{_HERE}.questions.row_tables:Rows",
    writer=f"{_HERE}.files.document_writer:write_linear",
    sheet=f"{_HERE}.files.sheet:sheet_of",
    edited=f"{_HERE}.files.sheet:edited",
    questions={name: f"{_HERE}.questions.{name}:{name.capitalize()}" for name in _ASKED.split()}
    | shared("judge", "runs"),
    totals={"audit": f"{_HERE}.report.story.runs_story:RunTotals"},
    rules=f"{_HERE}.episode.rules:LinearRules",
    baselines=f"{_HERE}.baselines.linear_interface:LinearBaselines",
    errata=f"{_HERE}.audits.verdict.gold_errata:erratum",
    space=f"{_HERE}.space.space_choice:open_space",
    verifier=f"{_HERE}.verifier.kernel:verify",
    digest=f"{_HERE}.files.document_writer:fingerprint",
    settled=f"{_HERE}.verifier.settled_claim:settled",
    structure=f"{_HERE}.files.canonical_structure:structure",
    prompt=f"{_HERE}.scoring.prompts:render_prompt",
    answer=f"{_HERE}.scoring.answer_claims:answer_text",
    release={one.partition(":")[2]: f"{_HERE}.release.{one}" for one in _RELEASED.split()},
    public=f"{_HERE}.files.dataset_view:public",
    tally=f"{_HERE}.files.dataset_view:tally",
    figure=f"{_HERE}.report.export:picture",
    latex=f"{_HERE}.report.export:latex_of",
    scoring=f"{_HERE}.questions.score:LinearScoring",
    grader=f"{_HERE}.scoring.grader:grader",
    rendering=f"{_HERE}.rendering.family_words:LinearWording",
    generators={"linear": f"{_HERE}.generator.linear_generator:LinearGenerator"},
    pairs=tuple(
        (f"linear-{asked}", (("siblings", True), ("question", asked)))
        for asked in ("graph", "target")
    ),
    tasks=(Task("crystals", "linear", levels=_LEVELS, may_be_open=True, primary="target_within"),),
    view=f"{_HERE}.report.view:view",
    drawing=f"{_HERE}.report.evidence_board:board",
    scripts=tuple(
        f"{_HERE}.report:js/{name}.js" for name in ("fraction", "crystal", "check", "trajectory")
    ),
    cards={
        "CrystalModel": f"{_HERE}.report.cards:model_card",
        "LinearProblem": f"{_HERE}.report.cards:problem_card",
        "LinearAudit": f"{_HERE}.report.cards:audit_card",
    },
    schemas={
        "linear": f"{_HERE}.files.document_structs:LinearDocument",
        "linear-2": f"{_HERE}.files.document_v2:InformedDocument",
    },
)
