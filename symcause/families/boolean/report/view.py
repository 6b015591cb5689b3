"""The view of a Boolean problem: what its page needs of the audit document and the problem.

Variables, worlds and models go by position. The *reference* is the model that alternatives are compared
with: gold if it is a member of the version space, else a member, else gold alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.models.worlds import Split
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.report.audit_text import next_steps
from symcause.families.boolean.report.packing import packed, read_model, shown
from symcause.families.boolean.report.words import (
    boolean_facts,
    boolean_notes,
)
from symcause.reports.figures.figure import figure_view
from symcause.reports.figures.profile import Bar, profile_figure
from symcause.reports.views.edges import drawn_graph, statuses
from symcause.reports.views.metadata import metadata_text

Document = Mapping[str, Any]


def boolean_view(document: Document, problem: BooleanProblem) -> dict[str, Any]:
    """Everything that the page of one problem shows."""
    models = _Models(document, problem)
    bars = [_bar(entry, document["class"]) for entry in document["profile"]]
    return {
        "kind": "boolean",
        "id": document["problem"],
        "verdict": document["verdict"],
        "sentence": document["sentence"],
        "facts": boolean_facts(document, problem),
        "notes": boolean_notes(document),
        "next": next_steps(document),
        "vars": list(problem.variables),
        "worlds": [_world(problem, w) for w in range(len(problem.worlds))],
        "without": _without(document, problem),
        "models": models.listed(),
        "reference": models.reference_name,
        "alternatives": [
            _alternative(found, number, problem)
            for number, found in enumerate(document["alternatives"], 1)
        ],
        "table": [_row(name, document) for name in problem.variables],
        "edges": statuses(document["edges"], problem.variables),
        "graph": drawn_graph(document["edges"], problem.variables, models.all(), models.gold),
        "profile": figure_view(profile_figure(bars)),
        "latex": models.latex(),
        "metadata": metadata_text(problem.metadata),
    }


def _bar(entry: Document, own: Document) -> Bar:
    bound = "max_ast" if "max_ast" in entry else "max_parents"
    return Bar(bound, entry[bound], entry["count"], own.get(bound) == entry[bound])


class _Models:
    """The reference and the alternatives, compiled from what the document spells out."""

    def __init__(self, document: Document, problem: BooleanProblem) -> None:
        self._document, self._problem = document, problem
        gold = document["gold"]
        legal = gold is not None and not gold["illegal"]
        self.gold = problem.gold_scm if legal else None
        member = document["member"]
        found = None if member is None else read_model(member["mechanisms"], member["roots"])
        self.reference = found or self.gold
        self.is_gold = self.reference is not None and self.reference == self.gold
        self.reference_name = "gold" if self.is_gold else "a member"

    def all(self) -> list[BooleanSCM]:
        """Every model that the graph shows edges of, the reference first."""
        found = [self.reference, self.gold, *(m for _, m in self._alternatives())]
        return [model for model in found if model is not None]

    def _alternatives(self) -> Iterator[tuple[Document, BooleanSCM | None]]:
        for found in self._document["alternatives"]:
            yield found, read_model(found["mechanisms"], found["roots"])

    def listed(self) -> list[dict[str, Any] | None]:
        """The reference, then every alternative; gold at the end if it is neither."""
        texts = self._written()
        found = [self._entry(self.reference, texts, self.reference_name)]
        for number, (alternative, model) in enumerate(self._alternatives(), 1):
            found.append(self._entry(model, alternative["mechanisms"], f"alternative {number}"))
        if self.gold is not None and not self.is_gold:
            found.append(self._entry(self.gold, self._document["gold"]["mechanisms"], "gold"))
        return found

    def _written(self) -> Mapping[str, str]:
        """The reference's mechanisms, gold's own spelling where it is gold."""
        if self.is_gold or self._document["member"] is None:
            return (self._document["gold"] or {}).get("mechanisms") or {}
        mechanisms: Mapping[str, str] = self._document["member"]["mechanisms"]
        return mechanisms

    def _entry(
        self, model: BooleanSCM | None, texts: Mapping[str, str], name: str
    ) -> dict[str, Any] | None:
        if model is None:
            return None
        place = {v: i for i, v in enumerate(self._problem.variables)}
        tables = packed(model, self._problem.variables)
        return {
            "name": name,
            "text": {str(place[v]): shown(text) for v, text in texts.items() if v in place},
            **(tables or {"roots": [place[r] for r in model.roots], "f": None}),
        }

    def latex(self) -> str | None:
        """The reference's mechanisms for a paper."""
        from symcause.reports.export import mechanisms_latex

        texts = self._written()
        return mechanisms_latex(texts) if texts else None


def _world(problem: BooleanProblem, index: int) -> list[Any]:
    world = problem.worlds[index]
    place = {name: i for i, name in enumerate(problem.variables)}
    return [
        world.id,
        int(world.split is Split.HELDOUT),
        str(world.mode),
        [place[name] for name in world.targets],
        " ".join(world.rows),
    ]


def _without(document: Document, problem: BooleanProblem) -> list[str | None] | None:
    """For every world: how many more models there would be without it."""
    from symcause.families.boolean.audits.verdicts import shown as count

    redundancy = document["redundancy"]
    if redundancy is None:
        return None
    gains = redundancy["without"]
    return [
        count(gains[w.id]) if isinstance(gains.get(w.id), int) else None for w in problem.worlds
    ]


def _alternative(found: Document, number: int, problem: BooleanProblem) -> dict[str, Any]:
    place = {name: i for i, name in enumerate(problem.variables)}
    experiment, witness = found["experiment"], found["witness"]
    rates = [found["pair_disagreement_rate"], found["cell_difference_rate"]]
    view: dict[str, Any] = {
        "model": number,
        "changed": [place[v] for v in found["changed"]],
        "separable": found["separable"],
        "rates": [None if rate is None else round(float(rate), 4) for rate in rates],
        "do": None,
        "context": None,
        "state": None,
    }
    if experiment is not None:
        view["do"] = [[place[v], int(b)] for v, b in experiment["assignments"].items()]
    if witness is not None and "state" in witness:
        view["state"] = [_bits(witness["state"], problem.variables), witness["possibleIn"]]
    elif witness is not None:
        view["context"] = [[place[v], int(b)] for v, b in witness["rootAssignment"].items()]
    return view


def _bits(state: Mapping[str, int], variables: Sequence[str]) -> str:
    return "".join(str(int(state[name])) for name in variables)


def _row(name: str, document: Document) -> list[Any]:
    """Cells, coverage, shortcuts, local alternatives and mechanisms of one variable."""
    from symcause.families.boolean.audits.verdicts import shown as count

    def number(value: object) -> str | None:
        return count(value) if isinstance(value, int) else None

    strong = document["local_alternatives"][-1]["counts"] if document["local_alternatives"] else {}
    coverage = ((document["support"] or {}).get("parents") or {}).get(name, {}).get("coverage")
    cells = ((document["exposure"] or {}).get("variables") or {}).get(name, {}).get("scored_cells")
    mechanisms = ((document["variables"] or {}).get(name) or {}).get("mechanisms")
    return [
        cells,
        None if coverage is None else round(float(coverage), 4),
        number((document["shortcuts"] or {}).get(name)),
        number(strong.get(name)),
        number(mechanisms),
        None if mechanisms is None else min(mechanisms, 2),
    ]
