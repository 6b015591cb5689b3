"""What the story of an episode says beside its steps: plans, what follows, what is not known."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from symcause.episodes.judgement.episode_document import EpisodeDocument, JudgedStep
from symcause.episodes.judgement.step_story import episode_story, remarks

SEEN = JudgedStep(step=1, action={"do": {"X": 1}}, members=2, entailed=("X -> Y",))
PLAYED = EpisodeDocument(family="boolean", problem="p", budget=3)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (PLAYED, None),
        (replace(PLAYED, entailed=("W -> Y",)), ("W -> Y",)),
        (replace(PLAYED, steps=(SEEN,)), ("X -> Y",)),
        (replace(PLAYED, steps=(SEEN,), entailed=("W -> Y",)), ("X -> Y",)),
    ],
)
def test_what_follows_is_that_of_the_last_step(
    document: EpisodeDocument, said: tuple[str, ...] | None
) -> None:
    sections = {section.title: section for section in episode_story(document).sections}
    found = sections.get("What follows from what was seen")
    assert said is None if found is None else found == type(found)(found.title, said or ())


def test_what_plans_and_proofs_need() -> None:
    facts = dict(episode_story(PLAYED).facts)
    assert not {"the best plan needs", "shortest proof"} & facts.keys()
    facts = dict(episode_story(replace(PLAYED, worst_case=2, shortest_proof=1)).facts)
    assert facts["the best plan needs"] == "at most 2 steps"
    assert facts["shortest proof"] == "1 step"


def test_a_reason_is_told_once() -> None:
    assert remarks(PLAYED) == []
    late = replace(PLAYED, reason="time was up")
    assert remarks(late) == ["time was up"]
    assert remarks(replace(late, sentence="Not known: time was up.")) == []
