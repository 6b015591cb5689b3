"""Worlds of shapes that set each other moving, explored by agents (CausalLink)."""

from symcause.registry import BY_SIMPLEST, Family, Foreign, Task, Text, shared

_HERE = "symcause.families.shapeworld"

FAMILY = Family(
    name="shapeworld",
    title="ShapeWorld problems",
    problem=f"{_HERE}.problem.problem:ShapeWorldProblem",
    formats={"symcause.shapeworld/1": f"{_HERE}.files.document:read_shapeworld"},
    foreign=(
        Foreign(
            ("cause", "effect", "setup", "conversational_history"),
            f"{_HERE}.release.failure_reader:read_failure",
            answers=f"{_HERE}.release.failure_reader:failure_answers",
            named_by_file=True,
        ),
    ),
    texts=(
        Text(
            r"(?m)^(State update:|Question: Does .+ moving cause .+ to move\?)",
            f"{_HERE}.release.transcript_records:transcript_documents",
            f"{_HERE}.release.transcript_records:transcript_answers",
            suffixes=(".txt",),
        ),
        Text(
            r"^,?structure,setup,cause,effect",
            f"{_HERE}.release.result_rows:result_documents",
            f"{_HERE}.release.result_rows:result_answers",
            suffixes=(".csv",),
        ),
        Text(r"^,?structure,causal_flag,shapes", f"{_HERE}.release.causallink_tables:no_problems"),
    ),
    answers={"symcause.shapeworld/1": f"{_HERE}.files.document_answers:stored_answers"},
    writer=f"{_HERE}.files.document:write_shapeworld",
    sheet=f"{_HERE}.files.sheet:sheet_of",
    edited=f"{_HERE}.files.sheet:edited",
    exports={
        "causallink": f"{_HERE}.release.transcript_records:write_transcript",
        "causallink-failures": f"{_HERE}.release.failure_writer:write_failure",
    },
    public=f"{_HERE}.files.dataset_view:public",
    tally=f"{_HERE}.files.dataset_view:tally",
    questions={
        name: f"{_HERE}.questions.{name}:{name.capitalize()}"
        for name in (
            *("audit", "count", "check", "solve", "alternatives", "separate", "disambiguate"),
            *("next", "prompt", "play", "look"),
        )
    }
    | shared("convert", "judge", "runs"),
    prompt=f"{_HERE}.problem.prompts:told",
    errata=f"{_HERE}.audits.gold_errata:erratum",
    space=f"{_HERE}.space.space_choice:open_space",
    verifier=f"{_HERE}.verifier.kernel:verify",
    digest=f"{_HERE}.problem.fingerprint:fingerprint",
    settled=f"{_HERE}.verifier.settled_claim:settled",
    structure=f"{_HERE}.problem.canonical_structure:structure",
    proof=f"{_HERE}.verifier.proof_export:export",
    answer=f"{_HERE}.scoring.answer_text:answer_text",
    shortcuts=f"{_HERE}.scoring.shortcut_rules:ShapeWorldShortcuts",
    scoring=f"{_HERE}.questions.score:ShapeWorldScoring",
    grader=f"{_HERE}.scoring.grader:grader",
    rules=f"{_HERE}.episode.rules:ShapeWorldRules",
    baselines=BY_SIMPLEST,
    rendering=f"{_HERE}.rendering.family_words:ShapeWorldWording",
    generators={"shapeworld": f"{_HERE}.generator.shapeworld_generator:ShapeWorldGenerator"},
    pairs=(("shapeworld", (("siblings", True),)),),
    tasks=(
        Task(
            "shapeworld",
            "shapeworld",
            levels=("certified", "original"),
            prompt=(("template", "recorded"),),
            may_be_open=True,
        ),
    ),
    view=f"{_HERE}.report.view:view",
    drawing=f"{_HERE}.report.evidence_board:board",
    scripts=tuple(f"{_HERE}.report:js/{name}.js" for name in ("shapes", "replay")),
    styles=(f"{_HERE}.report:shapes.css",),
    verdicts=(f"{_HERE}.audits.verdict_sentences:WORDS",),
    cards={
        "Relation": f"{_HERE}.report.cards:relation_card",
        "ShapeWorldProblem": f"{_HERE}.report.cards:problem_card",
    },
    figure=f"{_HERE}.report.export:picture",
    schemas={"shapeworld": f"{_HERE}.files.document:ShapeWorldDocument"},
)
