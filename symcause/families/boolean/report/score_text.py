"""The result of checking an answer, for people."""

from __future__ import annotations

from collections.abc import Mapping

from symcause.families.boolean.scoring.results import CheckResult


def check_text(result: CheckResult) -> str:
    """A few lines: the verdict first, then what it rests on."""
    lines = [f"{result.problem}: {_verdict(result)}"]
    if not result.valid:
        lines.append(f"  stopped at {result.stage}: {result.reason}")
        if result.roots is not None and result.judged.roots is not None:
            lines.append(f"  roots: {_roots(result)}")
        return "\n".join(lines)
    assert result.replay is not None
    for name, split in (("training", result.replay.train), ("held-out", result.replay.heldout)):
        if not split.worlds:
            continue
        line = (
            f"  {name}: {split.exact_worlds} of {split.worlds} worlds exact, "
            f"{split.right_cells} of {split.cells} cells right"
        )
        if (first := split.first) is not None:
            line += (
                f"; first error: world {first.world}, row {first.row}, {first.variable} is "
                f"{first.predicted:d} instead of {first.expected:d}"
            )
        lines.append(line)
    if result.roots is not None:
        lines.append(f"  roots: {_roots(result)}")
    if result.structure is not None:
        s = result.structure
        lines.append(
            f"  against gold: parent F1 {float(s.edges.f1):.3f}, SHD {s.shd}, local functions "
            f"right {float(s.local_match):.3f}, AST {result.total_ast} (gold {result.gold_ast})"
        )
    if result.claims is not None:
        lines += _claims(result)
    return "\n".join(lines)


def _verdict(result: CheckResult) -> str:
    if not result.valid:
        return "not valid"
    if result.claims is not None:
        return "joint success" if result.passed else "valid, but no joint success"
    if not result.train_exact:
        return "valid, but not exact on the training worlds"
    if result.heldout_exact is False:
        return "exact on the training worlds, not on the held-out ones"
    return "exact"


def _roots(result: CheckResult) -> str:
    assert result.roots is not None
    if result.roots.exact:
        return "exactly gold's"
    precision, recall = float(result.roots.precision), float(result.roots.recall)
    return f"not gold's (precision {precision:.3f}, recall {recall:.3f})"


def _claims(result: CheckResult) -> list[str]:
    claims = result.claims
    assert claims is not None
    if not claims.distinct:
        return ["  alternative: computes the same functions as the reference"]
    changed = ", ".join(claims.changed)
    lines = [f"  alternative: differs from the reference in {changed}"]
    if claims.experiment is None:
        return [*lines, f"  experiment: not admissible, {claims.experiment_reason}"]
    line = f"  experiment: {claims.experiment}"
    if claims.pair_disagreement_rate is not None:
        word = "separates" if claims.pair_separates else "does not separate"
        line += f" {word} (disagreement rate {float(claims.pair_disagreement_rate):.3f}"
        if claims.best is not None:
            line += f", the best is {claims.best}"
        line += ")"
    lines.append(line)
    if claims.witness_valid is not None:
        lines.append(f"  witness: {'right' if claims.witness_valid else claims.witness_reason}")
    return lines


def separation_text(document: Mapping[str, object]) -> str:
    """The outcome of ``symcause separate`` in two or three lines."""
    experiment, witness = document["experiment"], document["witness"]
    if not isinstance(experiment, Mapping) or not isinstance(witness, Mapping):
        return f"no experiment on {document['targets']} variable(s) separates the two models"
    setting = experiment["assignments"]
    assert isinstance(setting, Mapping)
    lines = ["do(" + ", ".join(f"{v}={b}" for v, b in setting.items()) + ") separates the models"]
    rate, cells = document["pair_disagreement_rate"], document["cell_difference_rate"]
    if isinstance(rate, float) and isinstance(cells, float):
        lines.append(f"  pair disagreement rate {rate:.3f}, cell difference rate {cells:.3f}")
    if "state" in witness:
        lines.append(
            f"  a state possible only in {witness['possibleIn']}: {_bits(witness['state'])}"
        )
    else:
        lines.append(f"  witness: roots {_bits(witness['rootAssignment'])}")
        for difference in witness["differences"]:
            lines.append(
                f"    {difference['variable']} is {difference['reference']} in the first, "
                f"{difference['alternative']} in the second"
            )
    return "\n".join(lines)


def _bits(values: object) -> str:
    assert isinstance(values, Mapping)
    return " ".join(f"{name}={bit}" for name, bit in values.items())
