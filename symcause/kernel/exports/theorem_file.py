"""Theorem file of a certificate for Coq, and lines for the extracted checker.

A variable is its position in the problem, a row its place among the training rows; the problem is weakened
to the setting of the certificate first, by the family's ``verifier.exports.proof_statement``. A statement
is a claim about the problem, its models and their evidence; where the class bounds how functions are
written, the models come with expressions, and gold, if there is one, with a theorem of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby

from symcause.kernel.exports.coq_terms import Made, Term, Values, coq, words

_SAYS = {
    "unique": "{M} /\\ forall N, {N} -> same p {m} N",
    "inconsistent": "forall N, ~ {N}",
    "ambiguous": "{M} /\\ {D} /\\ ~ same p {m} {d}",
    "experiment": "{M} /\\ {D} /\\ ~ same p {m} {d} /\\ separated p {m} {d} E",
    "count": "counts p {n}%Z",
    "sole": "{M} /\\ forall N, {N} -> same p {m} N",
    "none": "forall N, ~ {N}",
}
"""What is proved of a problem p, the models M and D of a certificate, and any other model N."""

_MODELS = "(denote (high p) M)", "(denote (high p) D)"
"""What the models M and D denote."""

COUNTED = {"unique": "sole", "inconsistent": "none"}
"""What shows such a claim by the number of members: there is one, or none."""


@dataclass(frozen=True)
class Written:
    """How models can be written: the language of the class, and expressions of each model."""

    language: Term
    texts: tuple[Term, ...]


@dataclass(frozen=True)
class Statement:
    """A claim about a problem: the arguments of ``make``, the models, the evidence, all in numbers."""

    claim: str
    family: str
    sha256: str
    variables: tuple[str, ...]
    problem: tuple[Term, ...]
    models: tuple[Term, ...]
    evidence: tuple[Term, ...]
    experiment: Term | None = None
    written: Written | None = None  # where the class bounds how functions are written
    gold: Written | None = None  # how gold writes the one member
    rules: Term | None = None  # of a declared class: a rule for each variable

    @property
    def questions(self) -> tuple[str, ...]:
        """A line each for the program around the extracted checker; all must be accepted."""
        experiment = () if self.experiment is None else (self.experiment,)
        asked = [(self.claim, (*self.models, *experiment, *self.evidence))]
        for written in filter(None, (self.written, self.gold)):
            asked += [
                ("written", (written.language, model, text))
                for model, text in zip(self.models, written.texts, strict=True)
            ]
        rules = () if self.rules is None else (self.rules,)
        declared = "" if self.rules is None else "declared "
        return tuple(
            declared + " ".join((word, *words((*self.problem, *rules, *rest))))
            for word, rest in asked
        )

    @property
    def theorem(self) -> str:
        """A file for ``coqc`` that states the claim and proves it by evaluation."""
        names = ", ".join(f"{i} = {name}" for i, name in enumerate(self.variables))
        *arguments, rows = self.problem
        make, rules = ("make", "") if self.rules is None else ("make_declared", " rules")
        parts = [
            f"(* A certificate of the claim {self.claim!r} about the {self.family} problem\n"
            f"   whose canonical form has the SHA-256 {self.sha256}.\n   Variables: {names}.\n"
            "   What the words mean is in proofs/Scm.v, Setting.v, Rules.v, Experiment.v and Writing.v. *)",
            "Require Import String List ZArith.\n"
            "Require Import SC.Scm SC.Setting SC.Rules SC.Check SC.Experiment SC.Writing SC.Count\n"
            "  SC.Declared.\n"
            "Import ListNotations.\nOpen Scope string_scope.\n",
            *self._rules(),
            f"Definition p := {make} {' '.join(map(coq, arguments))}\n  {_worlds(rows)}{rules}.",
            *(
                f"Definition {m} := {coq(model)}."
                for m, model in zip("MD", self.models, strict=False)
            ),
        ]
        if self.experiment is not None:
            parts.append(f"Definition E := {coq(self.experiment)}.")
        if self.written is not None:
            parts.append(f"Definition L := {coq(self.written.language)}.")
        parts += ["", self._verdict()]
        if self.gold is not None:
            parts.append(
                f"\nDefinition G := {coq(self.gold.language)}.\n"
                f"Definition gold :=\n  {_lines(self.gold.texts[0], 3)}.\n"
                "Theorem gold_is_M : spells p G (denote (high p) M) (text gold).\n"
                "Proof. apply check_spells_sound. vm_cast_no_check (eq_refl true). Qed."
            )
        return "\n".join([*parts, "\nPrint Assumptions verdict.", ""])

    def _rules(self) -> list[str]:
        """The declared class, a variable a line, and before it the grammars that it names."""
        if self.rules is None:
            return []
        text, named = _lines(self.rules, 3), dict[str, str]()
        for rule in self.rules if isinstance(self.rules, list) else ():
            kind = _part(rule, "kind")
            if isinstance(kind, Made) and kind.name == "Spoken":
                named.setdefault(coq(kind.parts[0]), f"G{len(named)}")
        for grammar, name in named.items():
            text = text.replace(grammar, name)
        shown = [f"Definition {name} := {grammar}." for grammar, name in named.items()]
        return [*shown, f"Definition rules := rules_of {coq(self.problem[0])}\n  {text}."]

    def _verdict(self) -> str:
        def of(model: str) -> str:
            bounded = f"(member p {model} /\\ written p L {model})"
            return f"member p {model}" if self.written is None else bounded

        first, second = _MODELS
        number = coq(self.evidence[0]) if self.claim == "count" else ""
        says = _SAYS[self.claim].format(
            M=of(first), D=of(second), N=of("N"), m=first, d=second, n=number
        )
        claim = self.claim if self.rules is None else f"declared_{self.claim}"
        lemma = f"check_{claim}_sound" if self.written is None else f"{self.claim}_written"
        texts = () if self.written is None else self.written.texts
        given = () if self.claim == "count" else (*self.evidence, *texts)
        evidence = "\n    ".join(_lines(term, 5) for term in given)
        shown = f" with\n    {evidence};\n    try apply make_granted" if evidence else ""
        return (
            f"Theorem verdict : {says}.\n"
            f"Proof.\n  apply {lemma}{shown}.\n  vm_cast_no_check (eq_refl true).\nQed."
        )


def _worlds(rows: Term) -> str:
    """The training rows in digits, as the problem file has them, one world a line."""
    assert isinstance(rows, list)
    worlds = []
    for targets, among in groupby(rows, lambda row: coq(_part(row, "targets"))):
        cells = [cell for row in among if isinstance(cell := _part(row, "cells"), Values)]
        digits = [cell.digits for cell in cells]
        short = "; ".join(f'"{text}"' for text in digits)
        long = "; ".join(map(coq, cells))
        worlds.append(
            f"numbers {targets} [{long}]" if None in digits else f"world {targets} [{short}]"
        )
    return f"(concat [{(';' + chr(10) + 3 * ' ').join(worlds)}])"


def _part(record: Term, name: str) -> Term:
    assert isinstance(record, Mapping)
    return record[name]


def _lines(term: Term, indent: int) -> str:
    """A list with one item a line."""
    if not isinstance(term, list):
        return coq(term)
    return f"[{(';' + chr(10) + indent * ' ').join(map(coq, term))}]"
