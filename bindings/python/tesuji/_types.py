"""What the engine answers, as typed values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple, Optional


class Odds(NamedTuple):
    """Expected results for the side to move, per mille."""

    win: int
    draw: int
    loss: int


@dataclass(frozen=True)
class Move:
    """One of the moves that a report compares."""

    move: str
    score: Optional[int] = None
    mate: Optional[int] = None
    verdict: str = ""
    pv: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Move:
        return cls(
            data["move"], data.get("score"), data.get("mate"), data.get("verdict", ""), tuple(data.get("pv", ()))
        )


@dataclass(frozen=True)
class Report:
    """The answer of a search. `data` is the whole JSON object, with what only one game reports."""

    game: str
    position: str
    side: str
    verdict: str
    score: Optional[int]
    mate: Optional[int]
    bound: str  # "exact", "lower" or "upper"
    odds: Optional[Odds]
    best: tuple[str, ...]
    pv: tuple[str, ...]
    moves: tuple[Move, ...]
    depth: Optional[int]
    selective_depth: Optional[int]
    nodes: int
    seconds: float
    proved: bool
    complete: bool
    remarks: tuple[str, ...]
    data: dict[str, Any] = field(repr=False, compare=False)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Report:
        odds = data.get("odds")
        return cls(
            game=data["game"],
            position=data["position"],
            side=data.get("side", ""),
            verdict=data.get("verdict", ""),
            score=data.get("score"),
            mate=data.get("mate"),
            bound=data.get("bound", "exact"),
            odds=Odds(*odds) if odds else None,
            best=tuple(data.get("best", ())),
            pv=tuple(data.get("pv", ())),
            moves=tuple(Move.from_json(move) for move in data.get("moves", ())),
            depth=data.get("depth"),
            selective_depth=data.get("selective_depth"),
            nodes=data["nodes"],
            seconds=data["seconds"],
            proved=data["proved"],
            complete=data["complete"],
            remarks=tuple(data.get("remarks", ())),
            data=data,
        )


@dataclass(frozen=True)
class Outcome:
    """How a game ended; no winner means a draw."""

    reason: str
    winner: Optional[str] = None


@dataclass(frozen=True)
class Board:
    """A position with its legal moves. In Jupyter it shows itself as a picture."""

    game: str
    position: str
    side: str
    moves: tuple[str, ...]
    outcome: Optional[Outcome]
    drawing: str = field(repr=False)

    @classmethod
    def from_json(cls, game: str, data: dict[str, Any]) -> Board:
        outcome = data.get("outcome")
        return cls(
            game,
            data["position"],
            data["side"],
            tuple(data["moves"]),
            Outcome(outcome["reason"], outcome.get("winner")) if outcome else None,
            data["drawing"],
        )

    def __str__(self) -> str:
        return self.drawing

    def svg(self, size: int = 400) -> str:
        """The position as an SVG picture, `size` pixels wide."""
        from ._svg import draw

        return draw(self, size)

    def _repr_svg_(self) -> str:
        return self.svg()


@dataclass(frozen=True)
class Option:
    """An option of a game."""

    name: str
    kind: str
    default: str
    help: str
    choices: tuple[str, ...] = ()
    min: Optional[int] = None
    max: Optional[int] = None


@dataclass(frozen=True)
class Game:
    """A game: what a position looks like, its options, examples as (title, position), and record formats."""

    name: str
    title: str
    position_help: str
    options: tuple[Option, ...] = field(repr=False)
    examples: tuple[tuple[str, str], ...] = field(repr=False)
    records: tuple[str, ...]

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Game:
        return cls(
            data["game"],
            data["title"],
            data["position_help"],
            tuple(
                Option(
                    option["name"],
                    option["kind"],
                    option["default"],
                    option["help"],
                    tuple(option.get("choices", ())),
                    option.get("min"),
                    option.get("max"),
                )
                for option in data["options"]
            ),
            tuple((example["title"], example["position"]) for example in data["examples"]),
            tuple(record["name"] for record in data["records"]),
        )
