"""The transposition table, for programs in Python."""

from __future__ import annotations

import ctypes
import enum
import json
import os
import weakref
from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple, Optional, Union

from . import _library
from ._library import Error

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class Bound(enum.IntEnum):
    """On which side of the true value a score is."""

    UPPER = 1
    LOWER = 2
    EXACT = 3


class Entry(NamedTuple):
    """What a table of layout "bound" keeps for a key."""

    move: int
    score: int
    depth: int
    bound: Bound


_RANGES = {"move": (0, 65535), "score": (-32768, 32767), "depth": (0, 127), "bound": (1, 3)}


def _bytes(size: Union[str, int]) -> int:
    if isinstance(size, int):
        return size
    number, unit = (size[:-1], size[-1].upper()) if size and not size[-1].isdigit() else (size, "")
    if not number.isdigit() or unit not in _UNITS:
        raise Error(f"invalid size '{size}' (examples: 64M, 1G)")
    return int(number) * _UNITS[unit]


def _numbers(values: Any, what: str) -> ctypes.Array[ctypes.c_uint64]:
    """An array of 64-bit numbers: any buffer of 8-byte integers (array('Q'), numpy) without a loop, or a sequence."""
    try:
        view = memoryview(values)
    except TypeError:
        numbers = list(values)
        if any(not isinstance(number, int) or not 0 <= number < 1 << 64 for number in numbers):
            raise Error(f"{what} must be whole numbers from 0 to 2^64 - 1") from None
        return (ctypes.c_uint64 * len(numbers))(*numbers)
    if view.ndim != 1 or view.itemsize != 8 or view.format.lstrip("@=<") not in ("Q", "L", "q", "l"):
        raise Error(f"{what} must be a one-dimensional buffer of 64-bit integers")
    return (ctypes.c_uint64 * len(view)).from_buffer_copy(view.tobytes())


class Table:
    """A table of fixed size, shared by any number of threads without a lock. It forgets when it is full.

    Layout "exact" keeps a value below 65535 for a key below 2^63, and never answers for another key:

    >>> table = Table("1M")
    >>> table.put(77, 5)
    >>> table.get(77), table.get(78)
    (5, None)
    >>> table.put_many(range(1000), range(1000))
    >>> values, found = table.get_many([3, 5, 2000])
    >>> list(values), list(found)
    ([3, 5, 0], [1, 1, 0])

    Layout "bound" keeps what an alpha-beta search stores, for keys of 64 well-mixed bits:

    >>> table = Table("1M", layout="bound")
    >>> table.store(0x9E3779B97F4A7C15, Entry(move=12, score=-30, depth=7, bound=Bound.LOWER))
    >>> table.probe(0x9E3779B97F4A7C15)
    Entry(move=12, score=-30, depth=7, bound=<Bound.LOWER: 2>)
    """

    def __init__(self, size: Union[str, int] = "64M", layout: str = "exact") -> None:
        handle = ctypes.c_void_p()
        _library.text("table_open", _library.encode(layout), _bytes(size), ctypes.byref(handle))
        self._handle = handle.value
        self.layout = layout
        self._finalizer = weakref.finalize(self, _library.plain, "table_close", self._handle)
        self._finalizer.atexit = False

    def put(self, key: int, value: int) -> None:
        """Keeps a value (layout "exact")."""
        self.put_many((key,), (value,))

    def get(self, key: int) -> Optional[int]:
        """The value of a key, or None (layout "exact")."""
        values, found = self.get_many((key,))
        return values[0] if found[0] else None

    def put_many(self, keys: Any, values: Any) -> None:
        """Keeps the values of all the keys: sequences, array('Q') or numpy arrays of 64-bit integers."""
        key_array, value_array = _numbers(keys, "keys"), _numbers(values, "values")
        if len(key_array) != len(value_array):
            raise Error(f"there are {len(key_array)} keys and {len(value_array)} values")
        _library.text("table_put", self._handle, key_array, value_array, len(key_array))

    def get_many(self, keys: Any) -> tuple[array[int], bytes]:
        """The values of all the keys, and for each whether it is there (1) or not (0; the value is then 0)."""
        key_array = _numbers(keys, "keys")
        count = len(key_array)
        values, found = (ctypes.c_uint64 * count)(), (ctypes.c_uint8 * count)()
        _library.text("table_get", self._handle, key_array, values, found, count)
        result = array("Q")
        result.frombytes(bytes(values))
        return result, bytes(found)

    def store(self, key: int, entry: Entry) -> None:
        """Stores an entry (layout "bound"); the table decides what it replaces."""
        self.store_many((key,), (entry,))

    def probe(self, key: int) -> Optional[Entry]:
        """The entry of a key, or None (layout "bound")."""
        return self.probe_many((key,))[0]

    def store_many(self, keys: Any, entries: Sequence[Entry]) -> None:
        """Stores the entries of all the keys."""
        key_array = _numbers(keys, "keys")
        if len(key_array) != len(entries):
            raise Error(f"there are {len(key_array)} keys and {len(entries)} entries")
        packed = (_library.Entry * len(entries))()
        for number, entry in enumerate(entries):
            for name, (low, high) in _RANGES.items():
                part = getattr(entry, name)
                if not low <= part <= high:
                    raise Error(f"entry {number}: {name} is {part}; it is from {low} to {high}")
                setattr(packed[number], name, part)
        _library.text("table_store", self._handle, key_array, packed, len(key_array))

    def probe_many(self, keys: Any) -> list[Optional[Entry]]:
        """The entry of each key, or None."""
        key_array = _numbers(keys, "keys")
        count = len(key_array)
        entries, found = (_library.Entry * count)(), (ctypes.c_uint8 * count)()
        _library.text("table_probe", self._handle, key_array, entries, found, count)
        return [
            Entry(entry.move, entry.score, entry.depth, Bound(entry.bound)) if there else None
            for entry, there in zip(entries, found)
        ]

    def new_search(self) -> None:
        """What is in the table grows older (layout "bound")."""
        _library.text("table_new_search", self._handle)

    def clear(self) -> None:
        _library.text("table_clear", self._handle)

    def save(self, path: Union[str, os.PathLike[str]], keys: str = "python/1") -> None:
        """Writes the table to a file; `keys` names what the keys mean."""
        _library.text("table_save", self._handle, os.fsencode(path), _library.encode(keys))

    def load(self, path: Union[str, os.PathLike[str]], keys: str = "python/1") -> None:
        """Reads what save() wrote under the same `keys`; into a table of another size goes what fits."""
        _library.text("table_load", self._handle, os.fsencode(path), _library.encode(keys))

    def statistics(self) -> dict[str, Any]:
        """Size in bytes, probes, hits, stores, replacements, and how full it is, per mille."""
        result: dict[str, Any] = json.loads(_library.text("table_statistics", self._handle))
        return result

    def close(self) -> None:
        """Gives the memory back."""
        self._finalizer()
        self._handle = None


__all__ = ["Bound", "Entry", "Table"]
