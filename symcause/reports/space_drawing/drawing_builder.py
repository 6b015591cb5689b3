"""The builder of drawings: from an opened version space to the document that is drawn.

Only the protocol of spaces is asked: how many members there are and which, with some of the evidence. Where
that is too much the drawing is a sample and says so, or there is none and a reason. What is drawn agrees
with the engine in number: the members that are left with all evidence are counted once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

from symcause.answers import Unknown
from symcause.bounds.reports_bounds import (
    DRAWN_MEMBERS,
    FIXED_PIECES,
    SAMPLE_DRAWS,
    SAMPLED_MARKS,
    WHOLE_MEMBERS,
)
from symcause.errors import SymcauseError
from symcause.registry import family_of, load
from symcause.reports.space_drawing.drawn_space import (
    Evidence,
    Experiment,
    Member,
    Sample,
    SpaceDrawing,
)
from symcause.reports.space_drawing.evidence_board import EvidenceBoard, Trial
from symcause.reports.space_drawing.question_axes import axes, questions_of
from symcause.reports.space_drawing.refutation_sets import refutations
from symcause.reports.space_drawing.switch_choice import (
    closed_states,
    nearest_switch,
    shortage,
    switches,
)
from symcause.reports.space_drawing.trial_results import experiments_of

if TYPE_CHECKING:
    from symcause.audits.members import Members

Left = dict[tuple[int, ...], frozenset[Member]]
"""The members with each set of switched pieces, those that are always on apart."""


def space_drawing(
    space: Members[Any],
    title: str,
    *,
    count: int | None = None,
    advised: Mapping[str, Any] | None = None,
) -> SpaceDrawing | Unknown:
    """The drawing of an opened space, or why there is none.

    *count* is the number of members that is said elsewhere: a space of another number is not drawn. The
    experiment that is *advised*, as ``next`` writes it, is the one whose results are shown at first.
    """
    made = load_board(space)
    if isinstance(made, Unknown):
        return made
    trial = None if advised is None else made.advised(made.space, advised)
    return board_drawing(made, title, count=count, trial=trial)


def board_drawing(
    board: EvidenceBoard, title: str, *, count: int | None = None, trial: Trial | None = None
) -> SpaceDrawing | Unknown:
    """The drawing of a board; results of the *trial* are shown at first."""
    try:
        return _Builder(board, title, trial).drawing(count)
    except SymcauseError as error:
        return Unknown(str(error))


def load_board(space: Members[Any]) -> EvidenceBoard | Unknown:
    """The board of a space, or why it has none."""
    family = family_of(space.problem)
    if family.drawing is None:
        return Unknown(f"{family.title} are not drawn")
    board: EvidenceBoard | Unknown = load(family.drawing)(space)
    return board


class _Builder:
    """One drawing in the making."""

    def __init__(self, board: EvidenceBoard, title: str, trial: Trial | None) -> None:
        self.board, self.title, self.trial = board, title, trial
        self.pieces = board.pieces
        self.every = tuple(range(len(self.pieces)))
        self._seen = len(self.pieces) - board.further  # pieces that are seen by now
        self._spaces: dict[tuple[int, ...], Members[Any]] = {self.every: board.space}
        self._raw: dict[Member, Any] = {}  # as the space gave them

    def space(self, on: Sequence[int]) -> Members[Any]:
        key = tuple(sorted(on))
        if key not in self._spaces:
            self._spaces[key] = self.board.opened(key)
        return self._spaces[key]

    def counted(self, on: Sequence[int]) -> object:
        return self.space(on).count()

    def drawing(self, count: int | None) -> SpaceDrawing | Unknown:
        total = self.counted(self.every)
        lacking = shortage(total)
        if lacking is not None:
            return lacking
        assert isinstance(total, int)
        if total == 0 or (count is not None and total != count):
            return Unknown("no member" if total == 0 else f"{total} members, not {count}")
        if total > DRAWN_MEMBERS:
            return self._sampled((), total)
        first = (
            self._seen if self.board.further else 0
        )  # what is seen stays: it is about the others
        free = switches(self.pieces, self.counted, joint=self.board.joint, first=first)
        near = None if free or total > WHOLE_MEMBERS else nearest_switch(self.pieces, self.counted)
        if near is not None:
            return self._sampled(near[:1], near[1])
        left = self._left(free)
        if isinstance(left, Unknown):
            return left
        marks = list(left[()])
        return self._drawn(free, left, marks, None)

    def _members(self, on: Sequence[int]) -> frozenset[Member] | Unknown:
        """All members with these pieces, as many as the engine counts."""
        space = self.space(on)
        found = list(islice(self.board.listed(space), DRAWN_MEMBERS + 1))
        broken = next((one for one in found if isinstance(one, Unknown)), None)
        mechanisms = frozenset(
            self._drawn_member(one) for one in found if not isinstance(one, Unknown)
        )
        if broken is None and len(mechanisms) != space.count():
            broken = Unknown(f"{len(mechanisms)} members were told apart, not {space.count()}")
        return mechanisms if broken is None else broken

    def _drawn_member(self, member: Any) -> Member:
        mechanisms = self.board.told(member)
        self._raw.setdefault(mechanisms, member)
        return mechanisms

    def _left(self, free: Sequence[int]) -> Left | Unknown:
        """The members by state: every state where pieces act together, else one piece at a time."""
        fixed = [i for i in self.every if i not in free]
        states = (
            closed_states(free, self.pieces) if self.board.joint else [(), *((i,) for i in free)]
        )
        everything = tuple(sorted(free))
        found: Left = {}
        for state in dict.fromkeys((*states, everything)):
            members = self._members([*fixed, *state])
            if isinstance(members, Unknown):
                return members
            found[state] = members
        if not self.board.joint:
            alone = [found[(i,)] for i in free]
            if found[()].intersection(*alone) != found[everything]:
                return Unknown("pieces of evidence act together")
        return found

    def _sampled(self, free: tuple[int, ...], total: int) -> SpaceDrawing | Unknown:
        """A drawing in which the members without the piece are a uniform sample."""
        fixed = [i for i in self.every if i not in free]
        core = self._members(self.every) if free else frozenset[Member]()
        if isinstance(core, Unknown):
            return core
        space, rng, drawn = self.space(fixed), Random(0), dict.fromkeys(sorted(core, key=_key))
        for _ in range(SAMPLE_DRAWS):
            if len(drawn) >= min(SAMPLED_MARKS, total):
                break
            member = space.draw(rng)
            if isinstance(member, Unknown):
                return member
            drawn[self._drawn_member(member)] = None
        left: Left = {(): frozenset(drawn)}
        counts = [(fixed, total)]
        if free:
            inside = self.space(self.every).count()
            assert core <= left[()] and isinstance(inside, int)
            left[free] = core
            counts.append((list(self.every), inside))
        return self._drawn(free, left, list(drawn), (total, len(core), counts))

    def _drawn(
        self,
        free: tuple[int, ...],
        left: Left,
        marks: list[Member],
        sample: tuple[int, int, list[tuple[list[int], int]]] | None,
    ) -> SpaceDrawing:
        board = self.board
        refuted = dict(zip(marks, refutations(marks, left, self.pieces), strict=True))
        order = sorted(marks, key=lambda m: (len(refuted[m]), refuted[m], _key(m)))
        index = {member: i for i, member in enumerate(order)}
        core = frozenset(i for i, member in enumerate(order) if not refuted[member])
        tables = [list(dict.fromkeys(m[v] for m in order)) for v in range(len(board.variables))]
        places = [{made: i for i, made in enumerate(table)} for table in tables]
        rows = tuple(tuple(places[v][made] for v, made in enumerate(member)) for member in order)
        asked, inside = board.asked, sorted(core)
        questions = questions_of(board.variables, tables, rows, inside, asked, board.inputs)
        first, columns = axes(questions, rows, inside, "" if asked is None else asked.name)
        evidence, moved = self._evidence(free)
        gold = board.gold()
        mechanisms = None if gold is None else board.told(gold)
        experiments = self._experiments(free, left, index, core, moved)
        return SpaceDrawing(
            title=self.title,
            noun=board.noun,
            variables=board.variables,
            mechanisms=tuple(map(tuple, tables)),
            marks=rows,
            evidence=evidence,
            refuted=tuple(tuple(_moved(s, moved) for s in refuted[m]) for m in order),
            questions=questions,
            columns=columns,
            rows=first,
            experiments=tuple(experiments),
            chosen=self._chosen(experiments, _state(self.every, moved)),
            gold=None if mechanisms is None else index.get(mechanisms),
            questioned=board.questioned,
            sample=None
            if sample is None
            else Sample(
                sample[0],
                sample[1],
                tuple((_state(on, moved), number) for on, number in sample[2]),
            ),
        )

    def _evidence(self, free: Sequence[int]) -> tuple[tuple[Evidence, ...], dict[int, int]]:
        """The pieces as they are listed, and where each of them is: many that are always on are one."""
        fixed = [i for i in self.every if i not in free]
        gathered = fixed if len(fixed) > FIXED_PIECES else []
        evidence: list[Evidence] = []
        moved: dict[int, int] = {}
        if gathered:
            names = ", ".join(dict.fromkeys(self.pieces[i].name for i in gathered))
            short = names if len(names) <= 80 else f"{names[:78]} …"
            evidence.append(Evidence(f"{len(gathered)} {self.board.piece[1]}", short, fixed=True))
            moved = dict.fromkeys(gathered, 0)
        for i in self.every:
            if i not in moved:
                piece = self.pieces[i]
                after = None if piece.after is None else moved[piece.after]
                moved[i] = len(evidence)
                further = i >= self._seen
                name = f"further {self.board.piece[0]}: " * further + piece.name
                evidence.append(Evidence(name, piece.detail, i not in free, after, further))
        return tuple(evidence), moved

    def _chosen(self, experiments: Sequence[Experiment], every: int) -> int | None:
        """The place of the advised experiment, with all evidence on."""
        name = None if self.trial is None else self.trial.name
        found = (i for i, e in enumerate(experiments) if e.name == name and e.when in (None, every))
        return next(found, None)

    def _experiments(
        self,
        free: Sequence[int],
        left: Left,
        index: dict[Member, int],
        core: frozenset[int],
        moved: dict[int, int],
    ) -> list[Experiment]:
        """Experiments about all states at once, or, where time matters, about each state."""
        board = self.board
        if board.timeless:
            members = [self._raw[mechanisms] for mechanisms in index]
            return experiments_of(board, board.space, members, index, core, first=self.trial)
        experiments: list[Experiment] = []
        fixed = [i for i in self.every if i not in free]
        for state in left:
            on = [*fixed, *state]
            here = frozenset(index[m] for m in left[state])
            members = [self._raw[told] for told, i in index.items() if i in here]
            when = _state(on, moved)
            first = self.trial if len(on) == len(self.every) else None
            experiments += experiments_of(board, self.space(on), members, index, here, when, first)
        return experiments


def _key(member: Member) -> tuple[tuple[tuple[str, ...], str], ...]:
    return tuple((made.parents, made.text or "") for made in member)


def _state(on: Sequence[int], moved: dict[int, int]) -> int:
    state = 0
    for i in on:
        state |= 1 << moved[i]
    return state


def _moved(pieces: int, moved: dict[int, int]) -> int:
    return _state([i for i in moved if pieces >> i & 1], moved)
