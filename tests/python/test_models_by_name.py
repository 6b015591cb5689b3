"""Models from mappings: every mechanism counts, and every name that one of them mentions."""

from __future__ import annotations

from symcause import boolean, linear


def test_every_boolean_mechanism_counts() -> None:
    model = boolean.model({"C": "A & B", "D": "!C | E", "F": "D ^ G"})
    assert model.roots == ("A", "B", "E", "G")
    assert list(model.functions) == ["C", "D", "F"]


def test_every_equation_counts() -> None:
    model = linear.model({"f": "a + 2*b", "g": "3*c + f", "h": "d - g"})
    assert model.variables == ("a", "b", "c", "d", "f", "g", "h")
    assert set(model.edges) == {
        *(("a", "f"), ("b", "f"), ("c", "g"), ("f", "g"), ("d", "h"), ("g", "h")),
    }


def test_records_and_chain_are_both_read() -> None:
    records = [{"a": 1, "b": 2, "f": 3}, {"a": 4, "b": 5, "f": 6}]
    chain = [{"a": 7, "b": 8, "f": 9, "do": ""}, {"a": 0, "b": 8, "f": 2, "do": "a=0"}]
    for target, controllable in (("f", ("a", "b")), ("b", ("a", "f")), ("a", ("b", "f"))):
        told = {} if target != "a" else {"chain": chain[:1]}
        problem = linear.problem(**{"records": records, "chain": chain, "target": target} | told)
        assert problem.controllable == controllable
        assert [record.values["f"] for record in problem.records] == [3, 6]
        assert [state.values["f"] for state in problem.chain] == [9, 2][: len(problem.chain)]
        assert problem.chain
