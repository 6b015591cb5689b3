"""Cases of options: problems on which they matter, and values that no declaration can give."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, partial
from pathlib import Path
from random import Random
from typing import Any

import symcause
from symcause.audits.question import Option
from symcause.episodes.agents import step
from symcause.families.boolean.problem.class_rules import Rule
from symcause.families.dag.problem import graph_problem
from symcause.registry import Family, load
from tests.cli.cases import ANSWERS, EXAMPLES
from tests.cpt import released
from tests.evidence.facts import FACTS, XOR, document
from tests.finite.test_questions import PLUS
from tests.house.option_trial import Trial, values
from tests.shapeworld.start_cases import REFUTED, record
from tests.textgraph.recite_files import LABELS

Given = dict[str, object]

_HEALTH = ["income->sport", "income->health", "diet->health", "sport->health"]
_DRAFT = {
    "P(health)": "1/2",
    "P(service|health,lottery)": [["0.05", "0.95"], ["0.05", "0.95"]],
    "P(pension|health,service)": [["8/9", "1/9"], ["8/9", "1/9"]],
}
_GARDEN = {
    "P(V1)": "1/2",
    "P(X|V1)": ["1/4", "3/4"],
    "P(Y|V1,X)": [["1/10", "3/10"], ["1/2", "9/10"]],
}

_OTHER = next(seed for seed in range(9) if Random(f"twin {seed}").random() < 0.5)

NEEDED: dict[tuple[str, str], Given] = {
    ("audit", "claim"): {"certificate": True},
    ("audit", "query"): {"certificate": True},
    ("audit", "level"): {"budget": True, "rival": "reversed", "units": 1, "effort": 1},
    ("audit", "budget"): {"rival": "reversed", "units": 1, "effort": 1},
    ("audit", "margin"): {"twin": "", "effort": 1},
    ("audit", "twin"): {"effort": 1},
    ("audit", "prior"): {"budget": True, "rival": "reversed", "units": 1, "effort": 1},
    ("audit", "rival"): {"budget": True, "units": 1, "effort": 1},
    ("audit", "units"): {"budget": True, "rival": "reversed", "units": 1, "effort": 1},
    ("align", "merges"): {"merge": "stars"},
    ("align", "seed"): {"merge": "stars"},
    ("align", "threshold"): {"similarity": "FILE"},
    ("align", "top"): {"similarity": "FILE"},
    ("convert", "records"): {"simulate": True},
    ("convert", "seed"): {"simulate": True, "heldout": 2},
    ("convert", "targets"): {"simulate": True},
    ("imec", "seed"): {"sample": 2},
    ("prompt", "names"): {"theme": "farm", "style": "story"},
    ("prompt", "seed"): {"theme": "farm", "style": "story"},
    ("prompt", "style"): {"theme": "farm", "style": "story"},
    ("play", "protocol"): {"agent": "passive"},
    ("play", "tolerance"): {"budget": 0},
    ("play", "twin"): {"seed": _OTHER},
    ("separate", "first"): {"budget": True, "units": 1},
    ("separate", "level"): {"budget": True, "units": 1},
    ("separate", "more"): {"budget": True, "units": 1},
    ("separate", "prior"): {"budget": True, "units": 1},
    ("separate", "rival"): {"budget": True, "units": 1, "first": ""},
    ("separate", "second"): {"budget": True, "units": 1},
    ("separate", "units"): {"budget": True, "units": 1},
    ("solve", "limit"): {"everything": True},
    ("solve", "seed"): {"prefer": "uniform"},
}
"""Options that mean something only beside others: these are given, as far as a family has them."""


HEAVY = frozenset(("audit budget", "audit level", "audit prior", "audit units"))
"""Options of scenarios that wait for what is exhaustive: ``separate`` has them, too, and the same work."""


class OptionCases:
    """Problems and values; files are made in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def trials(self, family: Family, question: str, name: str) -> list[Trial]:
        """The problems of a family, with what a question cannot do without and an option needs."""
        made: Callable[[str, str], Iterator[Trial]] = getattr(self, f"_{family.name}")
        known = {field.name for field in _fields(family, question)}
        found = []
        for trial in made(question, name):
            needed = {**trial.given, **NEEDED.get((question, name), {})}
            files = {key: self._file(key) for key, value in needed.items() if value == "FILE"}
            given = {**needed, **files}
            found.append(Trial(trial.problem, {k: v for k, v in given.items() if k in known}))
        return found

    def values(
        self, family: Family, question: str, name: str, kind: type[Any], declared: Option | None
    ) -> list[object]:
        """What to give: what is stated here, else what the declaration allows."""
        for key in (f"{family.name} {question} {name}", f"{family.name} {name}", name):
            if key in self._made:
                return [self._made[key]()]
            if key in self._values:
                return list(self._values[key])
        return list(values(kind, name, declared))

    def _file(self, name: str) -> str:
        return str(self._made[name]())

    @cached_property
    def _values(self) -> Mapping[str, tuple[object, ...]]:
        chain = [("A", "B"), ("B", "C"), ("C", "D")]
        return {
            # what is known beforehand
            "boolean require": (("X1->X3",),),
            "boolean forbid": (("X2->X4",),),
            "boolean sign": (("X1->X4=+",),),
            "boolean tiers": ([["X1", "X2", "X3"], ["X4", "X5"]],),
            "boolean candidates": ([*(("X1", x) for x in ("X3", "X4")), *_GOLD],),
            "boolean knowledge": ({"forbid": ["X2->X4"]},),
            "linear require": (("temperature->moisture",), ("temperature->size",)),
            "linear forbid": (("density->moisture",), ("temperature->size",)),
            "linear sign": (("density->moisture=-",), ("temperature->size=-",)),
            "linear tiers": ([["size"], ["temperature"], ["moisture"], ["density"], ["freq"]],),
            "linear candidates": ([("density", "moisture"), ("moisture", "size"), *_INTO],),
            "linear knowledge": (
                {"forbid": ["density->moisture"]},
                {"require": ["temperature->size"]},
            ),
            "dag require": (("A->B",),),
            "dag forbid": (("A->B",),),
            "dag sign": (("A->B=+",),),
            "dag tiers": ([["A"], ["B", "C", "D"]],),
            "dag candidates": (chain,),
            "dag knowledge": ({"require": ["A->B"]},),
            "finite require": (("B->L",),),
            "finite forbid": (("A->C",),),
            "finite sign": (("A->C=+",),),
            "finite tiers": ([["A", "B"], ["L"], ["C"]],),
            "finite candidates": ([("A", "C"), ("A", "L"), ("B", "L")],),
            "finite knowledge": ({"require": ["B->L"]},),
            # classes
            "admits": (Rule("no X2", edges=lambda parent, child: parent != "X2"),),
            "coefficients": ("1..3", "rational"),
            "min_effect": ("3",),
            "tolerance": (1,),
            "linear engine": ("exact", "smt"),
            "dag targets": ((("A",),), (("B",),)),
            "linear convert targets": ("density", "moisture"),
            "among": (("B",),),
            "edge": (("X1", "X3"),),
            "linear edge": (("density", "moisture"),),
            "dag edge": (("A", "B"),),
            "shapeworld edge": (("circle", "triangle"),),
            "finite edge": (("A", "L"),),
            # answers
            "answer": ("no answer",),
            "linear play tolerance": ("0", "100000"),
            "boolean against": ((ANSWERS / "ambiguous.other.json").read_text(),),
            "linear against": ((ANSWERS / "crystal.wrong.json").read_text(),),
            "shapeworld against": (json.dumps({"edges": [["circle", "square"]]}),),
            "boolean first": ((ANSWERS / "ambiguous.other.json").read_text(),),
            "boolean second": ((ANSWERS / "ambiguous.good.json").read_text(),),
            "linear first": ((ANSWERS / "crystal.wrong.json").read_text(),),
            "linear second": ("gold",),
            "dag first": ("D -> C\nC -> B\nB -> A\n",),
            "dag second": ("B -> A\nB -> C\nC -> D\n",),
            "shapeworld first": (json.dumps({"edges": [["circle", "square"]]}),),
            "shapeworld second": ("gold",),
            "finite audit query": ("turned",),
            "finite against": (json.dumps(_OTHER_LAMPS),),
            "finite first": (json.dumps(_OTHER_LAMPS),),
            "finite second": ("gold",),
            "statements first": (json.dumps({"edges": ["diet->income", *_HEALTH]}),),
            "statements second": (json.dumps({"edges": ["income->diet", *_HEALTH]}),),
            "cpt first": (json.dumps({**_DRAFT, "P(lottery)": "1/3"}),),
            "cpt second": (json.dumps({**_DRAFT, "P(lottery)": "1/2"}),),
            # files
            "theme": ("farm",),
            "style": ("dialogue",),
            "linear audit log": (str(EXAMPLES / "episode.log.jsonl"),),
            "linear convert log": (str(EXAMPLES / "episode.log.jsonl"),),
            "player": ("Ada",),
            "pairs": ("all", "exact"),
            # numbers and texts
            "seconds": (0.0, 1e-9),
            "effort": (1,),
            "threshold": (0.9,),
            "gold_errors": ("1",),
            "scenario margin": ("0.4",),
            "scenario level": ("0.6",),
            "scenario prior": ("1/3,2/3",),
            "scenario units": (2,),
            "scenario claim": ("twin", "budget"),
            "boolean errors": (1, 2),
            "strengthen": (True,),
            "recorded": ({"ambiguous": {}},),
        }

    @cached_property
    def _made(self) -> Mapping[str, Callable[[], object]]:
        """Values that are files, or take some work."""
        return {
            "scenario first": lambda: self.rival("0.3"),
            "scenario second": lambda: self.rival("0.3"),
            "scenario more": lambda: (self.rival("0.3"),),
            "transcripts": lambda: self.transcript("boolean", 1, "greedy"),
            "linear transcripts": lambda: self.transcript("linear", 1, "greedy"),
            "shapeworld transcripts": lambda: self.transcript("shapeworld", 1, "greedy"),
            "scenario transcripts": lambda: self.transcript("scenario", 1, "passive"),
            **{f"{name} runs log": partial(self._runs, name) for name in _PLAYED},
            "boolean log": lambda: self.transcript("boolean"),
            "linear log": lambda: self.transcript("linear"),
            "shapeworld log": lambda: self.transcript("shapeworld"),
            "scenario log": lambda: self.transcript("scenario"),
            "finite transcripts": lambda: self.transcript("finite", 1, "passive"),
            "finite log": lambda: self.transcript("finite"),
            "twin": lambda: self._written("other.json", self.rival()),
            "models": lambda: self._written("apart/models.json", json.dumps(_other_models())),
            "labels": lambda: self._written("labels.yaml", LABELS),
            "similarity": lambda: self._similarity,
        }

    # the problems

    @cached_property
    def boolean(self) -> list[Any]:
        """Rows that fit, cells that are disturbed or missing, a latent variable."""
        latent: dict[str, Any] = {"setting": "ordered", "order": ["A", "H", "B"], "latent": ["H"]}
        return [
            symcause.load(EXAMPLES / "ambiguous.json"),
            symcause.problem(FACTS["f04"]),
            symcause.problem(FACTS["f11"]),
            symcause.problem(document("latent", "AHB", ["0?0", "1?1"], roots=["A", "H"], **latent)),
            symcause.problem(document("noisy", "ABC", _NOISY, roots=["A", "B"], gold=XOR)),
        ]

    def _boolean(self, question: str, name: str) -> Iterator[Trial]:
        ambiguous, *others = self.boolean
        good, other = ((ANSWERS / f"ambiguous.{x}.json").read_text() for x in ("good", "other"))
        base: Given = {"answer": good} if question == "check" else {}
        if question == "separate":
            base = {"first": good, "second": other}
        if question == "play":
            base = {"agent": "random", "budget": 3}
        if (question, name) == ("disambiguate", "unate"):
            both = {"roots": ["A", "B"], "mechanisms": {"C": "(and A B)"}}
            filed = document("both", "ABC", ["000"], roots=["A", "B"], gold=both)
            yield Trial(symcause.problem(filed))
        if (question, name) == ("next", "seed"):
            filed = document("set", "ABC", [], roots=["A", "B"])
            world = {"id": "w0", "split": "train", "mode": "assigned", "targets": ["A"]}
            yield Trial(symcause.problem({**filed, "worlds": [{**world, "rows": ["101", "110"]}]}))
        yield Trial(ambiguous, base)
        if question not in ("separate", "judge", "runs", "play"):
            answer = json.dumps({"mechanisms": XOR["mechanisms"]})
            for problem in others:
                yield Trial(problem, {"answer": answer} if question == "check" else base)

    @cached_property
    def linear(self) -> list[Any]:
        """The examples, and an episode with a hidden disturbance."""
        return [
            symcause.load(EXAMPLES / "crystal.json"),
            symcause.load(EXAMPLES / "episode.json"),
            symcause.problem(_DISTURBED),
        ]

    def _linear(self, question: str, name: str) -> Iterator[Trial]:
        wrong = (ANSWERS / "crystal.wrong.json").read_text()
        base: Given = {"answer": wrong} if question == "check" else {}
        if question == "separate":
            base = {"first": "gold", "second": wrong}
        if question == "play":
            base = {"agent": "random", "budget": 3}
        crystal, episode, hidden = self.linear
        if name == "hidden_nodes":
            edges = {"edges": [], "freq_equation": "f = base", "coefficients": {"base": 2}}
            yield Trial(hidden, {"answer": json.dumps(edges)} if question == "check" else base)
            return
        elif question in ("play", "judge", "runs", "convert") or name in ("log", "adaptive"):
            yield Trial(episode, base)
        yield Trial(replace(crystal, chain=crystal.chain[:2]), base)
        yield Trial(crystal, base)
        yield Trial(episode, base)

    def _dag(self, question: str, name: str) -> Iterator[Trial]:
        text = "A -- B\nB -- C\nC -- D\n" if question == "audit" else "A -> B\nB -> C\nC -> D\n"
        if name == "essential":
            text = "".join(f"V{i} -> V{i + 1}\n" for i in range(60))
        base: Given = {}
        if question == "separate":
            base = {"first": "gold", "second": "D -> C\nC -> B\nB -> A\n"}
        yield Trial(graph_problem(text, "chain.txt"), base)

    def _shapeworld(self, question: str, name: str) -> Iterator[Trial]:
        base: Given = {"answer": '{"answer": "yes"}'} if question == "check" else {}
        if question == "separate":
            base = {"first": "gold", "second": json.dumps({"edges": [["circle", "square"]]})}
        if question == "play":
            base = {"agent": "random", "budget": 3}
        if name == "start":
            yield Trial(record(REFUTED), base)
        world, shown = (symcause.load(EXAMPLES / f"{x}.json") for x in ("world", "shapes"))
        if name == "initial":
            yield Trial(shown, base)
        yield Trial(world, base)
        if question not in ("separate", "play", "judge", "runs"):
            yield Trial(shown, base)

    @cached_property
    def template(self) -> Any:
        """A scenario of a template, of which rivals and twins are made."""
        return next(iter(symcause.generate("scenario", template="altitude", count=1, seed=4)))

    def rival(self, calm: str = "0.4") -> str:
        """The boats in other weather."""
        filed = json.loads((EXAMPLES / "boats.json").read_text(encoding="utf-8"))
        chances = {"calm": calm, "gale": str(Fraction("0.8") - Fraction(calm)), "storm": "0.2"}
        filed["variables"][0]["draw"]["categorical"] = chances
        return json.dumps(filed)

    def _scenario(self, question: str, name: str) -> Iterator[Trial]:
        boats = symcause.load(EXAMPLES / "boats.json")
        base: Given = {}
        if question == "check":
            base = {"answer": (ANSWERS / "boats.open.json").read_text()}
        if question == "separate":
            base = {"first": self.rival()}
        if question == "play":
            base = {"agent": "random", "budget": 3}
        made = name in ("margin", "rival") or f"{question} {name}" in HEAVY
        yield Trial(self.template if made else boats, base)

    def _textgraph(self, question: str, name: str) -> Iterator[Trial]:
        base: Given = {"answer": 'rainfall -> flood\nflood -> "big damage"\n'}
        if name == "seed":
            flood: Any = symcause.load(EXAMPLES / "flood.txt", question="align")
            yield Trial(flood, {"answer": (EXAMPLES / "flood.answer.txt").read_text()})
        if name in ("merge", "merges"):
            path = self._written("many.txt", "a -> x\nb -> x\nc -> y\nd -> y\nx -> y\n")
            base = {"answer": "p -> q\nq -> r\ns -> r\n", "pairs": "all"}
            yield Trial(symcause.load(path, question="align"), base)
        if name == "task":
            base = {"answer": "1 -> 2\n2 -> 3\n"}
        yield Trial(self.flood, base if question in ("check", "align") else {})

    @cached_property
    def flood(self) -> Any:
        """A graph of a text."""
        path = self._written("flood.txt", "rain -> flood\nflood -> damage\nwarning -> damage\n")
        read: Any = symcause.load(path, question="align")
        return replace(read, text="Rain makes a flood, and a flood makes damage.")

    def _statements(self, question: str, name: str) -> Iterator[Trial]:
        base: Given = {"answer": '{"answer": "yes"}'} if question == "check" else {}
        if question == "separate":
            ways = (["income->diet", *_HEALTH], ["diet->income", *_HEALTH])
            base = dict(
                zip(("first", "second"), (json.dumps({"edges": w}) for w in ways), strict=True)
            )
        yield Trial(symcause.load(EXAMPLES / "statements.json"), base)

    def _cpt(self, question: str, name: str) -> Iterator[Trial]:
        base: Given = {"answer": "yes"} if question == "check" else {}
        if name in ("models", "printed"):
            path = released.written(self.folder, [_OPEN, released.MARGINAL, _TORN], None)
            if question == "separate":
                base = {"first": json.dumps(_GARDEN), "second": json.dumps(_GARDEN)}
            for problem in symcause.load_pool(path):
                yield Trial(problem, base)
            return
        if question == "separate":
            base = {
                "first": json.dumps({**_DRAFT, "P(lottery)": "1/2"}),
                "second": json.dumps({**_DRAFT, "P(lottery)": "1/3"}),
            }
        yield Trial(symcause.load(EXAMPLES / "draft.json"), base)

    @cached_property
    def finite(self) -> list[Any]:
        """Lamps in a hidden order and in a stated one, and a sum written with operators."""
        ordered = {**_LAMPS, "setting": "ordered", "order": ["A", "B", "C", "L"]}
        return [symcause.problem(one) for one in (_LAMPS, ordered, PLUS)]

    def _finite(self, question: str, name: str) -> Iterator[Trial]:
        for problem, gold in zip(self.finite, (_LAMPS, _LAMPS, PLUS), strict=True):
            base: Given = {"answer": json.dumps(gold["gold"])} if question == "check" else {}
            if question == "separate":
                base = {"first": "gold", "second": json.dumps(_OTHER_LAMPS)}
            if question == "play":
                base = {"agent": "random", "budget": 3}
            if gold is _LAMPS or question not in ("separate", "play", "judge", "runs"):
                yield Trial(problem, base)

    # files

    def transcript(self, family: str, most: int = 50, agent: str = "random") -> str:
        """An episode, or its first steps."""
        opened: dict[str, Callable[[], Any]] = {
            "boolean": lambda: self.boolean[0],
            "linear": lambda: self.linear[1],
            "shapeworld": lambda: symcause.load(EXAMPLES / "world.json"),
            "scenario": lambda: symcause.load(EXAMPLES / "boats.json"),
            "finite": lambda: self.finite[0],
        }
        problem = opened[family]()
        from symcause.registry import family_of

        playing = load(family_of(problem).questions["play"])(agent="random", budget=3)
        episode = playing.episode(problem)
        for _ in range(most):
            if not step(episode, agent):
                break
        return self._written(f"{family}.{most}.jsonl", str(episode.transcript))

    def _runs(self, family: str) -> str:
        """A folder of episodes."""
        episode = Path(self.transcript(family))
        folder = self.folder / f"runs-{family}"
        folder.mkdir(exist_ok=True)
        (folder / "episode.jsonl").write_text(episode.read_text(encoding="utf-8"), encoding="utf-8")
        return str(folder)

    def _written(self, name: str, text: str) -> str:
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def _text(self, problem: Any) -> str:
        from symcause.registry import family_of

        writer = family_of(problem).writer
        assert writer is not None
        return json.dumps(load(writer)(problem))

    @cached_property
    def _similarity(self) -> str:
        path = self.folder / "similar.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(["", "rainfall", "flood", "big damage"])
            for i, name in enumerate(self.flood.names):
                rows.writerow([name, *(0.95 if i == j else 0.5 for j in range(3))])
        return str(path)


def _fields(family: Family, question: str) -> Any:
    from dataclasses import fields

    return fields(load(family.questions[question]))


def _other_models() -> list[dict[str, Any]]:
    tables = {**released.MODEL["params"], "p(Y | V1, X)": [[0.9, 0.3], [0.5, 0.1]]}
    return [{**released.MODEL, "params": tables}, released.DETERMINISTIC]


_DISTURBED = {
    "format": "symcause.linear/1",
    "id": "disturbed",
    "variables": ["a", "f"],
    "target": "f",
    "controllable": ["a"],
    "semantics": "do",
    "coefficients": {"domain": "integer", "min": 0, "max": 2},
    "hidden": {"values": [0, 5], "weight": 1, "initial": 0},
    "records": [{"id": "r0", "values": {"a": 1, "f": 2}}],
    "chain": [
        {"values": {"a": 1, "f": 2}},
        {"intervene": {"a": 3}, "values": {"a": 3, "f": 7}},
    ],
    "gold": {"equations": {"a": "1", "f": "2"}, "hidden_nodes": ["f"]},
}
"""Only gold says that the disturbance acts on f."""

_TOLD = "For dry plants, the probability of rich harvest is 20%. "
_TOLD += "For watered plants, the probability of rich harvest is 75%."
_OPEN = released.question("ate", _TOLD, {"P(Y | X)": [0.2, 0.75]}, "yes")
_TORN = {
    **released.question(
        "marginal",
        released.MARGINAL["given_info"],
        {"P(X)": 0.5, "P(Y)": 0.9, "P(Y | X)": [0.2, 0.75]},
        "yes",
    ),
    "desc_id": "torn",
}
_GOLD = (("X2", "X3"), ("X3", "X4"), ("X3", "X5"), ("X4", "X5"), ("X1", "X5"))
_PLAYED = ("boolean", "linear", "shapeworld", "scenario", "finite")
_LAMPS: dict[str, Any] = {
    "format": "symcause.finite/1",
    "id": "lamps",
    "variables": [{"name": name, "values": [0, 1]} for name in "ABCL"],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": {"functions": "any", "max_parents": 2},
    "worlds": [{"id": "w0", "rows": [[0, 0, 0, 0], [1, 0, 1, 1], [0, 1, 1, 0]]}],
    "gold": {"mechanisms": {"C": "(or A B)", "L": "(and A C)"}},
}
_OTHER_LAMPS: Given = {"mechanisms": {"C": "(or A B)", "L": "(and A (not B))"}}
_INTO = tuple((v, "freq") for v in ("density", "temperature", "size", "moisture"))
_NOISY = ["000", "000", "011", "011", "101", "101", "110", "110", "111"]
