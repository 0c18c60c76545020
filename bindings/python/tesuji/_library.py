"""The C library, loaded with ctypes: signatures, and answers as Python values."""

from __future__ import annotations

import ctypes
import json
import os
import sys
from pathlib import Path
from typing import Any


class Error(Exception):
    """What the engine has to say against a request: one line, the same as on the command line."""


class Busy(Error):
    """The session is searching already."""


Error.__module__ = Busy.__module__ = "tesuji"  # as callers name them


PROGRESS = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_void_p)
_ANSWER = ctypes.POINTER(ctypes.c_void_p)
_OK, _BUSY, _NO_MEMORY = 0, 2, 3


class Entry(ctypes.Structure):
    """tesuji_entry."""

    _fields_ = [
        ("move", ctypes.c_uint16),
        ("score", ctypes.c_int16),
        ("depth", ctypes.c_uint8),
        ("bound", ctypes.c_uint8),
    ]


_U64, _U8 = ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_uint8)
_ENTRIES = ctypes.POINTER(Entry)
_TEXT, _HANDLE, _SIZE = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_size_t
# The parameters of each function before its last one, the answer.
_ANSWERING: dict[str, list[Any]] = {
    "games": [],
    "board": [_TEXT],
    "read_records": [_TEXT, _TEXT, _TEXT, _SIZE],
    "write_record": [_TEXT, _TEXT, _TEXT],
    "solve": [_HANDLE, _TEXT, PROGRESS, _HANDLE],
    "analyze": [_HANDLE, _TEXT, PROGRESS, _HANDLE],
    "perft": [_HANDLE, _TEXT],
    "bench": [_HANDLE, _TEXT],
    "clear": [_HANDLE],
    "save": [_HANDLE, _TEXT, _TEXT],
    "load": [_HANDLE, _TEXT, _TEXT],
    "table_open": [_TEXT, ctypes.c_uint64, ctypes.POINTER(_HANDLE)],
    "table_put": [_HANDLE, _U64, _U64, _SIZE],
    "table_get": [_HANDLE, _U64, _U64, _U8, _SIZE],
    "table_store": [_HANDLE, _U64, _ENTRIES, _SIZE],
    "table_probe": [_HANDLE, _U64, _ENTRIES, _U8, _SIZE],
    "table_new_search": [_HANDLE],
    "table_clear": [_HANDLE],
    "table_save": [_HANDLE, _TEXT, _TEXT],
    "table_load": [_HANDLE, _TEXT, _TEXT],
    "table_statistics": [_HANDLE],
}
_PLAIN: dict[str, tuple[Any, list[Any]]] = {
    "version": (_TEXT, []),
    "free": (None, [_HANDLE]),
    "open": (_HANDLE, []),
    "close": (None, [_HANDLE]),
    "stop": (None, [_HANDLE]),
    "clear_stop": (None, [_HANDLE]),
    "table_close": (None, [_HANDLE]),
}


def _load() -> ctypes.CDLL:
    """TESUJI_LIBRARY names the file; otherwise the one in this package, or the system's."""
    name = "tesuji.dll" if sys.platform == "win32" else "libtesuji.so.1"
    bundled = Path(__file__).parent / "lib" / name
    path = os.environ.get("TESUJI_LIBRARY") or (str(bundled) if bundled.exists() else name)
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"tesuji: cannot load the C library '{path}': {error}; install the wheel made by scripts/build-wheel, "
            f"or set TESUJI_LIBRARY to the path of {name}"
        ) from None


_library = _load()
for _name, _parameters in _ANSWERING.items():
    _function = getattr(_library, "tesuji_" + _name)
    _function.argtypes = [*_parameters, _ANSWER]
    _function.restype = ctypes.c_int
for _name, (_result, _parameters) in _PLAIN.items():
    _function = getattr(_library, "tesuji_" + _name)
    _function.argtypes = _parameters
    _function.restype = _result


def plain(name: str, *arguments: Any) -> Any:
    """Calls a function that has no answer."""
    return getattr(_library, "tesuji_" + name)(*arguments)


def text(name: str, *arguments: Any) -> str:
    """Calls a function; its answer as text. Raises Error with the library's message."""
    answer = ctypes.c_void_p()
    status = getattr(_library, "tesuji_" + name)(*arguments, ctypes.byref(answer))
    try:
        if status == _NO_MEMORY:
            raise MemoryError("tesuji: allocation failed")
        result = (ctypes.string_at(answer.value) if answer.value else b"").decode("utf-8")
    finally:
        _library.tesuji_free(answer)
    if status == _OK:
        return result
    raise (Busy if status == _BUSY else Error)(json.loads(result)["error"])


def value(name: str, *arguments: Any) -> Any:
    """Calls a function; its answer as a Python value."""
    return json.loads(text(name, *arguments))


def encode(value: Any) -> bytes:
    """A string for the library. A NUL would end it early."""
    data = value.encode("utf-8") if isinstance(value, str) else json.dumps(value).encode("utf-8")
    if b"\0" in data:
        raise Error("a text for the engine must not contain a NUL character")
    return data
