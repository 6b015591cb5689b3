"""The instance record: all that the Boolean bundle takes from one answer to one problem.

Made where the answer is scored, so it is plain values: rows go into the answer's line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from symcause.families.boolean.bounds import REPAIR_NODES
from symcause.families.boolean.models.scm import find_cycle
from symcause.families.boolean.problem.evaluator_order import kept_order
from symcause.families.boolean.release.bundle import error_classes as classes
from symcause.families.boolean.release.bundle.instance_rows import (
    Row,
    amplification_row,
    cascade_row,
    equivalence_row,
    mechanism_row,
    root_cause_row,
    world_row,
)
from symcause.families.boolean.release.bundle.primary_cycle import primary_cycle
from symcause.families.boolean.release.bundle.problem_labels import (
    NTOPO,
    cycle_slice,
    difficulty,
    family,
    slice_name,
)
from symcause.families.boolean.release.bundle.repairs import Repairs
from symcause.families.boolean.release.bundle.replay_records import (
    Gold,
    Replayed,
    operators,
    profile,
    replayed,
)
from symcause.families.boolean.release.scorer.object_extraction import released_extraction
from symcause.families.boolean.scoring.check.check_result import CheckResult
from symcause.families.boolean.scoring.check.checker import Scorer
from symcause.models.expressions import spell
from symcause.scoring.answer_extraction import extract

VERSION, TASK = "0.1.0", "CIND_A_SCM"


class Instances:
    """Answers to one problem."""

    def __init__(self, scorer: Scorer) -> None:
        self.scorer, self.problem = scorer, scorer.problem
        self._gold = Gold.of(scorer.problem)
        self._repairs = Repairs(scorer.problem, scorer.evidence)

    def record(self, model: str, text: str, result: CheckResult) -> Row:
        """All that the bundle has of an answer: of the object that the published scorer finds in it."""
        found = released_extraction(text).found or {}
        if result.said.abstained or found != extract(text, self.scorer.shape).found:
            result = self.scorer.check(found)
        given = found.get("mechanisms")
        texts = (
            {k: v for k, v in given.items() if isinstance(v, str)}
            if isinstance(given, Mapping)
            else {}
        )
        replay = None
        if result.released.replayable is True:
            replay = replayed(self._gold, self.scorer.evidence, texts)
        valid, bucket = result.valid, result.released.bucket or None
        train = result.train_exact if valid else None
        heldout = bool(result.heldout_exact) if valid else None
        split = classes.split_bucket(valid, bool(train), bool(heldout))
        head = {
            "analysis_version": VERSION,
            "instance_id": self.problem.id,
            "model": model,
            "family": family(self.problem),
            "slice": slice_name(self.problem),
            "difficulty": difficulty(self.problem),
            "task_name": TASK,
            "valid": valid,
            "correct": result.released.correct,
            "train_exact": train,
            "heldout_exact": heldout,
            "split_error_bucket": split,
            "invalid_bucket": bucket,
        }
        rows = self._rows(head, replay, split, bucket)
        details = result.details()
        facts = {
            "train_accuracy": details.train_cell_accuracy if valid else 0.0,
            "heldout_accuracy": (details.heldout_cell_accuracy or 0.0) if valid else 0.0,
            "gold_ast": self._gold.total,
            "candidate_ast": result.total_ast if valid else None,
            "gold_operator_profile": self._gold.map_profile,
            "candidate_operator_profile": _map_profile(result),
        }
        mechanisms = [mechanism_row(m) for m in replay.mechanisms] if replay is not None else []
        worlds = [world_row(w) for w in replay.worlds] if replay is not None else []
        cyclic = bucket == "cyclic_ntopo_dependencies" and head["family"] == NTOPO
        cycle = self._cycle(head, texts) if cyclic else None
        return {
            **{"head": head, "facts": facts, "mechanisms": mechanisms, "worlds": worlds},
            **{"rows": rows, "cycle": cycle},
        }

    def _rows(self, head: Row, replay: Replayed | None, split: str, bucket: str | None) -> Row:
        """The rows of the tables by instance."""
        mechanisms = replay.mechanisms if replay is not None else ()
        heldout, cascade = classes.heldout(replay), classes.Cascade.of(mechanisms)
        unread = f"invalid:{bucket or 'invalid'}" if replay is None else None
        repair = self._repair(replay, split)
        simple = (
            repair["local_functional_one_parent_repairable_under_cap"]
            or repair["local_functional_one_mechanism_repairable_under_cap"]
        )
        train, held = (classes.Cells.of(mechanisms, split) for split in (0, 1))
        exact = "exact" if split == classes.EXACT else None
        grown = held if train.scored and held.scored else train
        amplified = unread or classes.amplification(split, train.rates(), grown.rates())
        equivalent = unread or classes.equivalence(split, cascade.roots, simple)
        invalid = f"invalid:{bucket or 'invalid'}" if split == "invalid" else None
        read = {"valid": replay is not None, "invalid_bucket": None if replay else bucket}
        return {
            "cascade": cascade_row(mechanisms, cascade, heldout, invalid or exact),
            "root_cause": root_cause_row(replay, mechanisms, heldout, invalid or exact),
            "amplification": {
                **{**read, "valid": replay is not None and head["valid"]},
                **amplification_row(train, held, replay, amplified),
            },
            "equivalence": {
                **read,
                **equivalence_row(cascade.roots, repair, simple, replay, equivalent),
            },
            "repairability": {**read, **repair},
            "gap": {
                "gap_bucket": invalid or classes.gap(split, amplified, equivalent),
                "amplification_bucket": amplified,
                "training_equivalence_bucket": equivalent,
            },
        }

    def _repair(self, replay: Replayed | None, split: str) -> Row:
        parent = mechanism = None
        whole: str | None = None
        bucket = "exact" if replay is not None and split == classes.EXACT else "invalid"
        if replay is not None and split != classes.EXACT:
            parent = self._repairs.one_parent({m.name: m.parents for m in replay.mechanisms})
            mechanism = self._repairs.one_mechanism()
            whole = self._one_gold_mechanism(replay) if split != "invalid" else None
            bucket = (
                "one_parent_functional_local_under_cap"
                if parent is not None
                else "one_mechanism_functional_local_under_cap"
                if mechanism is not None
                else "one_gold_mechanism_global"
                if whole is not None
                else "not_one_step_repairable_under_cap"
            )
        named = mechanism if parent is None or mechanism is not None else (parent[0], parent[3])
        return {
            "repairability_bucket": bucket,
            "local_functional_one_parent_repairable_under_cap": parent is not None,
            "local_functional_one_mechanism_repairable_under_cap": named is not None,
            "global_one_gold_mechanism_repairable": whole is not None,
            "functional_ast_cap": REPAIR_NODES,
            "local_functional_one_parent_target": parent and parent[0],
            "local_functional_one_parent_edit_type": parent and parent[1],
            "local_functional_one_parent_parent_variant": parent and list(parent[2]),
            "local_functional_one_parent_expr": parent and spell(parent[3]),
            "local_functional_one_parent_ast": parent and parent[3].size,
            "local_functional_one_mechanism_target": named and named[0],
            "local_functional_one_mechanism_expr": named and spell(named[1]),
            "local_functional_one_mechanism_ast": named and named[1].size,
            "global_one_gold_mechanism_target": whole,
        }

    def _one_gold_mechanism(self, replay: Replayed) -> str | None:
        """A variable whose text in gold makes the answer exact on both splits."""
        for record in replay.mechanisms:
            texts = {m.name: m.text for m in replay.mechanisms}
            texts[record.name] = self._gold.texts[record.name]
            changed = {**replay.expressions, record.name: self._gold.expressions[record.name]}
            if find_cycle({name: e.variables for name, e in changed.items()}):
                continue
            records = replayed(self._gold, self.scorer.evidence, texts).mechanisms
            if any(m.scored[1] for m in records) and not any(sum(m.wrong) for m in records):
                return record.name
        return None

    def _cycle(self, head: Row, texts: Mapping[str, str]) -> Row | None:
        cycle = primary_cycle(texts, kept_order(self.problem))
        keys = ("analysis_version", "instance_id", "model", "slice", "family", "task_name")
        own = {key: head[key] for key in keys} | {"slice": cycle_slice(self.problem)}
        return None if cycle is None else own | cycle


def _map_profile(result: CheckResult) -> str:
    if result.answer is None:
        return "none"
    counts = (operators(e) for e in result.answer.mechanisms.values())
    return profile(sum(counts, Counter[str]()))
