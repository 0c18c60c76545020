"""Boards as SVG pictures, from the position that the engine writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from ._types import Board

_CELL = 40
_CHESS = {"K": "♚", "Q": "♛", "R": "♜", "B": "♝", "N": "♞", "P": "♟"}
_SHOGI = {"K": "玉", "R": "飛", "B": "角", "G": "金", "S": "銀", "N": "桂", "L": "香", "P": "歩"}
_PROMOTED = {"R": "龍", "B": "馬", "S": "全", "N": "圭", "L": "杏", "P": "と"}


def _svg(width: int, height: int, parts: list[str], label: str, size: int) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{size}" '
        f'height="{size * height // width}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )


def _rectangle(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>'


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="#222"/>'


def _disc(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="#222"/>'


def _text(x: float, y: float, text: str, size: float, fill: str = "#222", more: str = "") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{fill}" text-anchor="middle" '
        f'dominant-baseline="central" {more}>{escape(text)}</text>'
    )


def _chess(board: Board, size: int) -> str:
    parts = []
    for row, rank in enumerate(board.position.split()[0].split("/")):
        cells = re.sub(r"\d", lambda digits: "." * int(digits[0]), rank)
        for column, piece in enumerate(cells):
            x, y = column * _CELL, row * _CELL
            parts.append(_rectangle(x, y, _CELL, _CELL, "#b58863" if (row + column) % 2 else "#f0d9b5"))
            if piece != ".":
                fill, edge = ("#fff", "#222") if piece.isupper() else ("#222", "#eee")
                more = f'stroke="{edge}" stroke-width="0.7"'
                parts.append(_text(x + 20, y + 21, _CHESS[piece.upper()], 34, fill, more))
    return _svg(8 * _CELL, 8 * _CELL, parts, f"chess: {board.position}", size)


def _hand(hand: str) -> str:
    """'2Pb' as kanji with counts."""
    return " ".join(
        _SHOGI[piece.upper()] + (count if count else "") for count, piece in re.findall(r"(\d*)([A-Za-z])", hand)
    )


def _shogi(board: Board, size: int) -> str:
    squares, _, hands = board.position.split()[:3]
    margin, width = 30, 9 * _CELL + 20
    height = 9 * _CELL + 2 * margin
    parts = [_rectangle(0, 0, width, height, "#f2cf8b")]
    for i in range(10):
        at = i * _CELL
        parts.append(_line(10 + at, margin, 10 + at, margin + 9 * _CELL))
        parts.append(_line(10, margin + at, 10 + 9 * _CELL, margin + at))
    for row, rank in enumerate(squares.split("/")):
        column = 0
        for promoted, letter, digit in re.findall(r"(\+?)([A-Za-z])|(\d)", rank):
            if digit:
                column += int(digit)
                continue
            name = (_PROMOTED if promoted else _SHOGI)[letter.upper()]
            x, y = 10 + column * _CELL + 20, margin + row * _CELL + 20
            turned = "" if letter.isupper() else f'transform="rotate(180 {x:g} {y:g})"'
            parts.append(_text(x, y, name, 28, "#b00" if promoted else "#222", turned))
            column += 1
    if hands != "-":
        black = "".join(re.findall(r"\d*[A-Z]", hands))
        white = "".join(re.findall(r"\d*[a-z]", hands))
        parts.append(_text(width / 2, height - margin / 2, "☗ " + _hand(black), 18) if black else "")
        parts.append(_text(width / 2, margin / 2, "☖ " + _hand(white), 18) if white else "")
    return _svg(width, height, parts, f"shogi: {board.position}", size)


def _go(board: Board, size: int) -> str:
    position = board.position
    match = re.search(r"SZ\[(\d+)(?::(\d+))?\]", position)
    columns = int(match[1]) if match else 19
    rows = int(match[2] or match[1]) if match else 19

    def points(name: str) -> list[tuple[int, int]]:
        found = re.search(r"(?<![A-Z])" + name + r"((?:\[[^\]]*\])+)", position)
        letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        result = []
        for first, _, last in re.findall(r"\[(\w\w)(:(\w\w))?\]", found[1] if found else ""):
            corner = last or first
            for x in range(letters.index(first[0]), letters.index(corner[0]) + 1):
                for y in range(letters.index(first[1]), letters.index(corner[1]) + 1):
                    result.append((x, y))
        return result

    width, height = columns * _CELL, rows * _CELL
    parts = [_rectangle(0, 0, width, height, "#dcb35c")]
    parts += [_line(i * _CELL + 20, 20, i * _CELL + 20, height - 20) for i in range(columns)]
    parts += [_line(20, i * _CELL + 20, width - 20, i * _CELL + 20) for i in range(rows)]
    for name, fill in (("AB", "#111"), ("AW", "#fff")):
        parts += [_disc(x * _CELL + 20, y * _CELL + 20, 18, fill) for x, y in points(name)]
    for x, y in points("MA"):
        parts.append(_text(x * _CELL + 20, y * _CELL + 20, "×", 28, "#d22"))
    return _svg(width, height, parts, f"Go, {board.side} to play", size)


def _rows_of_drawing(board: Board) -> list[str]:
    return ["".join(line.split()) for line in board.drawing.splitlines() if re.fullmatch(r"[ .XO]+", line)]


def _connect4(board: Board, size: int) -> str:
    rows = _rows_of_drawing(board)
    width, height = len(rows[0]) * _CELL, len(rows) * _CELL
    parts = [_rectangle(0, 0, width, height, "#2457b3")]
    colours = {".": "#eef", "X": "#f5c518", "O": "#d22"}
    for row, cells in enumerate(rows):
        parts += [_disc(x * _CELL + 20, row * _CELL + 20, 16, colours[cell]) for x, cell in enumerate(cells)]
    return _svg(width, height, parts, f"Connect 4: {board.position}", size)


def _othello(board: Board, size: int) -> str:
    cells = board.position.split()[0]
    parts = [_rectangle(0, 0, 8 * _CELL, 8 * _CELL, "#2e7d4f")]
    for i in range(9):
        parts.append(_line(i * _CELL, 0, i * _CELL, 8 * _CELL))
        parts.append(_line(0, i * _CELL, 8 * _CELL, i * _CELL))
    for i, cell in enumerate(cells):
        if cell != ".":
            parts.append(_disc(i % 8 * _CELL + 20, i // 8 * _CELL + 20, 17, "#111" if cell == "X" else "#fff"))
    return _svg(8 * _CELL, 8 * _CELL, parts, f"Othello: {board.position}", size)


def _drawing(board: Board, size: int) -> str:
    """A game without a picture of its own: the drawing for people."""
    lines = board.drawing.splitlines()
    width, height = max(map(len, lines), default=1) * 12 + 20, len(lines) * 22 + 20
    text = 'font-family="monospace" xml:space="preserve" text-anchor="start"'
    parts = [
        f'<text x="10" y="{24 + 22 * i}" font-size="18" {text}>{escape(line)}</text>' for i, line in enumerate(lines)
    ]
    return _svg(width, height, parts, board.game, size)


_PAINTERS = {"chess": _chess, "shogi": _shogi, "go": _go, "connect4": _connect4, "othello": _othello}


def draw(board: Board, size: int) -> str:
    return _PAINTERS.get(board.game, _drawing)(board, size)
