"""A reader of twin prompts that knows nothing but their text, and uses nothing of the project."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

Values = dict[str, Any]
Rule = Callable[[Values], Any]


@dataclass
class Environment:
    """One of the two that a prompt describes."""

    rules: dict[str, Rule | Mapping[str, Fraction]]

    def units(
        self, design: Values, force: Values | None = None
    ) -> Iterator[tuple[Fraction, Values]]:
        """What can happen to a unit, with its chance."""
        states = [(Fraction(1), dict(design))]
        for name, rule in self.rules.items():
            after = []
            for share, values in states:
                if name in (force or {}):
                    after.append((share, {**values, name: (force or {})[name]}))
                elif callable(rule):
                    after.append((share, {**values, name: rule(values)}))
                else:
                    after += [(share * p, {**values, name: option}) for option, p in rule.items()]
            states = after
        for share, values in states:
            chance = values["survived"]
            yield share * chance, {**values, "survived": True}
            yield share * (1 - chance), {**values, "survived": False}

    def worth(self, design: Values) -> Fraction:
        """How often a unit survives."""
        return sum((p for p, unit in self.units(design) if unit["survived"]), Fraction(0))


@dataclass
class Told:
    """All that a prompt says."""

    designs: list[Values]
    environments: dict[str, Environment]
    history: list[tuple[Values, Values, int, str, list[tuple[int, Values]]]]
    experiment: tuple[Values, int, int] | None
    threshold: Fraction

    def history_chances(self, name: str) -> list[Fraction]:
        """How likely each of the records of the history is in an environment, of those that are shown."""
        found = []
        for design, force, _, shown, records in self.history:
            units = list(self.environments[name].units(design, force))
            whole = sum((p for p, unit in units if not shown or unit[shown]), Fraction(0))
            for _, record in records:
                own = (
                    p for p, u in units if record.items() <= u.items() and (not shown or u[shown])
                )
                told = sum(own, Fraction(0))
                found.append(told / whole if "Nobody says" in self.text else told)
        return found

    text: str = ""

    def odds(self) -> Fraction:
        """How many times as likely the experiment is in A as in B."""
        assert self.experiment is not None
        design, units, survived = self.experiment
        a, b = (self.environments[name].worth(design) for name in "AB")
        return (a / b) ** survived * ((1 - a) / (1 - b)) ** (units - survived)

    def winners(self, name: str) -> list[Values]:
        """The designs that win in an environment."""
        own = self.environments[name]
        return [one for one in self.designs if own.worth(one) >= self.threshold]


def read(text: str) -> Told:
    """What a prompt says."""
    domains = dict(_domain(line) for line in _listed(text, "Design variables:"))
    rules = [_rule(line) for line in _listed(text, "Constraints:")]
    mixes = [dict(zip(domains, mix, strict=True)) for mix in product(*domains.values())]
    common = _listed(text, "step by step:")
    environments = {}
    for name in "AB":
        own = {line.split(" = ")[0]: line for line in _listed(text, f"In {name}:")}
        lines = [own.get(line.split(":")[0], line) for line in common]
        environments[name] = Environment(dict(map(_variable, lines)))
    history = []
    for head in re.findall(r"Earlier units of the design (.*)", text):
        force = dict(re.findall(r"(\w+) was (\w+)", head))
        number = int(re.search(r": (\d+)", head)[1])  # type: ignore[index]
        shown = re.search(r"this holds: (\w+)", head)
        records = [
            (int(count), _values(rest))
            for line in _listed(text, head)
            for count, rest in [line.split(" with ", 1)]
        ]
        design = _values(re.split(r": |, in all", head)[0])
        history.append((design, force, number, shown[1] if shown else "", records))
    seen = re.search(r"(\d+) of (\d+) units survived\. Their design: (.*)\.\n", text)
    experiment = None if seen is None else (_values(seen[3]), int(seen[2]), int(seen[1]))
    threshold = Fraction(re.search(r"at least (\S+) per cent", text)[1]) / 100  # type: ignore[index]
    designs = [one for one in mixes if all(rule(one) for rule in rules)]
    return Told(designs, environments, history, experiment, threshold, text)


def _listed(text: str, after: str) -> list[str]:
    """The lines of a list below a line that ends so."""
    lines = text.splitlines()
    at = next((n for n, line in enumerate(lines) if line.endswith(after)), len(lines))
    found = []
    for line in lines[at + 1 :]:
        if not line.startswith("- "):
            break
        found.append(line[2:])
    return found


def _domain(line: str) -> tuple[str, list[Any]]:
    name, _, rest = line.partition(": ")
    ends = re.match(r"whole number from (\d+) to (\d+)", rest)
    if ends:
        return name, [Fraction(n) for n in range(int(ends[1]), int(ends[2]) + 1)]
    return name, rest.split(" (")[0].split(", ")


def _values(text: str) -> Values:
    """``engine 2, module plain``."""
    pairs = (part.split(" ") for part in text.split(", "))
    return {name: _value(value) for name, value in pairs}


def _value(text: str) -> Any:
    words = {"true": True, "false": False}
    return words[text] if text in words else Fraction(text) if text[0].isdigit() else text


def _variable(line: str) -> tuple[str, Rule | Mapping[str, Fraction]]:
    if " is drawn; the chances are " in line:
        name, _, rest = line.partition(" is drawn; the chances are ")
        pairs = (part.split(" ", 1) for part in rest.split(", "))
        return name, {option: Fraction(p.replace(" ", "")) for option, p in pairs}
    if " is true with chance " in line:
        name, _, rest = line.partition(" is true with chance ")
        return name, _rule(rest)
    name, _, rest = line.partition(" = ")
    return name, _rule(rest)


def _rule(text: str) -> Rule:
    """A term as a function, by Python's own reading of it."""
    cased = re.sub(r"case\((\w+), ([^()]*)\)", _table, text)
    code = compile(
        re.sub(r"(?<![\w'\"])(\d+)", r"F(\1)", cased.replace("if(", "IF(")), "term", "eval"
    )
    known = {"F": Fraction, "IF": lambda test, one, other: one if test else other}
    return lambda values: eval(code, known, values)


def _table(case: re.Match[str]) -> str:
    """A case as a mapping that is looked up."""
    arms = re.sub(r"(\w+): ", r"'\1': ", case[2])
    return f"{{{arms}}}[{case[1]}]"
