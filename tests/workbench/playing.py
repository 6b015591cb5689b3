"""What a person does at the page of an episode: click actions, fill in the form of the answer."""

from __future__ import annotations

import json

from tests.reports.chromium import Page
from tests.workbench.running import EXAMPLES

MECHANISMS = json.loads((EXAMPLES / "answers" / "hidden-order.good.json").read_text())["mechanisms"]

ANSWERS: dict[str, tuple[tuple[str, str], ...]] = {
    "hidden-order": tuple(MECHANISMS.items()),
    "episode": (
        ("edge", "density->freq"),
        ("edge", "moisture->density"),
        ("edge", "moisture->density"),
        ("freq", "25 + 2*density"),
        ("prediction", "288"),
    ),
    "lock": (("lamp", "(if (eq middle right) on off)"), ("right", "(turn left middle)")),
    "world": (("choice", "=yes"),),
    "boats": (("hull", "1"), ("choice", "route=forecast")),
}
"""By problem: what is clicked (an edge, a choice) or typed into a part of the form."""


def fill(page: Page, problem: str) -> None:
    """Fill in the form of the answer, part by part."""
    for what, value in ANSWERS[problem]:
        if what in ("edge", "choice"):
            page.run(f"document.querySelector('[data-{what}={json.dumps(value)}]').click()")
        else:
            typed(page, what, value)


def typed(page: Page, part: str, text: str) -> None:
    """Type into a part of the form."""
    found = f"document.querySelector('#answer-form-{part}, [id^=answer-form][id$=-{part}]')"
    page.run(
        f"(() => {{ const input = {found}; input.value = {json.dumps(text)};"
        "input.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )


def answer(page: Page) -> None:
    page.run("document.querySelector('[data-act=answer-form]').click()")
