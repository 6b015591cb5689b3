"""The summary of scored answers about statements: accuracy by verdict, by label, and support."""

from __future__ import annotations

from symcause.families.statements.documents.question_documents import StatementsScore
from symcause.families.statements.problem.problem import CLASSES
from symcause.scoring.abstention_rule import JUSTIFIED, REFUTED, UNSUPPORTED
from symcause.scoring.answer_groups import Group, Grouped, Sheet
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.group_columns import Column, count, ends, given, mean, table_of
from symcause.scoring.score_table import Table, word

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
        """Right answers by system, and by relation and number of variables."""
        note = (
            "right: of the answers, by what the statements entail (an open hypothesis is answered by "
            "no); entailed, open, impossible: of the answers to such hypotheses; by label: by the stored "
            "label; label wrong: answers to items whose stored label is wrong; the last three: what the "
            "statements say of claims"
        )
        found = []
        for key, title, fields in (
            ("statements", "Right answers", ("model",)),
            ("statements-by-relation", "Right answers by relation", ("model", "relation")),
            ("statements-by-size", "Right answers by variables", ("model", "variables")),
        ):
            groups = sorted(self._by(*fields), key=lambda item: item[0])
            rows = [(tuple(map(word, names)), group) for names, group in groups]
            if rows and (len(fields) == 1 or len({names[1] for names, _ in groups}) > 1):
                found.append(table_of(key, title, fields, _columns(bootstrap), rows, note))
        return found

    def _by(self, *fields: str) -> list[tuple[tuple[str, ...], Group]]:
        found = self._answers.by(*fields).items()
        return [(tuple(map(str, names)), group) for names, group in found]


def _columns(bootstrap: Bootstrap) -> tuple[Column, ...]:
    return (
        ("answers", count("answer")),
        ("right", mean("right")),
        *ends("right", bootstrap),
        *((name, given("right", name)) for name in CLASSES),
        ("by label", mean("published")),
        ("label wrong", count("gold wrong")),
        *((name, count(name)) for name in KINDS),
    )
