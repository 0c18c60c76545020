// A position of chess or shogi while it is set up: anything may stand anywhere until it is done.
import { makeBoardFen, parseBoardFen } from 'chessops/fen';
import type { Color as ChessColor, Role as ChessRole } from 'chessops/types';
import { parseSquare } from 'chessops/util';
import { makeBoardSfen, makeHandsSfen, parseBoardSfen, parseHands } from 'shogiops/sfen';
import type { Color, Role } from 'shogiops/types';
import { parseSquareName } from 'shogiops/util';

export type Pieces = 'chess' | 'shogi';

export interface Draft {
  board: string; // the part of FEN or SFEN before the first space
  first: boolean; // White, or Sente, to move
  castling: string; // some of "KQkq"
  passing: string; // the en passant square, or "-"
  hands: string; // as SFEN writes them, or "-"
}

export function draftOf(game: Pieces, text: string): Draft {
  const [board = '', side = '', third = '-', fourth = '-'] = text.split(' ');
  if (game === 'shogi') return { board, first: side === 'b', castling: '-', passing: '-', hands: third };
  return { board, first: side === 'w', castling: third, passing: fourth, hands: '-' };
}

const kHomes = { K: ['e1', 'h1', 'white'], Q: ['e1', 'a1', 'white'], k: ['e8', 'h8', 'black'], q: ['e8', 'a8', 'black'] } as const;
export type Right = keyof typeof kHomes;
export const kRights = Object.keys(kHomes) as Right[];

const chessBoard = (draft: Draft) => parseBoardFen(draft.board).unwrap();

// May this side still castle there? Only with king and rook at home.
export function canHave(draft: Draft, right: Right): boolean {
  const board = chessBoard(draft);
  const [king, rook, color] = kHomes[right];
  const has = (square: string, role: ChessRole) => {
    const piece = board.get(parseSquare(square)!);
    return piece?.role === role && piece.color === color;
  };
  return has(king, 'king') && has(rook, 'rook');
}

// Squares that a pawn may have passed over with the last move.
export function passable(draft: Draft): string[] {
  const board = chessBoard(draft);
  const [pawns, over, from] = draft.first ? ['5', '6', '7'] : ['4', '3', '2'];
  return [...'abcdefgh'].flatMap((file) => {
    const pawn = board.get(parseSquare(`${file}${pawns}`)!);
    const free = [over, from].every((rank) => !board.get(parseSquare(`${file}${rank}`)!));
    return free && pawn?.role === 'pawn' && (pawn.color === 'black') === draft.first ? [`${file}${over}`] : [];
  });
}

export function put(game: Pieces, draft: Draft, square: string, piece?: { role: string; color: string }): Draft {
  if (game === 'chess') {
    const board = chessBoard(draft);
    const at = parseSquare(square)!;
    if (piece) board.set(at, { role: piece.role as ChessRole, color: piece.color as ChessColor });
    else board.take(at);
    return { ...draft, board: makeBoardFen(board) };
  }
  const board = parseBoardSfen('standard', draft.board).unwrap();
  const at = parseSquareName(square)!;
  if (piece) board.set(at, { role: piece.role as Role, color: piece.color as Color });
  else board.take(at);
  return { ...draft, board: makeBoardSfen('standard', board) };
}

export const hands = (draft: Draft) => parseHands('standard', draft.hands === '-' ? '' : draft.hands).unwrap();

export function hold(draft: Draft, color: Color, role: Role, by: number): Draft {
  const held = hands(draft);
  held.color(color).set(role, Math.max(0, held.color(color).get(role) + by));
  return { ...draft, hands: makeHandsSfen('standard', held) || '-' };
}

export function kingsOnly(game: Pieces, draft: Draft): Draft {
  const board = game === 'chess' ? '4k3/8/8/8/8/8/8/4K3' : '4k4/9/9/9/9/9/9/9/4K4';
  return { ...draft, board, castling: '-', passing: '-', hands: '-' };
}

export function draftText(game: Pieces, draft: Draft): string {
  if (game === 'shogi') return `${draft.board} ${draft.first ? 'b' : 'w'} ${draft.hands || '-'} 1`;
  const rights = kRights.filter((right) => draft.castling.includes(right) && canHave(draft, right)).join('') || '-';
  const passing = passable(draft).includes(draft.passing) ? draft.passing : '-';
  return `${draft.board} ${draft.first ? 'w' : 'b'} ${rights} ${passing} 0 1`;
}
