import { expect, test } from 'vitest';
import { canHave, draftOf, draftText, hold, kingsOnly, passable, put } from '../src/model/draft';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

test('a draft takes whatever stands on the board, kings or none', () => {
  const draft = draftOf('chess', start);
  expect(draftText('chess', draft)).toBe(start);
  const without = put('chess', put('chess', draft, 'e1'), 'e8');
  expect(draftText('chess', without)).toBe('rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1');
  const two = put('chess', draft, 'e4', { role: 'king', color: 'white' });
  expect(draftText('chess', two)).toContain('/4K3/8/PPPPPPPP/RNBQKBNR w KQkq');
});

test('castling goes with king and rook at home', () => {
  const draft = draftOf('chess', start);
  expect(canHave(draft, 'K')).toBe(true);
  expect(canHave(put('chess', draft, 'h1'), 'K')).toBe(false);
  expect(draftText('chess', put('chess', draft, 'a8'))).toContain(' w KQk ');
  expect(draftText('chess', kingsOnly('chess', draft))).toBe('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
});

test('en passant is possible behind a pawn that may have gone two steps', () => {
  expect(passable(draftOf('chess', '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1'))).toEqual(['d6']);
  expect(passable(draftOf('chess', '4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1'))).toEqual([]);
  expect(draftText('chess', draftOf('chess', '4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1'))).toContain(' b - - ');
});

test('shogi pieces go into the hands and out of them', () => {
  let draft = draftOf('shogi', '4k4/9/9/9/9/9/9/9/4K4 b G 1');
  draft = hold(hold(draft, 'sente', 'gold', 1), 'gote', 'pawn', 3);
  expect(draftText('shogi', draft)).toBe('4k4/9/9/9/9/9/9/9/4K4 b 2G3p 1');
  draft = put('shogi', hold(draft, 'sente', 'gold', -5), '5i');
  expect(draftText('shogi', { ...draft, first: false })).toBe('4k4/9/9/9/9/9/9/9/9 w 3p 1');
});
