"""Prompts of textgraph scoring: what the reader of a text is asked, in two forms.

Nodes without edges are not counted: the released programs know ends of gold edges only. With names given,
these are listed in sorted order, numbered from 1, and answers use the numbers.
"""

from __future__ import annotations

from symcause.audits.prompt import Told
from symcause.errors import UsageError
from symcause.families.textgraph.files.answer.node_names import NAMES
from symcause.families.textgraph.problem.problem import TextGraph

INSTRUCTION = "You read a text and write down the causal graph that it describes."

_FORM = (
    "Answer with one JSON object and nothing else. Each relationship is one direct cause (source) "
    "and its effect (sink); cycles are allowed.\n\n"
)


def told(problem: TextGraph, task: str) -> Told:
    """What the reader of the text gets. Raises UsageError if there is no text."""
    if not problem.text:
        raise UsageError(
            "the problem has no text to read",
            value=problem.id,
            remedy="add the key 'text' (in published samples: input_text)",
        )
    count = len(problem.names)
    if task == NAMES:
        listed = "\n".join(f"{i}. {name}" for i, name in enumerate(problem.names, start=1))
        asked = f"The nodes of the graph are these {count}, by number:\n\n{listed}\n\n"
        shape = '{"relationships": [{"source": 1, "sink": 2}]}'
        words = "Name nodes by their numbers.\n\n"
    else:
        asked = f"The graph has {count} nodes. Find them and the relationships between them.\n\n"
        shape = '{"relationships": [{"source": "a cause", "sink": "its effect"}]}'
        words = "Name nodes as the text does.\n\n"
    text = f"# Text\n\n{problem.text.strip()}"
    return Told(INSTRUCTION, f"{text}\n\n# Task\n\n{asked}{_FORM}{words}{shape}")
