"""Finite worlds: variables of any finitely many values, mechanisms of a class that the file declares."""

from symcause.registry import BY_SIMPLEST, Family, Foreign, Task, shared

_HERE = "symcause.families.finite"
_RELEASED = f"{_HERE}.release"
_TOLD = (("tell_class", True),)  # labels depend on the class
_ASKED = "audit count check solve alternatives separate next disambiguate prompt look"

FAMILY = Family(
    name="finite",
    title="finite problems",
    problem=f"{_HERE}.problem.problem:FiniteProblem",
    formats={"symcause.finite/1": f"{_HERE}.files.document:read_finite"},
    foreign=(
        Foreign(("examples", "question"), f"{_RELEASED}.acre_items:read_question", placed=True),
        Foreign(
            ("question", "answer", "metadata"), f"{_RELEASED}.acre_items:read_served", placed=True
        ),
        Foreign(("observation_set_id", "observations"), f"{_RELEASED}.hypospace_sets:read_set"),
        Foreign(
            ("datasets_by_n_observations",),
            f"{_RELEASED}.hypospace_sets:read_set",
            pool=f"{_RELEASED}.hypospace_sets:sets_of",
        ),
        Foreign(
            ("game_state",),
            f"{_RELEASED}.blicket_logs:read_trial",
            answers=f"{_RELEASED}.blicket_answers:trial_answers",
            pool=f"{_RELEASED}.blicket_logs:trials_of",
        ),
    ),
    rows=f"{_HERE}.files.row_tables:Rows",
    writer=f"{_HERE}.files.document_writer:write_finite",
    sheet=f"{_HERE}.files.sheet:sheet_of",
    edited=f"{_HERE}.files.sheet:edited",
    public=f"{_HERE}.files.dataset_view:public",
    tally=f"{_HERE}.files.dataset_view:tally",
    exports={"boolean": f"{_HERE}.files.boolean_export:exported"},
    schemas={
        "finite": f"{_HERE}.files.document_structs:FiniteDocument",
        "finite-class": f"{_HERE}.files.document_structs:ClassFileDocument",
    },
    questions={name: f"{_HERE}.questions.{name}:{name.capitalize()}" for name in _ASKED.split()}
    | shared("convert", "play", "judge", "runs"),
    errata=f"{_HERE}.audits.gold_errata:erratum",
    space=f"{_HERE}.space.space_choice:open_space",
    verifier=f"{_HERE}.verifier.kernel:verify",
    theorem=f"{_HERE}.verifier.exports.proof_statement:theorem",
    digest=f"{_HERE}.problem.fingerprint:fingerprint",
    structure=f"{_HERE}.problem.canonical_structure:structure",
    model=f"{_HERE}.scoring.answer_check:answer_model",
    answer=f"{_HERE}.scoring.answer_check:answer_text",
    prompt=f"{_HERE}.problem.prompts:told",
    shortcuts=f"{_HERE}.scoring.shortcut_rules:FiniteShortcuts",
    scoring=f"{_HERE}.questions.score:FiniteScoring",
    grader=f"{_HERE}.scoring.grader:grader",
    verdicts=(f"{_HERE}.audits.verdict_sentence:WORDS",),
    baselines=BY_SIMPLEST,
    solver="simplest",
    rules=f"{_HERE}.episode.rules:FiniteRules",
    rendering=f"{_HERE}.rendering.finite_scripts:FiniteWording",
    generators={"finite": f"{_HERE}.generator.finite_generator:FiniteGenerator"},
    tasks=(
        Task("finite", "finite", prompt=_TOLD, may_be_open=True),
        Task(
            "finite_queries",
            "finite",
            (("queries", 4),),
            prompt=_TOLD,
            may_be_open=True,
            training=(("queries", 1),),
        ),
    ),
    view=f"{_HERE}.report.view:view",
    drawing=f"{_HERE}.report.evidence_board:board",
    figure=f"{_HERE}.report.export:picture",
)
