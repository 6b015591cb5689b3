"""The told class of a finite rendering: variables with one class together, as facts of a text and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symcause.errors import ProblemError
from symcause.families.finite.models.builtin_operators import LANGUAGE, PARAMETERS
from symcause.families.finite.models.mechanism_class import FiniteClass
from symcause.families.finite.problem.class_description import described_mechanisms
from symcause.families.finite.problem.class_sentences import ACTIVE, SENTENCES, operator_sentence
from symcause.families.finite.rendering.answer_names import atom, atoms, expression, several
from symcause.renderings.disclosure_facts import mentioned
from symcause.renderings.family_words import Fact, Order
from symcause.renderings.texts.whole_numbers import whole
from symcause.renderings.told_document import by_nature, nature

Part = dict[str, Any]

_BOUNDS = ("max_parents", "min_parents")
_SIZES = ("max_size", "max_depth")
_OWN = "the values of the thing whose function it is"
_NONE = "none at all"
_MEANS = re.compile(r"\(([^ ]+) ([^)]+)\) means (.+)")
_TABLE = re.compile(r"([^ ]+): (.+); no value for other arguments")
_EMPTY = re.compile(r"([^ ]+) of ([1-4]) arguments?, which never has a value")
_BUILT_IN = re.compile(r"([^ ]+), as in the language")


def told_class(declared: FiniteClass, variables: Sequence[str]) -> list[Part]:
    """The classes of these variables, those with one class together, by the first name in natural order."""
    groups: list[Part] = []
    for name in by_nature(variables):
        own = described_mechanisms(declared.of(name))
        if "candidates" in own:
            own["candidates"] = by_nature(own["candidates"])
        if "functions" in own:
            own["functions"] = sorted(own["functions"])
        if "grammar" in own:
            operators = own["grammar"].pop("operators", {})
            own["grammar"]["operators"] = [list(pair) for pair in operators.items()]
        same = next((one for one in groups if {**own, "of": one["of"]} == one), None)
        if same is None:
            groups.append({"of": [name], **own})
        else:
            same["of"].append(name)
    return groups


def class_document(groups: Sequence[Part]) -> Part:
    """The key ``class`` of a problem: every variable has its own."""
    own: Part = {}
    for group in groups:
        keys = {key: value for key, value in group.items() if key != "of"}
        if "grammar" in keys:
            keys["grammar"] = {**keys["grammar"], "operators": dict(keys["grammar"]["operators"])}
        own |= dict.fromkeys(group["of"], keys)
    return {"functions": "any", "variables": own}


def class_words(groups: Sequence[Part]) -> Iterator[str]:
    """The words in grammars, each as often as it stands there."""
    for group in groups:
        grammar = group.get("grammar", {})
        constants = grammar.get("constants", ())
        yield from (c for c in constants if isinstance(c, str) and constants != "own")
        for _, spec in grammar.get("operators", ()):
            if isinstance(spec, dict):
                yield from (w for row in spec.get("table", ()) for w in row if isinstance(w, str))
                known = {*LANGUAGE, *PARAMETERS}
                yield from (word for word in atoms(spec.get("means", "")) if word not in known)


def renamed_class(own: Mapping[str, Any], names: Mapping[str, str]) -> Part:
    """The key ``class`` of a problem document, or that of a variable, in other names."""
    keys = dict(own)
    if "candidates" in own:
        keys["candidates"] = several(own["candidates"], names)
    if "grammar" in own:
        grammar = dict(own["grammar"])
        if grammar.get("constants", "own") != "own":
            grammar["constants"] = several(grammar["constants"], names)
        operators = grammar.get("operators", {}).items()
        grammar["operators"] = {name: _renamed_operator(spec, names) for name, spec in operators}
        keys["grammar"] = grammar
    if "variables" in own:
        variables = own["variables"].items()
        keys["variables"] = {atom(v, names): renamed_class(one, names) for v, one in variables}
    return keys


def _renamed_operator(spec: Any, names: Mapping[str, str]) -> Any:
    if not isinstance(spec, dict):
        return spec
    if "table" in spec:
        return {**spec, "table": [several(row, names) for row in spec["table"]]}
    words = {name: own for name, own in names.items() if name not in PARAMETERS}
    return {**spec, "means": expression(spec["means"], words)}


def class_facts(groups: Sequence[Part], order: Order) -> Iterator[Fact]:
    """The facts, group by group."""
    place = {name: at for at, name in enumerate(order)}
    for group in sorted(groups, key=lambda one: min(map(place.__getitem__, one["of"]))):
        yield Fact("class", (", ".join(mentioned(group["of"], order)),))
        yield from (Fact(key, (str(group[key]),)) for key in _BOUNDS if key in group)
        if "candidates" in group:
            depend = mentioned(group["candidates"], order)
            yield Fact("depend", (", ".join(depend) or _NONE,))
        for name in group.get("functions", ()):
            yield Fact("function", (_function(name),))
        if "grammar" in group:
            yield from _grammar_facts(group["grammar"])
    if ACTIVE & {name for group in groups for name in group.get("functions", ())}:
        yield Fact("active")


def _function(name: str) -> str:
    said = SENTENCES[name]
    return said if name == "any" else f"{name}: {said}"


def _grammar_facts(grammar: Mapping[str, Any]) -> Iterator[Fact]:
    yield from (Fact(key, (str(grammar[key]),)) for key in _SIZES if key in grammar)
    constants = grammar["constants"]
    said = _OWN if constants == "own" else ", ".join(map(str, constants)) or _NONE
    yield Fact("constants", (said,))
    yield from (Fact("operator", (operator_sentence(*pair),)) for pair in grammar["operators"])


def read_class(facts: Sequence[Fact], order: Order) -> list[Part]:
    """The classes that facts tell, as they are told."""
    groups: list[Part] = []
    for key, values in facts:
        if key == "class":
            groups.append({"of": _names(values[0], order)})
        elif key in (*_BOUNDS, *_SIZES, "depend", "function", "constants", "operator"):
            if not groups:
                raise ProblemError("a class of no thing", value=key)
            _read_fact(groups[-1], key, values[0], order)
    if any("functions" not in one and "grammar" not in one for one in groups):
        raise ProblemError("a class without functions")
    return sorted(groups, key=lambda one: nature(one["of"][0]))


def _read_fact(group: Part, key: str, said: str, order: Order) -> None:
    if key in _BOUNDS:
        group[key] = whole(said)
    elif key == "depend":
        group["candidates"] = [] if said == _NONE else _names(said, order)
    elif key == "function":
        name = next((name for name in SENTENCES if _function(name) == said), None)
        if name is None:
            raise ProblemError("no class of functions", value=said)
        group["functions"] = sorted({*group.get("functions", ()), name})
    else:
        grammar = group.setdefault("grammar", {"constants": [], "operators": []})
        if key in _SIZES:
            grammar[key] = whole(said)
        elif key == "constants":
            grammar[key] = "own" if said == _OWN else [] if said == _NONE else read_values(said)
        else:
            grammar["operators"].append(_read_operator(said))


def _read_operator(said: str) -> list[Any]:
    """An operator, as the sentence about it says."""
    if matched := _BUILT_IN.fullmatch(said):
        return [matched[1], True]
    if matched := _EMPTY.fullmatch(said):
        return [matched[1], {"arity": int(matched[2]), "table": []}]
    if matched := _TABLE.fullmatch(said):
        rows = [read_values(row.replace(" gives ", " "), " ") for row in matched[2].split(", ")]
        return [matched[1], {"arity": len(rows[0]) - 1, "table": rows}]
    if matched := _MEANS.fullmatch(said):
        arity = "many" if matched[2] == "..." else len(matched[2].split(" "))
        return [matched[1], {"arity": arity, "means": matched[3]}]
    raise ProblemError("no operator", value=said)


def read_values(said: str, between: str = ", ") -> list[int | str]:
    """Numbers and words of a line."""
    return [read_value(part) for part in said.split(between)]


def read_value(said: str) -> int | str:
    """A number or a word."""
    if not said or said[0] not in "-0123456789":
        return said
    try:
        return int(said)
    except ValueError:
        raise ProblemError("not a whole number", value=said) from None


def _names(said: str, order: Order) -> list[str]:
    names = said.split(", ")
    for name in names:
        if name not in order:
            raise ProblemError("a name that is not among the names", value=name)
    return by_nature(names)
