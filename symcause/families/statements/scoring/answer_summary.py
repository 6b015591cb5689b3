"""The summary of scored answers about statements: accuracy by verdict, by label, and support."""

from __future__ import annotations

from symcause.families.statements.documents.question_documents import StatementsScore
from symcause.families.statements.problem.problem import CLASSES
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED, UNSUPPORTED
from symcause.scoring.answer_groups import Group, Grouped, Sheet
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.group_columns import Column, Labels, count, ends, given, mean, table_of
from symcause.scoring.score_table import Table

KINDS = (JUSTIFIED, UNSUPPORTED, REFUTED)

SHEET = Sheet(
    flags=("answer", "right", "published", "gold wrong", *CLASSES, *KINDS, "abstained"),
    numbers=(),
    units=("right",),
)


class StatementsSummary:
    """Grows by one answer at a time; the answers themselves are forgotten."""

    def __init__(self) -> None:
        self._answers = Grouped(SHEET, "model", "relation", "variables")

    def take(self, score: StatementsScore) -> None:
        """Count one answer."""
        row: dict[str, object] = {"answer": True, "abstained": score.abstained}
        row |= {"published": score.published_right, "gold wrong": score.gold_right is False}
        if score.verdict in CLASSES:
            row |= {score.verdict: True, "right": score.right}
        if score.support is not None and not score.abstained:
            row[score.support] = True
        self._answers.take((score.model, score.relation, score.variables), row, score.problem)

    def tables(self, bootstrap: Bootstrap) -> list[Table]:
        """Right answers by system, relation and number of variables, and what proves them."""
        systems = self._by("model")
        if not systems:
            return []
        columns = _columns(bootstrap)
        tables = [
            table_of("statements", "Right answers", ("model",), columns, systems, _NOTE),
            table_of("support", "What proves the answers", ("model",), _SUPPORT, systems, _PROOF),
        ]
        by_relation, by_size = self._by("model", "relation"), self._by("model", "variables")
        if len(by_relation) > len(systems):
            heads = ("model", "relation")
            title = "Right answers by relation"
            tables.append(table_of("by_relation", title, heads, columns, by_relation, _NOTE))
        if len(by_size) > len(systems):
            heads = ("model", "variables")
            title = "Right answers by number of variables"
            tables.append(table_of("by_size", title, heads, columns, by_size, _NOTE))
        return tables

    def systems(self) -> list[tuple[str, Group]]:
        """The answers of each system."""
        return [(str(own["model"]), group) for own, group in self._by("model")]

    def _by(self, *fields: str) -> list[tuple[Labels, Group]]:
        pairs = sorted(self._answers.by(*fields).items(), key=lambda item: str(item[0]))
        return [(dict(zip(fields, map(str, names), strict=True)), group) for names, group in pairs]


_NOTE = (
    "Shares of answers that are right by what the statements entail, where an open hypothesis is answered "
    "by no; entailed, open, impossible: of the answers to such hypotheses; by label: by what is stored; "
    "label wrong: answers to items whose stored label is wrong"
)
_PROOF = (
    "What the statements say of claims: they prove them, leave them open or refute them; abstained: "
    "answers that say nobody can tell"
)


def _columns(bootstrap: Bootstrap) -> tuple[Column, ...]:
    return (
        ("cases", count("answer")),
        ("right", mean("right")),
        *ends("right", bootstrap),
        *((name, given("right", name)) for name in CLASSES),
        ("by label", mean("published")),
        ("label wrong", count("gold wrong")),
    )


_SUPPORT: tuple[Column, ...] = (
    ("cases", count("answer")),
    *((name, count(name)) for name in KINDS),
    ("abstained", count("abstained")),
)
