"""Causal graphs read off real-world texts (ReCITE): scores, alignments and statistics."""

from symcause.registry import Family, Foreign, Task, Text, shared

_HERE = "symcause.families.textgraph"
_SAMPLE = f"{_HERE}.release.sample_rows:read_sample"
_NAMED = f"{_HERE}.release.sample_rows:sample_id"
_RESPONSE = f"{_HERE}.release.responses"
_DATABASE = f"{_HERE}.release.results_database"
_CSV, _PARQUET = (
    f"{_HERE}.files.table_files:csv_rows",
    f"{_HERE}.files.table_files:parquet_rows",
)

FAMILY = Family(
    name="textgraph",
    title="text graphs",
    problem=f"{_HERE}.problem.problem:TextGraph",
    formats={"symcause.textgraph/1": f"{_HERE}.files.document:read_textgraph"},
    foreign=(
        *(
            Foreign(("nodes", "edges", column), _SAMPLE, _NAMED)
            for column in ("node_explicitness", "input_text", "explicitness", "num_nodes")
        ),
        Foreign(
            ("sample_id", "response_answer"),
            f"{_RESPONSE}:no_problem",
            answers=f"{_RESPONSE}:stored_response",
        ),
        Foreign(
            ("instanceId", "response", "task_type"),
            f"{_RESPONSE}:no_problem",
            answers=f"{_RESPONSE}:tasked_prediction",
        ),
    ),
    texts=(
        Text(r"\APAR1", _PARQUET, _PARQUET, suffixes=(".parquet",)),
        Text(
            r"\ASQLite format 3\x00",
            f"{_DATABASE}:database_samples",
            f"{_DATABASE}:database_answers",
            suffixes=(".db", ".sqlite", ".sqlite3"),
            whole=True,
        ),
        Text(
            r"\A(?=[^\n]*\b(?:nodes|response_answer)\b)(?=[^\n]*\b(?:edges|sample_id)\b)[^\n]*,",
            _CSV,
            _CSV,
            suffixes=(".csv",),
        ),
    ),
    release={
        "evaluations": f"{_DATABASE}:database_evaluations",
        "is_database": f"{_DATABASE}:is_database",
    },
    graphs=dict.fromkeys(
        ("check", "score", "align", "audit", "verify", "convert"),
        f"{_HERE}.files.bare_graph:bare_problem",
    ),
    labels={"evaluator_type": "evaluations"},
    mistaken={"relationships": "this is an answer, not a problem"},
    writer=f"{_HERE}.files.document:write_textgraph",
    exports={
        "recite": f"{_HERE}.files.graph_exports:as_recite",
        "edges": f"{_HERE}.files.graph_exports:as_edges",
        "csv": f"{_HERE}.files.graph_exports:as_matrix",
    },
    schemas={"textgraph": f"{_HERE}.files.document:TextGraphDocument"},
    questions={
        name: f"{_HERE}.questions.{name}:{name.capitalize()}"
        for name in ("audit", "check", "align", "prompt")
    }
    | shared("convert"),
    errata=f"{_HERE}.audits.gold_errata:erratum",
    prompt=f"{_HERE}.scoring.prompts:told",
    verifier=f"{_HERE}.verifier.kernel:verify",
    digest=f"{_HERE}.problem.fingerprint:fingerprint",
    structure=f"{_HERE}.problem.canonical_structure:structure",
    scoring=f"{_HERE}.questions.score:TextGraphScoring",
    tasks=(Task("textgraph", primary="f1"),),
    view=f"{_HERE}.report.view:view",
    scripts=(f"{_HERE}.report:js/agreement.js",),
    styles=(f"{_HERE}.report:agreement.css",),
    cards={
        "TextGraph": f"{_HERE}.report.cards:problem_card",
        "Digraph": f"{_HERE}.report.cards:graph_card",
        "TextGraphCheck": f"{_HERE}.report.cards:check_card",
        "AlignDocument": f"{_HERE}.report.cards:align_card",
    },
    figure=f"{_HERE}.report.export:picture",
)
