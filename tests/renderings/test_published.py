"""The published cases of renderings: told documents, texts byte for byte, themes, styles, lengths, ids."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from symcause.errors import SymcauseError
from symcause.formats.problems import read_document
from symcause.registry import family_of
from symcause.renderings.family_words import wording_of, wordings
from symcause.renderings.rendered_text import Names, Source, digest_back, rendered, with_fillers
from symcause.renderings.sense.sense_graph import SenseGraph
from symcause.renderings.texts.length_match import Size, matched
from symcause.renderings.texts.mention_order import free_names, rendering_ids
from symcause.renderings.texts.text_codec import decoded, read_text
from symcause.renderings.themes.library import (
    check_style,
    description_of,
    style_named,
    theme_named,
)
from symcause.renderings.told_document import digest
from symcause.renderings.told_schema import Told
from tests.renderings.cases import data, lines, without_gold


def _sources() -> dict[str, Source]:
    found = {}
    for case in lines("told.jsonl"):
        if not case.get("refused"):
            found[case["problem"]["id"]] = Source(read_document(case["problem"]))
    return found


def test_told_documents_have_their_digests() -> None:
    seen = refused = 0
    for case in lines("told.jsonl"):
        if case.get("refused"):
            with pytest.raises(SymcauseError, match=case["names"]):
                _ = Source(read_document(case["problem"])).told
            refused += 1
            continue
        source = Source(read_document(case["problem"]))
        assert source.told == case["told"], source.problem.id
        assert source.digest == case["digest"]
        msgspec.convert(source.told, Told)
        again = read_document({"id": "again", **source.wording.document(source.told)})
        assert digest(source.wording.told(again)) == case["digest"]
        seen += 1
    assert (seen, refused) == (22, 3)


def test_texts_are_written_and_read_byte_for_byte() -> None:
    sources, seen = _sources(), 0
    for case in lines("read.jsonl"):
        if case.get("refused"):
            continue
        source = sources[case["problem"]]
        theme, style = theme_named(case["theme"]), style_named(case["style"])
        nouns = {variable: noun for noun, variable in case["variables"].items()}
        if case["free"]:
            assert free_names(nouns, theme, source.digest, case["seed"]) == nouns
        made = rendered(
            source,
            theme,
            style,
            Names("free", nouns),
            case["seed"],
            fillers=tuple(case["fillers"]),
            abstain=case["abstain"],
        )
        stored = (data() / case["text"]).read_bytes()
        assert made.text.encode() == stored, case["text"]
        assert made.text_sha256 == case["sha256"] and list(made.order) == case["order"]
        read = read_text(decoded(stored), description_of(theme, style, source.wording))
        assert list(read.order) == case["order"] and list(read.fillers) == case["fillers"]
        assert read.abstain == case["abstain"]
        assert digest_back(read.told, source.wording, case["variables"]) == case["digest"]
        seen += 1
    assert seen == 115


def test_other_texts_are_refused_by_every_family() -> None:
    refused = [case for case in lines("read.jsonl") if case.get("refused")]
    assert len(refused) == 37
    for case in refused:
        stored = (data() / case["text"]).read_bytes()
        for wording in wordings():
            made = description_of(theme_named(case["theme"]), style_named(case["style"]), wording)
            with pytest.raises(SymcauseError):
                read_text(decoded(stored), made)


@pytest.mark.parametrize("kind", ["themes", "styles"])
def test_files_are_checked(kind: str) -> None:
    for case in lines(f"{kind}.jsonl"):
        path = str(data() / case["file"])
        complaint = _complaint(kind, path)
        assert (complaint is None) == case["accepted"], (case, complaint)
        if complaint is not None:
            assert case["names"].lower() in complaint.lower(), complaint
            assert complaint.startswith(path) and "\n" not in complaint


def _complaint(kind: str, path: str) -> str | None:
    try:
        if kind == "themes":
            theme_named(path)
        else:
            for name in ("city", "neutral"):
                check_style(style_named(path), theme_named(name), path)
    except SymcauseError as error:
        return str(error)
    return None


def test_lengths_are_matched() -> None:
    sources, texts = _sources(), 0
    for case in lines("length.jsonl"):
        sizes = [Size(*size) for size in case["sizes"]]
        if case.get("refused"):
            with pytest.raises(SymcauseError, match="characters"):
                matched(sizes)
            continue
        step, fillers = matched(sizes)
        assert step == case["s"] and [list(one) for one in fillers] == case["fillers"]
        if "problem" not in case:
            continue
        source, seed = sources[case["problem"]], case["seed"]
        for (name, style), size, own, digest_ in zip(
            case["renderings"], sizes, fillers, case["sha256"], strict=True
        ):
            theme = theme_named(name)
            names = source.names(theme, "free", seed)
            made = rendered(source, theme, style_named(style), names, seed)
            assert made.sizes == size
            filled = with_fillers(made, source, own)
            assert sha256(filled.text.encode()).hexdigest() == digest_
            texts += 1
    assert texts == 27


def test_ids_do_not_say_which_is_which() -> None:
    for case in lines("ids.jsonl"):
        given = (case["of"], case["digest"], case["seed"], case["theme"], case["style"])
        assert rendering_ids(*given, case["alignments"]) == case["ids"]


def test_common_sense_among_used_nouns() -> None:
    for case in lines("sense.jsonl"):
        found = SenseGraph(theme_named(case["theme"]).edges).among(case["used"])
        assert [list(edge) for edge in found] == case["edges"]


def test_the_baseline_follows_common_sense() -> None:
    answered = 0
    for case in lines("baseline.jsonl"):
        problem = read_document(without_gold(case["problem"]))
        theme = theme_named(case["theme"])
        sense = SenseGraph(theme.edges)
        found: Any = wording_of(family_of(problem).name).sense_answer(problem, sense)
        if not theme.has_sense:
            assert case["answer"] is None
            continue
        if found is not None and "hypothesis" in found:
            found = {"edges": [[e["from"], e["to"]] for e in found["hypothesis"]["edges"]]}
        assert found == case["answer"], problem.id
        answered += found is not None
    assert answered == 18
