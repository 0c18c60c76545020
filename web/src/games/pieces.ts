// What chess and shogi have in common on the page: a position after moves, whose turn it is, moves as people write them.
import * as chess from './chess';
import * as shogi from './shogi';

export type Pieces = 'chess' | 'shogi';
export type Notation = 'western' | 'japanese'; // of shogi

export interface PiecesAt {
  chess?: chess.ChessAt;
  shogi?: shogi.ShogiAt;
  firstToMove: boolean;
}

// Undefined where the page cannot show the position; the engine says why.
export function piecesAt(game: Pieces, start: string, moves: string[]): PiecesAt | undefined {
  if (game === 'chess') {
    const at = chess.chessAt(start, moves);
    return at && { chess: at, firstToMove: at.pos.turn === 'white' };
  }
  const at = shogi.shogiAt(start, moves);
  return at && { shogi: at, firstToMove: at.pos.turn === 'sente' };
}

export function writeMoves(at: PiecesAt, moves: string[], notation: Notation): string[] {
  if (at.chess) return chess.writeLine(at.chess, moves);
  return at.shogi ? shogi.writeLine(at.shogi, moves, notation) : [];
}
