"""Tesuji finds the best move in chess, shogi, Connect 4, Othello and Go's life and death.

>>> import tesuji
>>> tesuji.solve("connect4", "44444432213233151567").verdict
'loss in 11'
>>> for report in tesuji.analyze("chess", depth=3):
...     assert report.best
>>> report.depth
3
>>> board = tesuji.board("chess", moves=["e2e4"])
>>> board.side, len(board.moves)
('black', 20)
>>> tesuji.solve("connect4", "9")
Traceback (most recent call last):
    ...
tesuji.Error: move 1: invalid column '9' (1 to 7)

Errors are `tesuji.Error`, with the message of the command line. `solve_async` and `analyze_async` are for asyncio.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from typing import Any, Optional, Union

from . import _library
from ._library import Busy, Error
from ._session import OptionValue, Session, SessionPool, Time, make_request
from ._table import Bound, Entry, Table
from ._types import Board, Game, Move, Odds, Option, Outcome, Report

__version__: str = _library.plain("version").decode()

_pool = SessionPool()


def solve(
    game: str,
    position: str = "",
    *,
    moves: Iterable[str] = (),
    time: Optional[Time] = None,
    nodes: Union[int, str, None] = None,
    depth: Optional[int] = None,
    mate: Optional[int] = None,
    hash: Union[str, int, None] = None,
    threads: Optional[int] = None,
    **options: OptionValue,
) -> Report:
    """A proved answer: the score in Connect 4 and Othello endgames, mates in chess and shogi, life and death in Go.

    `time` is in seconds or a text such as "200ms"; `hash` is the table's maximum size ("64M"). Ctrl-C stops the search.

    >>> solve("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1").pv
    ('a1a8',)
    """
    with _pool.session() as session:
        return session.solve(
            game,
            position,
            moves=moves,
            time=time,
            nodes=nodes,
            depth=depth,
            mate=mate,
            hash=hash,
            threads=threads,
            **options,
        )


def analyze(
    game: str,
    position: str = "",
    *,
    moves: Iterable[str] = (),
    time: Optional[Time] = None,
    nodes: Union[int, str, None] = None,
    depth: Optional[int] = None,
    mate: Optional[int] = None,
    hash: Union[str, int, None] = None,
    threads: Optional[int] = None,
    **options: OptionValue,
) -> Iterator[Report]:
    """Reports as they come, the final one last; without a limit for 5 seconds. Leaving the loop stops the search.

    >>> [len(report.moves) for report in analyze("othello", depth=1, multipv=4)][-1]
    4
    """
    with _pool.session() as session:
        yield from session.analyze(
            game,
            position,
            moves=moves,
            time=time,
            nodes=nodes,
            depth=depth,
            mate=mate,
            hash=hash,
            threads=threads,
            **options,
        )


async def solve_async(
    game: str,
    position: str = "",
    *,
    moves: Iterable[str] = (),
    time: Optional[Time] = None,
    nodes: Union[int, str, None] = None,
    depth: Optional[int] = None,
    mate: Optional[int] = None,
    hash: Union[str, int, None] = None,
    threads: Optional[int] = None,
    **options: OptionValue,
) -> Report:
    """As solve(), for asyncio. Cancelling the task stops the search.

    >>> import asyncio
    >>> asyncio.run(solve_async("connect4", "44444432213233151567")).score
    -1
    """
    with _pool.session() as session:
        return await session.solve_async(
            game,
            position,
            moves=moves,
            time=time,
            nodes=nodes,
            depth=depth,
            mate=mate,
            hash=hash,
            threads=threads,
            **options,
        )


async def analyze_async(
    game: str,
    position: str = "",
    *,
    moves: Iterable[str] = (),
    time: Optional[Time] = None,
    nodes: Union[int, str, None] = None,
    depth: Optional[int] = None,
    mate: Optional[int] = None,
    hash: Union[str, int, None] = None,
    threads: Optional[int] = None,
    **options: OptionValue,
) -> AsyncIterator[Report]:
    """As analyze(), for `async for`. Cancelling the task, or aclose(), stops the search."""
    with _pool.session() as session:
        reports = session.analyze_async(
            game,
            position,
            moves=moves,
            time=time,
            nodes=nodes,
            depth=depth,
            mate=mate,
            hash=hash,
            threads=threads,
            **options,
        )
        try:
            async for report in reports:
                yield report
        finally:
            await reports.aclose()  # type: ignore[attr-defined]


def board(game: str, position: str = "", *, moves: Iterable[str] = (), **options: OptionValue) -> Board:
    """A position with its legal moves, after `moves` were played.

    >>> print(board("connect4", "4453"))
     . . . . . . .
     . . . . . . .
     . . . . . . .
     . . . . . . .
     . . . O . . .
     . . O X X . .
     1 2 3 4 5 6 7
    <BLANKLINE>
    """
    request = make_request(game, position, moves, None, None, None, None, None, None, options)
    return Board.from_json(game, _library.value("board", _library.encode(request)))


def games() -> tuple[Game, ...]:
    """The games with their options, examples and record formats.

    >>> [game.name for game in games()]
    ['chess', 'connect4', 'go', 'othello', 'shogi']
    """
    return tuple(Game.from_json(game) for game in _library.value("games"))


def perft(game: str, depth: int, position: str = "", *, moves: Iterable[str] = (), **options: OptionValue) -> int:
    """The number of move sequences of length `depth` (Connect 4: of positions).

    >>> perft("chess", 3)
    8902
    """
    with _pool.session() as session:
        return session.perft(game, depth, position, moves=moves, **options)


def read_records(game: str, data: Union[str, bytes], format: Optional[str] = None) -> list[dict[str, Any]]:
    """Every game in the text of a record file; the format is recognised unless it is named.

    >>> [record] = read_records("chess", "1. e4 e5 (1... c5) 2. Nf3 *")
    >>> record["moves"], len(record["nodes"])
    (['e2e4', 'e7e5', 'g1f3'], 5)
    """
    text = data.encode("utf-8") if isinstance(data, str) else bytes(data)
    records: list[dict[str, Any]] = _library.value(
        "read_records", _library.encode(game), _library.encode(format) if format else None, text, len(text)
    )
    return records


def write_record(game: str, record: Mapping[str, Any], format: str) -> str:
    """A record as text: what read_records() returned, or simply its "moves".

    >>> print(write_record("chess", {"moves": ["e2e4", "e7e5"]}, "PGN").split()[-4:])
    ['1.', 'e4', 'e5', '*']
    """
    return _library.text(
        "write_record", _library.encode(game), _library.encode(format), _library.encode(dict(record))
    )


__all__ = [
    "Board",
    "Bound",
    "Busy",
    "Entry",
    "Error",
    "Game",
    "Move",
    "Odds",
    "Option",
    "Outcome",
    "Report",
    "Session",
    "Table",
    "analyze",
    "analyze_async",
    "board",
    "games",
    "perft",
    "read_records",
    "solve",
    "solve_async",
    "write_record",
]
