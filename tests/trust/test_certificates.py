"""Certificates have names of their own, whatever the ids and however often a run was stopped; and files
that were asked for are made, or it is said why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.cases import EXAMPLES, Document, Shell, example, write


def alike() -> list[Document]:
    """Different problems whose ids collide, or look like names made for such ids."""
    other = example("unique", worlds=example("unique")["worlds"][::-1])
    return [example("unique"), other, example("replay", id="unique.2")]


def certificates(folder: Path) -> dict[str, str]:
    """What each file is about."""
    read = {p.name: json.loads(p.read_text(encoding="utf-8")) for p in sorted(folder.iterdir())}
    return {name: document["problem"]["sha256"] for name, document in read.items()}


def test_different_problems_have_different_files(tmp_path: Path, shell: Shell) -> None:
    """`unique`, `unique` and `unique.2` used to share a file name."""
    pool = write(tmp_path / "pool.jsonl", *alike())
    shell("audit", pool, "--certificate", tmp_path / "held")
    held = certificates(tmp_path / "held")
    assert len(held) == len(set(held.values())) == 3
    assert {"unique.certificate.json", "unique.2.certificate.json"} < set(held)
    code, documents = shell.json("verify", pool, tmp_path / "held")
    assert code == 0 and all(d["accepted"] for d in documents)


@pytest.mark.few(2)
@pytest.mark.parametrize("done", [0, 1, 2, 3])
def test_names_do_not_depend_on_how_often_a_run_was_stopped(
    done: int, tmp_path: Path, shell: Shell
) -> None:
    pool, out = write(tmp_path / "pool.jsonl", *alike()), tmp_path / "out.jsonl"
    shell("audit", pool, "--certificate", tmp_path / "whole", "--out", tmp_path / "whole.jsonl")
    (tmp_path / "held").mkdir()
    if done:
        first = write(tmp_path / "first.jsonl", *alike()[:done])
        shell("audit", first, "--certificate", tmp_path / "held", "--out", out)
    shell("audit", pool, "--certificate", tmp_path / "held", "--out", out, "--resume")
    assert certificates(tmp_path / "held") == certificates(tmp_path / "whole")


def test_kept_problems_get_their_certificates_too(tmp_path: Path, shell: Shell) -> None:
    pool, out = write(tmp_path / "pool.jsonl", *alike()), tmp_path / "out.jsonl"
    shell("audit", pool, "--out", out)
    shell("audit", pool, "--out", out, "--resume", "--certificate", tmp_path / "held")
    assert len(certificates(tmp_path / "held")) == 3
    (tmp_path / "held" / "unique.certificate.json").unlink()
    shell("audit", pool, "--out", out, "--resume", "--certificate", tmp_path / "held")
    assert len(certificates(tmp_path / "held")) == 3
    shell("audit", pool, "--out", out, "--resume", "--certificate", tmp_path / "elsewhere")
    assert certificates(tmp_path / "elsewhere") == certificates(tmp_path / "held")


def test_an_id_that_is_a_name_made_for_another(tmp_path: Path, shell: Shell) -> None:
    pool = write(tmp_path / "pool.jsonl", *alike()[:2])
    shell("audit", pool, "--certificate", tmp_path / "held")
    (made,) = (n for n in certificates(tmp_path / "held") if n != "unique.certificate.json")
    taken = example("replay", id=made.removesuffix(".certificate.json"))
    for order in ([taken, *alike()[:2]], [*alike()[:2], taken]):
        write(pool, *order)
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        shell("audit", pool, "--certificate", folder)
        held = certificates(folder)
        assert len(held) == len(set(held.values())) == 3


def test_generated_certificates_keep_their_names(tmp_path: Path, shell: Shell) -> None:
    fast = ("--preset", "hs_n6_easy_calibration", "--pool-size", 100, "--setting", "all")
    run = ("generate", "boolean", *fast, "--count", 2, "--certificates", tmp_path / "held")
    out = tmp_path / "out.jsonl"
    shell(*run, "--out", out)
    wanted = certificates(tmp_path / "held")
    text = out.read_text()
    out.write_text("".join(line + "\n" for line in text.splitlines()[:3]))
    for path in (tmp_path / "held").iterdir():
        path.unlink()
    shell(*run, "--out", out, "--resume")
    assert certificates(tmp_path / "held") == wanted and wanted
    assert out.read_text() == text


def test_a_unique_problem_has_a_clausal_certificate(tmp_path: Path, shell: Shell) -> None:
    """It used to be passed over in silence."""
    held = tmp_path / "c.json"
    path = EXAMPLES / "unique.json"
    code, _, err = shell("audit", path, "--claim", "inseparable", "--certificate", held)
    assert (code, err) == (0, "")
    assert json.loads(held.read_text())["claim"]["name"] == "no-separating-experiment"
    code, document = shell.one("verify", path, held)
    assert (code, document["accepted"]) == (0, True)


@pytest.mark.parametrize("name", ["ambiguous", "hidden-roots"])
def test_where_none_can_be_made_it_is_said(name: str, tmp_path: Path, shell: Shell) -> None:
    held = tmp_path / "c.json"
    path = EXAMPLES / f"{name}.json"
    code, out, err = shell("audit", path, "--claim", "inseparable", "--certificate", held, "--json")
    assert code == 2 and not held.exists()
    assert err.startswith(f"symcause: {name}: no certificate: ") and err.count("\n") == 1
    assert json.loads(out)["certificate_reason"]


def test_no_time_for_a_certificate_is_unknown(tmp_path: Path, shell: Shell) -> None:
    from tests.cli.cases import hard

    path = write(tmp_path / "p.json", hard(25, max_parents=4))
    held = tmp_path / "c.json"
    code, _, err = shell("audit", path, "--certificate", held, "--timeout", 0.2)
    assert code == 3 and not held.exists()
    assert "no certificate: time limit of 0.2 s" in err


@pytest.mark.parametrize("depth", [299, 400, 700, 900])
def test_deep_nesting_is_refused_before_anything_is_held(
    tmp_path: Path, shell: Shell, depth: int
) -> None:
    nested = "[" * depth + "]" * depth
    text = f'{{"format": "symcause.certificate/1", "problem": {nested}}}'
    path = write(tmp_path / "deep.json", text)
    for options in ((), ("--jobs", "2")):
        code, out, err = shell("verify", EXAMPLES / "unique.json", path, *options)
        if depth > 300:
            assert code == 2
            assert err == f"symcause: {path}: nested more than 300 deep: no certificate is\n"
        else:
            assert code == 1
            assert out.startswith("rejected: ")
