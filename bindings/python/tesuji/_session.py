"""Sessions: searches with a table that stays from one to the next; for threads and for asyncio."""

from __future__ import annotations

import asyncio
import json
import os
import queue
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Optional, Union

from . import _library
from ._library import Error
from ._types import Report

OptionValue = Union[str, int, bool]
Time = Union[str, int, float]

_running: weakref.WeakSet[_Search] = weakref.WeakSet()


def _stop_all() -> None:
    for search in list(_running):
        search.stop()


# Threads that still search would keep the interpreter from ending; atexit comes too late for them.
_register = getattr(threading, "_register_atexit", None)
if _register is not None:
    _register(_stop_all)


def make_request(
    game: str,
    position: str,
    moves: Iterable[str],
    time: Optional[Time],
    nodes: Union[int, str, None],
    depth: Optional[int],
    mate: Optional[int],
    hash: Union[str, int, None],
    threads: Optional[int],
    options: Mapping[str, OptionValue],
) -> dict[str, Any]:
    """The JSON of a request; what is None is left out. An option `all_lines` is the command line's --all-lines."""
    request: dict[str, Any] = {"game": game, "position": position, "moves": list(moves)}
    for name, limit in (
        ("time", time),
        ("nodes", nodes),
        ("depth", depth),
        ("mate", mate),
        ("hash", hash),
        ("threads", threads),
    ):
        if limit is not None:
            request[name] = limit
    request["options"] = {name.replace("_", "-"): value for name, value in options.items()}
    return request


class _Search:
    """One search on a thread of its own. `on_event` gets each report, then the last one or an exception; it is called
    on that thread."""

    def __init__(
        self,
        session: Session,
        task: str,
        request: dict[str, Any],
        on_event: Callable[[Union[Report, BaseException], bool], None],
    ) -> None:
        self._session = session
        self._on_event = on_event
        self._done = threading.Event()
        text = _library.encode(request)
        self._thread = threading.Thread(target=self._run, args=(task, text), name="tesuji-" + task)
        _running.add(self)
        self._thread.start()

    def _run(self, task: str, request: bytes) -> None:
        def on_progress(report: bytes, _data: Any) -> None:
            self._on_event(Report.from_json(json.loads(report)), False)

        event: Union[Report, BaseException]
        try:
            event = Report.from_json(
                _library.value(task, self._session._handle, request, _library.PROGRESS(on_progress), None)
            )
        except BaseException as error:
            event = error
        self._done.set()
        self._on_event(event, True)

    def stop(self) -> None:
        if not self._done.is_set():
            _library.plain("stop", self._session._handle)

    def finish(self) -> None:
        """Stops the search if it still runs, and waits for its end."""
        if not self._done.is_set():
            self.stop()
            self._thread.join()
            _library.plain("clear_stop", self._session._handle)  # the search may have ended by itself just before
        self._thread.join()
        _running.discard(self)


class Session:
    """Engines that keep their tables from one search to the next.

    A session runs one search at a time (otherwise: `Busy`). Any thread may use it. The functions of the module take
    sessions from a pool, so they may be called by several threads at once.

    >>> with Session() as session:
    ...     session.solve("connect4", "44444432213233151567").verdict
    'loss in 11'
    """

    def __init__(self) -> None:
        self._handle = _library.plain("open")
        if not self._handle:
            raise MemoryError("tesuji: allocation failed")
        self._finalizer = weakref.finalize(self, _library.plain, "close", self._handle)
        self._finalizer.atexit = False  # the system takes the memory back

    def close(self) -> None:
        self._finalizer()
        self._handle = None

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def solve(
        self,
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
        """A proved answer. Ctrl-C stops the search."""
        request = make_request(game, position, moves, time, nodes, depth, mate, hash, threads, options)
        for report in self._reports("solve", request, progress=False):
            pass
        return report

    def analyze(
        self,
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
        """Reports as they come, the final one last; without a limit for 5 seconds. Leaving the loop stops the search."""
        request = make_request(game, position, moves, time, nodes, depth, mate, hash, threads, options)
        return self._reports("analyze", request, progress=True)

    async def solve_async(
        self,
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
        """As solve(), for asyncio. Cancelling the task stops the search."""
        request = make_request(game, position, moves, time, nodes, depth, mate, hash, threads, options)
        async for report in self._reports_async("solve", request, progress=False):
            pass
        return report

    def analyze_async(
        self,
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
        request = make_request(game, position, moves, time, nodes, depth, mate, hash, threads, options)
        return self._reports_async("analyze", request, progress=True)

    def perft(
        self, game: str, depth: int, position: str = "", *, moves: Iterable[str] = (), **options: OptionValue
    ) -> int:
        """The number of move sequences of length `depth` (Connect 4: of positions)."""
        request = make_request(game, position, moves, None, None, depth, None, None, None, options)
        return int(_library.value("perft", self._handle, _library.encode(request))["count"])

    def bench(self, game: str, *, depth: Optional[int] = None) -> Report:
        """The node signature: how many nodes fixed positions take."""
        request = make_request(game, "", (), None, None, depth, None, None, None, {})
        return Report.from_json(_library.value("bench", self._handle, _library.encode(request)))

    def stop(self) -> None:
        """Ends the search that runs, from any thread; if none runs, the next one."""
        _library.plain("stop", self._handle)

    def clear(self) -> None:
        """Forgets what the tables hold."""
        _library.text("clear", self._handle)

    def save(self, game: str, path: Union[str, os.PathLike[str]]) -> None:
        """Writes the table of a game to a file."""
        _library.text("save", self._handle, _library.encode(game), os.fsencode(path))

    def load(self, game: str, path: Union[str, os.PathLike[str]]) -> None:
        """Reads a table that save() wrote."""
        _library.text("load", self._handle, _library.encode(game), os.fsencode(path))

    def _reports(self, task: str, request: dict[str, Any], progress: bool) -> Iterator[Report]:
        # The search runs on a thread of its own, so that Ctrl-C reaches this one.
        events: queue.SimpleQueue[tuple[Union[Report, BaseException], bool]] = queue.SimpleQueue()

        def on_event(event: Union[Report, BaseException], last: bool) -> None:
            if last or progress:
                events.put((event, last))

        search = _Search(self, task, request, on_event)
        try:
            last = False
            while not last:
                event, last = events.get()
                if isinstance(event, BaseException):
                    raise event
                yield event
        finally:
            search.finish()

    async def _reports_async(self, task: str, request: dict[str, Any], progress: bool) -> AsyncIterator[Report]:
        loop = asyncio.get_running_loop()
        events: asyncio.Queue[tuple[Union[Report, BaseException], bool]] = asyncio.Queue()

        def on_event(event: Union[Report, BaseException], last: bool) -> None:
            if last or progress:
                try:
                    loop.call_soon_threadsafe(events.put_nowait, (event, last))
                except RuntimeError:  # the loop was closed: nobody waits any more
                    pass

        search = _Search(self, task, request, on_event)
        try:
            last = False
            while not last:
                event, last = await events.get()
                if isinstance(event, BaseException):
                    raise event
                yield event
        finally:
            search.finish()


class SessionPool:
    """Sessions that nobody uses at the moment; at most `kept` stay open."""

    def __init__(self, kept: int = 4) -> None:
        self._idle: list[Session] = []
        self._lock = threading.Lock()
        self._kept = kept

    @contextmanager
    def session(self) -> Iterator[Session]:
        with self._lock:
            session = self._idle.pop() if self._idle else Session()
        try:
            yield session
        finally:
            with self._lock:
                if len(self._idle) < self._kept:
                    self._idle.append(session)


__all__ = ["Error", "Session", "SessionPool"]
