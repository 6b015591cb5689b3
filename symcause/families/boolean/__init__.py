"""Boolean structural causal models, replayed on intervention worlds (ReplaySCM)."""

from symcause.registry import Family, Foreign, Task, Text, shared

_HERE = "symcause.families.boolean"
_ASKED = "audit count check solve alternatives separate disambiguate prompt convert next play look"
_SCRIPTS = "model patterns variables alternatives player worlds margin boolean check"
_CARDS = "SCM Problem Audit"
_RELEASED = (
    "bundle.csv_files:Bundle bundle.instance_record:Instances scorer.canonical_form:Writings "
    "scorer.release_prompt:released_prompt scorer.object_extraction:released_extraction"
)
_SAID = "said_of_model said_of_nothing said_of_label said_of_pair"
_NET = r"\A\s*(?:#[^\n]*\n\s*)*targets\s*,\s*(?:factors|functions)\b"

FAMILY = Family(
    name="boolean",
    title="Boolean problems",
    problem=f"{_HERE}.problem.problem:BooleanProblem",
    formats={
        "symcause.boolean/1": f"{_HERE}.files.document:read_boolean",
        "symcause.boolean/2": f"{_HERE}.files.document_v2:read_informed",
    },
    foreign=(
        Foreign(
            ("instanceId", "worlds"),
            f"{_HERE}.release.files.record_reader:read_record",
            f"{_HERE}.release.files.record_reader:record_id",
            f"{_HERE}.release.files.stored_answers:stored_predictions",
        ),
    ),
    texts=(
        *(
            Text(
                pattern,
                f"{_HERE}.release.files.release_stream:release_problems",
                f"{_HERE}.release.files.release_stream:release_documents",
            )
            # A release; and what nobody else reads is tried as one, for errors that say what is missing.
            for pattern in (r"(?m)^(metadata|problems):|runtimeSchemaVersion", r"")
        ),
        Text(_NET, f"{_HERE}.files.bnet:bnet_documents", suffixes=(".bnet",), by_name=True),
    ),
    mistaken=dict.fromkeys(("mechanisms", "alternative"), "this is an answer, not a problem"),
    rows=f"{_HERE}.questions.row_tables:Rows",
    writer=f"{_HERE}.files.document_writer:write_boolean",
    sheet=f"{_HERE}.files.sheet:sheet_of",
    edited=f"{_HERE}.files.sheet:edited",
    exports={
        "replayscm": f"{_HERE}.release.files.release_writer:exported",
        "sympy": f"{_HERE}.files.sympy_export:exported",
        "bnet": f"{_HERE}.files.bnet:exported",
        "sif": f"{_HERE}.files.bnet:exported_sif",
        "finite": f"{_HERE}.files.finite_export:exported",
    },
    questions={name: f"{_HERE}.questions.{name}:{name.capitalize()}" for name in _ASKED.split()}
    | shared("judge", "runs"),
    errata=f"{_HERE}.audits.verdict.gold_errata:erratum",
    space=f"{_HERE}.space.space_choice:open_space",
    libraries=("symcause.mechanisms.order.size_order", f"{_HERE}.space.joint.joint_search"),
    verifier=f"{_HERE}.verifier.kernel:verify",
    digest=f"{_HERE}.problem.fingerprint:evidence_digest",
    former_digest=f"{_HERE}.problem.fingerprint:fingerprint",
    settled=f"{_HERE}.verifier.claim.settled_claim:settled",
    structure=f"{_HERE}.files.canonical_structure:structure",
    proof=f"{_HERE}.verifier.exports.drat_export:export",
    theorem=f"{_HERE}.verifier.exports.proof_statement:theorem",
    release={one.partition(":")[2]: f"{_HERE}.release.{one}" for one in _RELEASED.split()}
    | {name: f"{_HERE}.release.scorer.scorer_messages:{name}" for name in _SAID.split()},
    public=f"{_HERE}.files.dataset_view:public",
    tally=f"{_HERE}.files.dataset_view:tally",
    prompt=f"{_HERE}.scoring.prompt.prompts:render_prompt",
    answer=f"{_HERE}.scoring.check.answer_writer:answer_text",
    figure=f"{_HERE}.report.export:picture",
    latex=f"{_HERE}.report.export:latex_of",
    scoring=f"{_HERE}.questions.score:BooleanScoring",
    grader=f"{_HERE}.scoring.check.grader:grader",
    solver="simplest",
    rules=f"{_HERE}.episode.rules:BooleanRules",
    baselines=f"{_HERE}.baselines.baseline_interface:BooleanBaselines",
    rendering=f"{_HERE}.rendering.family_words:BooleanWording",
    generators={
        "boolean": f"{_HERE}.generator.boolean_generator:BooleanGenerator",
        "alternative": f"{_HERE}.generator.alternative_generator:AlternativeGenerator",
        "siblings": f"{_HERE}.generator.siblings_generator:SiblingsGenerator",
    },
    pairs=(("boolean", (("siblings", True),)),),
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
    drawing=f"{_HERE}.report.evidence_board:board",
    scripts=tuple(f"{_HERE}.report:js/{name}.js" for name in _SCRIPTS.split()),
    cards={f"Boolean{k}": f"{_HERE}.report.cards:{k.lower()}_card" for k in _CARDS.split()},
    schemas={
        "boolean": f"{_HERE}.files.schema_rules:BooleanDocument",
        "boolean-2": f"{_HERE}.files.schema_rules:InformedDocument",
        "answer": f"{_HERE}.files.answer_documents:AnswerDocument",
        "alternative": f"{_HERE}.files.answer_documents:AlternativeDocument",
    },
)
