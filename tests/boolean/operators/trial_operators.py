"""Trial operators: added to the tables before anything else is loaded, they must do all that the others do.

``nand`` joins any number of arguments and is called in infix notation; ``implies`` has two, each with a
part of its own, and stands between them. Run as a program, this adds them and asks all checks about them.
"""

from __future__ import annotations

import sys
from operator import and_


def install() -> tuple[str, ...]:
    """Add the records, and the lines in the verifier's own tables."""
    from symcause.models import variable_names

    words = ("nand", "implies")
    variable_names.WORDS += words

    from symcause.models import expressions, mechanism_scanner
    from symcause.models.operators.mechanism_operators import OPERATOR, Infix, Meaning, Operator

    expressions.JOINS["nand"] = lambda values, mask: mask ^ expressions.JOINS["and"](values, mask)  # type: ignore[index]
    expressions.JOINS["implies"] = lambda values, mask: (mask ^ values[0]) | values[1]  # type: ignore[index]
    mechanism_scanner.BOUNDS |= {"nand": (2, mechanism_scanner.MANY), "implies": (2, 2)}
    OPERATOR["nand"] = Operator(  # type: ignore[index]
        "nand",
        Meaning((and_,), lambda parts, one: parts[0] ^ one),
        Infix.CALL,
        r"\mathrm{nand}",
        "(nand e e ...): some are 0",
        lambda plain, parts: plain.negated(plain.all_of(parts)),
        synonyms="⊼ sheffer",
        sympy="Nand",
        explained="The operator nand gives 1 if some of its arguments are 0.",
    )
    OPERATOR["implies"] = Operator(  # type: ignore[index]
        "implies",
        Meaning(value=lambda parts, one: (parts[0] ^ one) | parts[1]),
        Infix.PAIR,
        r"\Rightarrow",
        "(implies a b): b is 1, or a is 0",
        lambda plain, parts: plain.any_of([plain.negated(parts[0]), parts[1]]),
        binds=5,
        signs=("→",),
        parts=("if", "then"),
        synonyms="-> => imp",
        explained="The operator implies gives 0 only if the first argument is 1 and the second 0.",
    )

    from symcause.families.boolean.verifier import certificate_question

    certificate_question._POST |= {"nand": "01mas", "implies": "0mas"}

    from tests.boolean.operators.second_truth import TRUTH

    TRUTH["nand"] = range(2, 9), lambda values: not all(values)
    TRUTH["implies"] = range(2, 3), lambda values: values[1] or not values[0]
    return words


if __name__ == "__main__":
    added = install()
    from tests.boolean.operators.operator_conformance import CHECKS

    for check in CHECKS:
        for word in added:
            check(word)
    sys.stdout.write(f"{len(CHECKS)} checks of {', '.join(added)}\n")
