"""What files the commands find: released samples, and what is made with fixed seeds."""

from __future__ import annotations

SAMPLED = {
    "causalab/3nodes.jsonl": 2,
    "causalab/4nodes_golden.jsonl": 3,
    "causalab/4nodes_hidden_n1.jsonl": 2,
    "causalab/4nodes_quad_hard.jsonl": 2,
    "causalab/released/pool.jsonl": 6,
    "causalab/run/graph_config.json": None,
    "causalab/run/tracking_simple.jsonl": None,
    "baselines/problems.jsonl": 8,
    "baselines/graphs_problems.jsonl": 4,
    "shapeworld/released/head/failure_cases/fake-one_direct_basic.jsonl": None,
    "shapeworld/transcripts/human_direct.txt": None,
    "shapeworld/transcripts/gemini-2.0-flash_mediation.txt": None,
    "causalgame/toys/toy-altitude.scenario.json": None,
    "causalgame/toys/toy-gauss.scenario.json": None,
    "causalgame/antenna_trap.game.json": None,
    "causalgame/antenna_trap.action_space.json": None,
    "causalgame/weather_noise.game.json": None,
    "causalgame/weather_noise.action_space.json": None,
    "causalgame/deployment_zone_trap_categorical.game.json": None,
    "causalgame/deployment_zone_trap_categorical.action_space.json": None,
    "causalgame/generated/demo-survivors.scenario.json": None,
    "causalgame/generated/demo-survivors-twin.scenario.json": None,
    "recite/released/samples.jsonl": None,
    "recite/released/responses.jsonl": None,
    "replayscm/sample.runtime.yaml": None,
    "replayscm/released/items.runtime.yaml": None,
    "replayscm/released/predictions.jsonl": None,
}
"""Released files, and how many lines of each; None: all of it."""

GRAPHS = {
    "chain.txt": "A -> B\nB -> C\nC -> D\nD -> E\n",
    "back.txt": "E -> D\nD -> C\nC -> B\nB -> A\n",
    "forks.txt": "A -> B\nA -> C\nB -> D\nC -> D\nD -> E\nB -> E\nF\n",
    "dense.txt": "".join(f"V{a} -> V{b}\n" for b in range(9) for a in range(b) if (a * b + a) % 3),
    "other.txt": "A -> C\nC -> B\nC -> D\nE -> D\n",
}
"""Graphs as they are written to files."""

_DRAFT = (
    '{"P(health)": "1/2", "P(service|health,lottery)": [["0.05", "0.95"], ["0.05", "0.95"]], '
    '"P(pension|health,service)": [["8/9", "1/9"], ["8/9", "1/9"]], "P(lottery)": '
)
_HEALTH = '"income->sport", "income->health", "diet->health", "sport->health"'

ANSWERS = {
    "yes.json": '{"answer": "yes"}\n',
    "no.json": '{"answer": "no"}\n',
    "one-way.json": f'{{"edges": ["income->diet", {_HEALTH}]}}\n',
    "other-way.json": f'{{"edges": ["diet->income", {_HEALTH}]}}\n',
    "replies.jsonl": '{"instanceId": "statements", "model": "one", "response": "yes"}\n',
    "lonely.json": '{"edges": [["circle", "square"]]}\n',
    "half.json": f'{_DRAFT}"1/2"}}\n',
    "third.json": f'{_DRAFT}"1/3"}}\n',
    "turned.json": '{"predictions": {"by-hand": "off", "turned": "off"}}\n',
    "sum.json": '{"mechanisms": {"right": "(turn left middle)", "lamp": "(if (eq right 1) on off)"}}\n',
    "lock.said.jsonl": '{"instanceId": "lock", "model": "one", "response": "no idea"}\n',
    "draft.said.jsonl": '{"instanceId": "draft", "model": "sure", "response": "no"}\n',
}
"""Answers about shapes, statements, tables and dials, a world of one edge, DAGs, networks, and replies."""

MADE: dict[str, tuple[str, ...]] = {
    "boolean.jsonl": ("boolean", "--count", "3", "--seed", "11", "--setting", "all"),
    "certified.jsonl": ("boolean", "--count", "2", "--seed", "12", "--level", "certified"),
    "noisy.jsonl": (
        *("boolean", "--preset", "hs_n7_anchor_plus", "--count", "2", "--seed", "13"),
        *("--noise", "1", "--hide", "0.05"),
    ),
    "alternative.jsonl": ("boolean", "--alternative", "--count", "2", "--seed", "14"),
    "pairs.jsonl": ("boolean", "--siblings", "--count", "2", "--seed", "15"),
    "items.jsonl": ("alternative", "examples/pool.jsonl", "--seed", "17"),
    "settling.jsonl": ("siblings", "examples/ambiguous.json", "--seed", "18"),
    "tables.jsonl": ("cpt", "--count", "4", "--seed", "19"),
    "texts.jsonl": (
        *("renderings", "examples/unique.json", "--themes", "farm,neutral", "--styles", "story"),
        *("--names", "free,agree,contradict", "--seed", "19"),
    ),
    "linear.jsonl": ("linear", "--count", "4", "--seed", "21"),
    "linear5.jsonl": ("linear", "--variables", "5", "--count", "2", "--seed", "22"),
    "quadratic.jsonl": ("linear", "--quadratic", "--count", "2", "--seed", "23"),
    "hidden.jsonl": ("linear", "--hidden", "1", "--count", "2", "--seed", "24"),
    "integer.jsonl": ("linear", "--integer-class", "--count", "2", "--seed", "25"),
    "shift.jsonl": ("linear", "--semantics", "shift", "--count", "2", "--seed", "26"),
    "do.jsonl": ("linear", "--semantics", "do", "--count", "2", "--seed", "27"),
    "hold.jsonl": ("linear", "--semantics", "hold", "--count", "2", "--seed", "28"),
    "proven.jsonl": (
        *("linear", "--level", "certified", "--target-may-cause", "--count", "1", "--seed", "29"),
    ),
    "targets.jsonl": (
        *("linear", "--siblings", "--question", "target", "--count", "1", "--seed", "30"),
    ),
    "shapes.jsonl": ("shapeworld", "--count", "3", "--seed", "31"),
    "shapes6.jsonl": ("shapeworld", "--shapes", "6", "--count", "1", "--seed", "32"),
    "settled.jsonl": ("shapeworld", "--level", "certified", "--count", "2", "--seed", "33"),
    "unseen.jsonl": (
        "shapeworld",
        "--hidden",
        "--level",
        "certified",
        "--count",
        "2",
        "--seed",
        "37",
    ),
    "likeness.jsonl": ("shapeworld", "--siblings", "--count", "1", "--seed", "34"),
    "released.jsonl": (
        "shapeworld",
        "--as-released",
        "--certified",
        "--count",
        "2",
        "--seed",
        "35",
    ),
    "scattered.jsonl": (
        *("shapeworld", "--unconnected", "--moving", "2", "--count", "2", "--seed", "36"),
    ),
    "statements.jsonl": ("statements", "--count", "6", "--seed", "51"),
    "premises.jsonl": (
        "statements",
        "--siblings",
        "--variables",
        "5",
        "--count",
        "2",
        "--seed",
        "52",
    ),
    "dials.jsonl": (
        *("finite", "--template", "examples/finite/template.json", "--count", "2", "--seed", "61"),
    ),
    "altitude": ("scenario", "--template", "altitude", "--count", "1", "--seed", "41"),
    "assigned": ("scenario", "--template", "assigned", "--count", "1", "--seed", "42", "--twin"),
    "survivors": ("scenario", "--template", "survivors", "--count", "1", "--seed", "43"),
}
"""Pools by name, and what of ``symcause generate`` makes each."""

PRESETS = {
    f"presets/{name}.jsonl": ("boolean", "--preset", name, "--count", "1", "--seed", "16")
    for name in (
        *("hs_n6_easy_calibration", "hs_n7_anchor_plus", "hs_n8_bridge", "vhs_n8_dense"),
        *("vhs_n9_anchor", "vhs_n9_dense_strict", "vhs_n10_anchor_m10"),
        *("vhs_n10_extreme_near_impossible", "ntopo_smoke_t1_clean_hard", "ntopo_strict_m10"),
        *("n8_twelve_rows", "n12_sparse", "n15_sparse"),
    )
}
"""A folder with a problem of every preset."""

CERTIFIED = ("certified.jsonl", "pairs.jsonl", "proven.jsonl", "settled.jsonl")
"""Pools whose problems carry certificates."""

PROVEN = {
    "unique.proof.json": ("audit", "examples/unique.json"),
    "ambiguous.proof.json": ("audit", "examples/ambiguous.json"),
    "crystal.proof.json": ("audit", "examples/crystal.json"),
    "shapes.proof.json": ("audit", "examples/shapes.json"),
    "boats.proof.json": ("audit", "examples/boats.json"),
    "lock.proof.json": ("audit", "examples/finite/lock-settled.json"),
    "flood.proof.json": ("align", "examples/flood.txt", "examples/flood.answer.txt"),
}
"""Certificates by name, and what of ``symcause`` writes each."""

EPISODES = {
    "episodes/ordered.jsonl": ("examples/ordered.json", "greedy"),
    "episodes/episode.jsonl": ("examples/episode.json", "random"),
    "episodes/world.jsonl": ("examples/world.json", "greedy"),
    "episodes/lock.jsonl": ("examples/finite/lock.json", "greedy"),
    "episodes/boats.jsonl": ("examples/boats.json", "random"),
}
"""A folder with transcripts, and who played what."""
