"""Boolean structural causal models, replayed on intervention worlds (ReplaySCM)."""

from symcause.registry import Family, Foreign, Task, Text, shared

_HERE = "symcause.families.boolean"
_NET = r"\A\s*(?:#[^\n]*\n\s*)*targets\s*,\s*(?:factors|functions)\b"

FAMILY = Family(
    name="boolean",
    title="Boolean problems",
    problem=f"{_HERE}.problem.problem:BooleanProblem",
    formats={
        "symcause.boolean/1": f"{_HERE}.files.document:read_boolean",
        "symcause.boolean/2": f"{_HERE}.files.informed:read_informed",
    },
    foreign=(
        Foreign(
            ("instanceId", "worlds"),
            f"{_HERE}.files.replayscm:read_record",
            f"{_HERE}.files.replayscm:record_id",
            f"{_HERE}.files.replayscm_answers:stored_predictions",
        ),
    ),
    texts=(
        *(
            Text(
                pattern,
                f"{_HERE}.files.replayscm_release:release_problems",
                f"{_HERE}.files.replayscm_release:release_documents",
            )
            # A release; and what nobody else reads is tried as one, for errors that say what is missing.
            for pattern in (r"(?m)^(metadata|problems):|runtimeSchemaVersion", r"")
        ),
        Text(_NET, f"{_HERE}.files.bnet:bnet_documents", suffixes=(".bnet",), by_name=True),
    ),
    mistaken=dict.fromkeys(("mechanisms", "alternative"), "this is an answer, not a problem"),
    writer=f"{_HERE}.files.writing:write_boolean",
    sheet=f"{_HERE}.files.sheet:sheet_of",
    edited=f"{_HERE}.files.sheet:edited",
    exports={
        "replayscm": f"{_HERE}.files.replayscm_writing:exported",
        "sympy": f"{_HERE}.files.symbolic:exported",
        "bnet": f"{_HERE}.files.bnet:exported",
        "sif": f"{_HERE}.files.bnet:exported_sif",
    },
    questions={
        name: f"{_HERE}.questions.{name}:{name.capitalize()}"
        for name in (
            *("audit", "count", "check", "solve", "alternatives", "separate", "disambiguate"),
            *("prompt", "convert", "next", "play", "look"),
        )
    }
    | shared("judge", "runs"),
    space=f"{_HERE}.space.opening:open_space",
    libraries=(f"{_HERE}.space.by_size", f"{_HERE}.space.joint"),
    verifier=f"{_HERE}.verifier.kernel:verify",
    digest=f"{_HERE}.problem.canonical:fingerprint",
    proof=f"{_HERE}.verifier.export:export",
    theorem=f"{_HERE}.verifier.stating:theorem",
    public=f"{_HERE}.files.sharing:public",
    tally=f"{_HERE}.files.sharing:tally",
    prompt=f"{_HERE}.scoring.prompts:render_prompt",
    answer=f"{_HERE}.scoring.answering:answer_text",
    figure=f"{_HERE}.report.export:picture",
    latex=f"{_HERE}.report.export:latex_of",
    scoring=f"{_HERE}.questions.score:BooleanScoring",
    grader=f"{_HERE}.scoring.grading:grader",
    solver="simplest",
    rules=f"{_HERE}.episode.rules:BooleanRules",
    baselines=f"{_HERE}.baselines.handing:BooleanBaselines",
    generators={
        "boolean": f"{_HERE}.generator.boolean:BooleanGenerator",
        "alternative": f"{_HERE}.generator.alternative:AlternativeGenerator",
        "siblings": f"{_HERE}.generator.paired:SiblingsGenerator",
    },
    tasks=(
        Task(
            "replay",
            "boolean",
            levels=("certified", "counterexample", "extra", "original"),
            may_be_open=True,
            training=(("preset", "hs_n6_easy_calibration"),),
        ),
        # What has another explanation is not unique: a certified instance gives no such item.
        Task("alternative", "boolean", (("alternative", True),), ("original", "extra")),
    ),
    view=f"{_HERE}.report.view:view",
    scripts=tuple(
        f"{_HERE}.report:js/{name}.js"
        for name in (
            *("model", "patterns", "variables", "alternatives", "player", "worlds", "margin"),
            *("boolean", "check"),
        )
    ),
    cards={
        "BooleanSCM": f"{_HERE}.report.cards:scm_card",
        "BooleanProblem": f"{_HERE}.report.cards:problem_card",
        "BooleanAudit": f"{_HERE}.report.cards:audit_card",
    },
    schemas={
        "boolean": f"{_HERE}.files.schemas:BooleanDocument",
        "boolean-2": f"{_HERE}.files.schemas:InformedDocument",
        "answer": f"{_HERE}.files.answers:AnswerDocument",
        "alternative": f"{_HERE}.files.answers:AlternativeDocument",
    },
)
