"""Texts of keys: each stands where its key is declared; schemas and the page of results have it too."""

from __future__ import annotations

import msgspec

from symcause.audits.documents import CountDocument
from symcause.families.boolean.documents.audit_document import BooleanAudit
from symcause.formats.schema import described, field_texts, structs_of
from tools import write_results


class Lid(msgspec.Struct):
    """The lid of a pot."""

    wide: int  # of its rim
    of: str = "tin"


class Pot(msgspec.Struct):
    """A pot."""

    lid: Lid
    """None is without one,
    not even a small one."""
    # how much it holds
    room: int = msgspec.field(name="volume", default=1)
    worn: bool | msgspec.UnsetType = msgspec.UNSET  # seen by anybody
    rest: object = None  # of the soup


class OldPot(Pot):
    """It says nothing of its room."""

    room: int = 2


def test_texts_stand_below_beside_or_above_a_field() -> None:
    assert field_texts(Pot) == {
        "lid": "None is without one, not even a small one.",
        "volume": "how much it holds",
        "worn": "seen by anybody",
        "rest": "of the soup",
    }
    assert field_texts(Lid) == {"wide": "of its rim"}
    assert set(field_texts(OldPot)) == {"lid", "worn", "rest"}


def test_parts_of_parts_have_theirs() -> None:
    assert set(structs_of(Pot)) == {"Pot", "Lid"}
    schema = described(Pot, "pot")
    assert schema["properties"]["lid"]["description"].startswith("None is without")
    assert schema["properties"]["rest"]["description"] == "of the soup"
    assert schema["$defs"]["Lid"]["properties"]["wide"]["description"] == "of its rim"
    assert "description" not in schema["$defs"]["Lid"]["properties"]["of"]


def test_documents_have_texts() -> None:
    assert field_texts(CountDocument)["count"] == "exact; null: unknown"
    assert "AlternativePart" in structs_of(BooleanAudit)


def test_the_page_of_results_is_up_to_date() -> None:
    """If this fails: python -m tools.write_results --write."""
    text = write_results.PAGE.read_text(encoding="utf-8")
    assert write_results.page(text) == text
    for row in write_results.rows("boolean.audit"):
        assert f"| `{row.key}` | " in text


def test_the_page_of_formats_is_up_to_date() -> None:
    """If this fails: python -m tools.write_results --write."""
    text = write_results.FORMATS.read_text(encoding="utf-8")
    assert write_results.page(text) == text
    scores = write_results.SCORES.read_text(encoding="utf-8")
    assert write_results.page(scores) == scores
    assert "| `worlds[].split` | `heldout`, `train` |" in text
    assert "| `errors` | integer | How many training cells may be wrong | `0` |" in text
