"""Made-up files of every family, and commands that make every table of them."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

from symcause.families.cpt.generator.cpt_generator import CptGenerator
from symcause.families.statements.generator.statements_generator import StatementsGenerator
from symcause.renderings.renderings_generator import RenderingsGenerator
from tests.cli.cases import EXAMPLES, write
from tests.scenario.audits.test_audit import ALTITUDE
from tests.scenario.scoring.test_runs import RUN
from tests.scoring.abstention_cases import FOUR, THREE, boolean, shapeworld
from tests.textgraph.recite_files import FREE, LABELS, MARKS, NAMES, SAMPLE, evaluation, lines

Commands = list[list[object]]
RIGHT, OTHER = '{"mechanisms": {"X3": "(xor X1 X2)"}}', '{"mechanisms": {"X3": "(or X1 X2)"}}'
CANNOT = '{"cannot_tell": true}'


def said(problem: str, text: str, model: str = "m", **more: object) -> dict[str, Any]:
    return {"instanceId": problem, "model": model, "response": text, **more}


def boolean_commands(folder: Path) -> Commands:
    levels, answers = folder / "levels", []
    levels.mkdir()
    for level, rows in (("1-base", THREE), ("2-more", FOUR)):
        problems = []
        for i in range(7):
            told = {"kill_coverage_ratio": (0.4, 0.6, 0.9)[i % 3]}
            task = {"parameters": {"generationDiagnostics": told}}
            facts = {"latent": f"p{i}", "replayscm": {"problem": {"task": task}}}
            order = {"setting": "ordered", "order": ["X1", "X2", "X3"]}
            own = {**boolean(*rows), **order, "id": f"{level}-{i}", "metadata": facts}
            problems.append(own)
            for model in ("m", "k"):
                took = {"latencyMs": 5 * i, "usage": {"thinkingTokens": i}}
                text = OTHER if (i + len(model)) % 3 == 1 else RIGHT
                answers.append(said(own["id"], text, model, **took))
        write(levels / f"{level}.jsonl", *problems)
    leveled = write(folder / "leveled.jsonl", *answers)
    alternative = json.loads((EXAMPLES / "alternative.json").read_text())
    alternative["metadata"] = {"alternative": {"source": "answers", "systems": ["k"]}}
    asked = {**boolean(*THREE), "id": "which", "task": "identify"}
    asked["gold"] = {**asked["gold"], "certification": "AMBIGUOUS"}
    erring = {**boolean(*FOUR), "format": "symcause.boolean/2", "id": "erring", "errors": 1}
    sides = [
        {**boolean(*rows), "id": name, "metadata": {"sibling": {"pair": "p", "settled": settled}}}
        for name, rows, settled in (("open", THREE, False), ("settled", FOUR, True))
    ]
    pool = write(folder / "kinds.jsonl", alternative, asked, erring, *sides)
    texts = {"alternative": "no", "which": '{"certification": "UNIQUE"}', "erring": RIGHT}
    texts |= {"open": CANNOT, "settled": RIGHT}
    kinds = write(folder / "answered.jsonl", *(said(id, text) for id, text in texts.items()))
    more = ["--appendix", "--version-space", "--bootstrap", 8]
    hard, tried = _hard(folder)
    told = ["--baseline", "quine-mccluskey", "--bootstrap", 8]
    rendered = _rendered(folder)
    return [
        [
            hard,
            tried,
            "--difficulty",
            "--joint",
            "log2_count",
            "--baseline",
            "quine-mccluskey",
            "--bootstrap",
            8,
        ],
        [EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl", *more],
        [levels, leveled, "--group-by", "file", *more],
        [pool, kinds, *more],
        [*rendered, *more],
    ]


def _rendered(folder: Path) -> list[object]:
    """Two problems in two wordings each, by one who cannot tell."""
    source = write(folder / "plain.jsonl", *({**boolean(*FOUR), "id": id} for id in "ab"))
    maker = RenderingsGenerator(
        source=str(source), themes="neutral,farm", styles="table", allow_abstain=True
    )
    maker.prepare()
    made = [item for index in range(2) for item in maker.items(index)]
    answers = (said(str(item["id"]), CANNOT) for item in made)
    return [write(folder / "texts.jsonl", *made), write(folder / "doubts.jsonl", *answers)]


def _hard(folder: Path) -> tuple[Path, Path]:
    """Twenty latent problems with and without their order, half of them solved."""
    problems, answers = [], []
    for i in range(20):
        rows, text = (FOUR, RIGHT) if i % 2 else (THREE, OTHER)
        told = {"metadata": {"latent": f"q{i}", "level": "original"}}
        seen = {"mode": "none", "targets": [], "rows": ["000", "011", "101", "110"]}
        later = {"id": "held", "split": "heldout", **seen}
        for setting, order in (("ordered", {"order": ["X1", "X2", "X3"]}), ("hidden-order", {})):
            own = {**boolean(*rows), **order, **told, "setting": setting, "id": f"{setting}-{i}"}
            own["worlds"] = [*own["worlds"], later]
            problems.append(own)
            answers.append(said(own["id"], text))
    return write(folder / "hard.jsonl", *problems), write(folder / "tried.jsonl", *answers)


def linear_commands(folder: Path) -> Commands:
    return [[EXAMPLES / "episode.json", EXAMPLES / "episode.log.jsonl"]]


def shapeworld_commands(folder: Path) -> Commands:
    results = folder / "results"
    results.mkdir()
    head = ",structure,setup,cause,effect,ground_truth,error,result,n_step"
    for template in ("basic", "basic_limit_step"):
        rows = [
            '0,direct,"frozenset({0, 1})",circle,star,True,,True,1',
            "1,direct,frozenset(),circle,star,True,invalid action,False,3",
            '2,mediation,"frozenset({0, 1, 2})",circle,star,False,,,2',
        ]
        (results / f"mine_{template}.csv").write_text("\n".join((head, *rows)) + "\n")
    pool = write(folder / "shapes.jsonl", {**shapeworld(settled=True), "id": "a"})
    answers = write(folder / "shapes.answers.jsonl", said("a", "no"), said("a", CANNOT, "k"))
    return [[results, "--bootstrap", 8], [pool, answers]]


def scenario_commands(folder: Path) -> Commands:
    head = "model,antenna_trap,antenna_trap_no_selection_bias,weather_noise"
    files = []
    for name, rows in (("prompt", ("a,60.0,80.0,56.0",)), ("agent", ("a,70.0,85.0,30.0",))):
        files.append(folder / f"{name}.csv")
        files[-1].write_text("\n".join((head, *rows)) + "\n")
    other = {**deepcopy(ALTITUDE), "id": "depths"}
    pool = write(folder / "scenarios.jsonl", deepcopy(ALTITUDE), other)
    lost = {"submission": {"design": {}, "fleet": 100, "survived": 40}, "verdicts": {"j": {}}}
    runs = [deepcopy(RUN), {**deepcopy(RUN), "id": "r2", **lost}]
    runs += [{**deepcopy(RUN), "id": "r3", "scenario": "depths", "model": "k"}]
    designs = [said(id, '{"design": {}}') for id in (str(ALTITUDE["id"]), "depths")]
    return [
        [*files],
        [pool, write(folder / "runs.jsonl", *runs)],
        [pool, write(folder / "designs.jsonl", *designs)],
    ]


def textgraph_commands(folder: Path) -> Commands:
    samples, responses, judged = [], [], []
    for i in range(6):
        labels = {name: 1 + (i + k) % 3 for k, name in enumerate(SAMPLE["nodes"])}
        facts = {"id": i, "explicitness": i / 8, "node_explicitness": labels}
        facts |= {
            "domains": ["Ecology" if i % 2 else "Health"],
            "publication_date": f"202{i}-01-01",
        }
        edges = SAMPLE["edges"][: 1 + i % 2]
        facts |= {"input_text": "x" * (10 + i), "edges": edges, "num_edges": len(edges)}
        samples.append({**SAMPLE, **facts})
        for task, model in ((FREE, "m"), (NAMES, "m"), (FREE, "k")):
            number = len(responses)
            text = "\n".join(f"{e['source']} -> {e['target']}" for e in SAMPLE["edges"][: i % 3])
            responses.append(
                {
                    **{"id": number, "sample_id": i, "model": model, "task_type": task},
                    **{"response_answer": text, "response_reasoning": "y" * (40 + 7 * i * i)},
                    **{"corrected_answer": None, "valid_format": 1},
                }
            )
            about = {"sample_id": i, "task_type": task}
            turned = LABELS.replace("PRESENCE_WEAK_MATCH", "PRESENCE_NO_MATCH")
            for judge, every in (("fine_grained", 2), ("fine_grained_b", 3)):
                told = LABELS if i % every else turned
                judged.append(evaluation(number, judge, told, **about))
            judged.append(evaluation(number, "llm_judge", json.dumps(MARKS), **about))
            judged.append(evaluation(number, "graph_similarity", None, **about, score=0.5 + i / 20))
    twice = folder / "twice.csv"
    twice.write_text("article,nodes,edges,node_fp,node_fn,edge_fp,edge_fn\n1,9,8,1,0,0,2\n")
    more = ["--judge", "fine_grained", "--split-date", "2022-06-01", "--bootstrap", 8]
    more += ["--clusters", "domains", "--annotations", twice]
    more += ["--realisable", "one", "--evaluations", lines(folder / "evaluations.jsonl", *judged)]
    files = [lines(folder / "samples.jsonl", *samples), lines(folder / "said.jsonl", *responses)]
    return [[*files, *more]]


def statements_commands(folder: Path) -> Commands:
    """Siblings of two sizes, answered by one who always says yes and one who cannot tell."""
    pool = []
    for size in (4, 5):
        maker = StatementsGenerator(siblings=True, variables=size)
        pool += [item for index in range(6) for item in maker.items(index)]
    items = [{**item, "id": f"{number}"} for number, item in enumerate(pool)]
    answers = [
        said(str(item["id"]), text, model)
        for item in items
        for model, text in (("sure", "yes"), ("doubt", CANNOT))
    ]
    return [[lines(folder / "pool.jsonl", *items), lines(folder / "said.jsonl", *answers)]]


def cpt_commands(folder: Path) -> Commands:
    """Queries of several rungs, answered by one who always says yes and one who cannot tell."""
    pool = []
    for rung, query in enumerate(("correlation", "ate", "nde"), 1):
        maker = CptGenerator(query=query)
        items = [item for index in range(3) for item in maker.items(index)]
        pool += [{**item, "metadata": {"rung": rung}} for item in items]
    items = [{**item, "id": f"{number}"} for number, item in enumerate(pool)]
    answers = [
        said(str(item["id"]), text, model)
        for item in items
        for model, text in (("sure", "yes"), ("doubt", CANNOT))
    ]
    return [[lines(folder / "pool.jsonl", *items), lines(folder / "said.jsonl", *answers)]]


def finite_commands(folder: Path) -> Commands:
    """Models in two settings and predictions of several kinds, by one who errs and one who cannot tell."""
    variables = [{"name": name, "values": [0, 1]} for name in "AB"]
    world = {"id": "w", "rows": [[0, 0], [1, 1]]}
    shared = {"format": "symcause.finite/1", "variables": variables, "roots": ["A"]}
    shared |= {"class": {"functions": "any"}, "worlds": [world]}
    gold = {"gold": {"mechanisms": {"B": "A"}}}
    ordered = {"setting": "ordered", "order": ["A", "B"]}
    asked = [
        {"id": "settled", "do": {"A": 1}, "of": "B", "gold": 1},
        {"id": "open", "of": "B", "gold": 1},
    ]
    pool = [
        {**shared, **ordered, **gold, "id": "first"},
        {**shared, "setting": "hidden-order", **gold, "id": "second"},
        {**shared, **ordered, "queries": asked, "id": "third"},
    ]
    texts = {
        "first": '{"mechanisms": {"B": "A"}}',
        "second": '{"mechanisms": {"B": "0"}}',
        "third": '{"predictions": {"settled": 1, "open": 0}}',
    }
    answers = [
        said(id, text, model)
        for id, own in texts.items()
        for model, text in (("sure", own), ("doubt", CANNOT))
    ]
    return [[lines(folder / "pool.jsonl", *pool), lines(folder / "said.jsonl", *answers)]]


COMMANDS = {
    "boolean": boolean_commands,
    "linear": linear_commands,
    "shapeworld": shapeworld_commands,
    "scenario": scenario_commands,
    "textgraph": textgraph_commands,
    "statements": statements_commands,
    "cpt": cpt_commands,
    "finite": finite_commands,
}
