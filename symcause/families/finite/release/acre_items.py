"""ACRE items of reasoning-gym: panels of objects on a detector, and one more whose light is asked for.

Objects become roots that are on the detector (1) or not (0), in the order in which they appear; ``light``
is the detector's. An item is read as it is served (its prompt, its ``answer``) or as the dataset holds it
(``examples`` and ``question``). Neither names a class; "activate" suggests a disjunction: that is taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symcause.errors import ProblemError
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.problem.problem import FiniteProblem
from symcause.formats.pools.foreign_values import Placed
from symcause.formats.pools.item_keys import item_key

LIGHT, OFF, ON = "light", "off", "on"
LABELS = (OFF, ON, "undetermined")

_PROMPT = re.compile(
    r"(?s).*^Previous experimental results:\s*(?P<examples>.*?)\s*^New test case:\s*(?P<asked>[^\n]*)",
    re.MULTILINE,
)
_ARROW = re.compile(r"\s*(?:→|->)\s*")
_OBJECT = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@dataclass(frozen=True)
class Panel:
    """The objects on the detector, and what its light shows (of the last panel: the stored label)."""

    objects: tuple[str, ...]
    light: str | None


def read_question(
    document: Mapping[str, object], file: str | None = None, place: str = ""
) -> FiniteProblem:
    """An item as the dataset holds it: ``examples`` and a ``question``."""
    item = Placed(document)
    panels = [_panel(example, (OFF, ON)) for example in item["examples"].parts()]
    asked = _panel(item["question"], LABELS)
    return read_finite(acre_document(item_key(file, place, document), panels, asked), file)


def read_served(
    document: Mapping[str, object], file: str | None = None, place: str = ""
) -> FiniteProblem:
    """An item as reasoning-gym serves it: a prompt, its answer, and which dataset it is of."""
    item = Placed(document)
    source = item["metadata"]["source_dataset"]
    if source.value != "acre":
        raise ProblemError(
            "not read",
            place=source.place,
            value=source.value,
            remedy="of reasoning-gym acre is read",
        )
    match = _PROMPT.match(item["question"].text())
    if match is None:
        raise ProblemError(
            "no prompt of ACRE",
            place="question",
            remedy="it has 'Previous experimental results:' and 'New test case:'",
        )
    panels = []
    for at, line in enumerate(match["examples"].splitlines()):
        objects, *light = _ARROW.split(line.strip())
        shown = Placed(light[0] if len(light) == 1 else line, f"question, example {at}")
        panels.append(Panel(_listed(objects, shown.place), _label(shown, (OFF, ON))))
    label = item["answer"]
    asked = Panel(
        _listed(match["asked"], "question, test case"), _label(label, LABELS) if label else None
    )
    index = item["metadata"]["source_index"]
    key = f"acre-{index.integer()}" if index else "acre"
    return read_finite(acre_document(str(document.get("id", key)), panels, asked), file)


def acre_document(key: str, panels: Iterable[Panel], asked: Panel) -> dict[str, object]:
    """The finite problem of an item, as a document.

    >>> seen = [Panel(("red_cube",), "on"), Panel(("red_cube", "blue_cube"), "on")]
    >>> document = acre_document("i", seen, Panel(("blue_cube",), "undetermined"))
    >>> document["worlds"][0]["rows"], document["queries"][0]["do"]
    ([[1, 0, 'on'], [1, 1, 'on']], {'red_cube': 0, 'blue_cube': 1})
    """
    seen = list(panels)
    objects = tuple(dict.fromkeys(name for panel in (*seen, asked) for name in panel.objects))
    query: dict[str, object] = {
        "id": "question",
        "do": {name: int(name in asked.objects) for name in objects},
        "of": LIGHT,
    }
    if asked.light is not None:
        query["gold"] = asked.light
    rows = [[*(int(name in panel.objects) for name in objects), panel.light] for panel in seen]
    return {
        "format": "symcause.finite/1",
        "id": key,
        "variables": [
            *({"name": name, "values": [0, 1]} for name in objects),
            {"name": LIGHT, "values": [OFF, ON]},
        ],
        "setting": "ordered",
        "roots": list(objects),
        "order": [*objects, LIGHT],
        "class": {"functions": "disjunctive"},
        "worlds": [{"id": "examples", "assigned": list(objects), "rows": rows}],
        "queries": [query],
        "metadata": {"source": "acre"},
    }


def _panel(stored: Placed, labels: tuple[str, ...]) -> Panel:
    objects = tuple(_object(one) for one in stored["input"].parts())
    return Panel(objects, _label(stored["output"], labels))


def _listed(text: str, place: str) -> tuple[str, ...]:
    """The objects of a line: ``gray metal sphere, blue metal cube``."""
    return tuple(_object(Placed(one.split(), place)) for one in text.split(",") if one.strip())


def _object(stored: Placed) -> str:
    """The name of an object: colour, material and shape, in a list or joined."""
    name = "_".join(stored.texts()) if isinstance(stored.value, list) else stored.text()
    if not _OBJECT.fullmatch(name) or name == LIGHT:
        raise ProblemError("not an object", place=stored.place, value=name)
    return name


def _label(stored: Placed, labels: tuple[str, ...]) -> str:
    if stored.text() not in labels:
        raise ProblemError(
            "unknown light",
            place=stored.place,
            value=stored.value,
            remedy=f"it is {', '.join(labels)}",
        )
    return stored.text()
