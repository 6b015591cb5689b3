"""Scenarios: designs, selection, noise, hidden causes, and thresholds that can be reached (CausalGame)."""

from symcause.registry import Family, Foreign, Task, Text, shared

_HERE = "symcause.families.scenario"

FAMILY = Family(
    name="scenario",
    title="scenarios",
    problem=f"{_HERE}.problem.problem:ScenarioProblem",
    formats={
        "symcause.scenario/1": f"{_HERE}.files.document:read_scenario",
        "symcause.trials/1": f"{_HERE}.files.trials_document:read_trials",
    },
    foreign=(
        Foreign(("experiment", "resources"), f"{_HERE}.release.game_reader:read_game"),
        Foreign(
            ("final_result",),
            f"{_HERE}.files.run_files:no_problem",
            answers=f"{_HERE}.files.run_files:run_predictions",
        ),
        Foreign(
            ("criteria", "models"),
            f"{_HERE}.files.rubric_files:read_panel",
            answers=f"{_HERE}.files.rubric_files:panel_predictions",
        ),
        Foreign(
            ("published_survival", "models"),
            f"{_HERE}.release.result_tables:result_problem",
            answers=f"{_HERE}.release.result_tables:result_answers",
        ),
    ),
    texts=(
        Text(
            r"\A\ufeff?model,[^\n]*\b(?:antenna_trap|deployment_zone_trap|weather_noise)",
            f"{_HERE}.release.result_tables:result_documents",
            f"{_HERE}.release.result_tables:result_documents",
            suffixes=(".csv",),
            whole=True,
        ),
    ),
    companions=("numerical", "max_points", "variable_categories"),
    release={
        "session": f"{_HERE}.release.session_records:session_run",
        "wins": f"{_HERE}.release.result_recounts:read_wins",
        "recounts": f"{_HERE}.release.result_recounts:result_tables",
        "paper_tables": f"{_HERE}.release.paper_tables:paper_tables",
    },
    answers={"symcause.run/1": f"{_HERE}.files.run_files:run_predictions"},
    mistaken={
        "numerical": "this is an action space, not a problem",
        "design": "this is an answer, not a problem",
    },
    writer=f"{_HERE}.files.trials_document:write_problem",
    schemas={
        "scenario": f"{_HERE}.files.document_structs:ScenarioDocument",
        "trials": f"{_HERE}.files.trials_document:TrialsDocument",
        "run": f"{_HERE}.files.run_files:RunDocument",
        "rubric": f"{_HERE}.files.rubric_files:RubricDocument",
    },
    questions={
        name: f"{_HERE}.questions.{name}:{name.capitalize()}"
        for name in ("audit", "check", "solve", "separate", "play")
    }
    | shared("prompt", "convert", "judge", "runs"),
    errata=f"{_HERE}.audits.gold_errata:erratum",
    prompt=f"{_HERE}.scoring.prompts:told",
    twins=f"{_HERE}.episode.twin_prompt:told_twin",
    verifier=f"{_HERE}.verifier.kernel:verify",
    structure=f"{_HERE}.files.canonical_structure:structure",
    digest=f"{_HERE}.problem.fingerprint:fingerprint",
    scoring=f"{_HERE}.questions.score:ScenarioScoring",
    baselines=f"{_HERE}.episode.design_rules:ScenarioBaselines",
    generators={"scenario": f"{_HERE}.generator.scenario_generator:ScenarioGenerator"},
    rules=f"{_HERE}.episode.rules:ScenarioRules",
    tasks=(Task("scenario", "scenario"),),
    view=f"{_HERE}.report.view:view",
    scripts=(f"{_HERE}.report:js/scenario.js",),
    styles=(f"{_HERE}.report:scenario.css",),
    verdicts=(f"{_HERE}.audits.audit_sentences:WORDS",),
    cards={"ScenarioProblem": f"{_HERE}.report.cards:problem_card"},
)
