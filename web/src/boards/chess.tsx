import { Chessground } from 'chessground';
import type { Api } from 'chessground/api';
import type { DrawShape } from 'chessground/draw';
import type { Key, MouchEvent, Piece } from 'chessground/types';
import { chessgroundDests } from 'chessops/compat';
import { makeFen } from 'chessops/fen';
import { parseSquare } from 'chessops/util';
import { type MutableRef, useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import 'chessground/assets/chessground.base.css';
import 'chessground/assets/chessground.cburnett.css';
import { type ChessAt, uci } from '../games/chess';
import { t } from '../model/language';
import { useSquareCursor } from './cursor';

interface Props {
  at: ChessAt;
  flipped: boolean;
  locked: boolean;
  arrows: { move: string; brush: string }[];
  editing?: Editing;
  onMove: (move: string) => void;
}

// While a position is set up: pieces go anywhere, and off the board.
export interface Editing {
  board: string; // what stands there
  hands: string; // shogi
  moving: boolean; // clicks and drags move pieces; if not, a click names a square
  onBoard: (board: string, hands: string) => void;
  onSquare: (square: string) => void;
  drag: MutableRef<((piece: { role: string; color: string }, event: MouseEvent | TouchEvent) => void) | undefined>; // set by the board
}

const kPromotions = ['queen', 'rook', 'bishop', 'knight'] as const;

export function ChessBoard({ at, flipped, locked, arrows, editing, onMove }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>();
  const [promotion, setPromotion] = useState<{ from: string; to: string }>();
  const [redrawn, redraw] = useState(0); // a move taken back is undone by setting the board anew
  const handlers = useRef({ onMove, at, editing });
  handlers.current = { onMove, at, editing };

  useLayoutEffect(() => {
    ground.current = Chessground(element.current!, {
      animation: { duration: 180 },
      drawable: { enabled: true, defaultSnapToValidMove: true },
      premovable: { enabled: false },
      highlight: { lastMove: true, check: true },
    });
    const board = ground.current;
    return () => board.destroy();
  }, []);

  // With the drawing, not after it: the board's next event must find the handlers of the position it shows.
  useLayoutEffect(() => {
    const { pos, last } = at;
    if (editing) {
      editing.drag.current = (piece, event) => ground.current!.dragNewPiece(piece as Piece, event as MouchEvent, true);
      ground.current!.set({
        fen: editing.board,
        orientation: flipped ? 'black' : 'white',
        check: false,
        lastMove: undefined,
        autoCastle: false,
        movable: { free: true, color: 'both', dests: new Map(), showDests: false, events: { after: undefined } },
        draggable: { enabled: editing.moving, deleteOnDropOff: true },
        selectable: { enabled: editing.moving },
        events: {
          select: (key) => !handlers.current.editing?.moving && handlers.current.editing?.onSquare(key),
          change: () => handlers.current.editing?.onBoard(ground.current!.getFen(), ''),
        },
      });
      return;
    }
    const after = (from: string, to: string) => {
      const { at: now, onMove: send } = handlers.current;
      const piece = now.pos.board.get(parseSquare(from)!);
      if (piece?.role === 'pawn' && (to[1] === '8' || to[1] === '1')) return setPromotion({ from, to });
      send(uci(now.pos, { from: parseSquare(from)!, to: parseSquare(to)! }));
    };
    ground.current!.set({
      fen: makeFen(pos.toSetup()),
      orientation: flipped ? 'black' : 'white',
      turnColor: pos.turn,
      check: pos.isCheck(),
      lastMove: last as Key[] | undefined,
      viewOnly: false,
      autoCastle: true,
      movable: locked
        ? { free: false, color: undefined, dests: new Map() }
        : { free: false, color: pos.turn, dests: chessgroundDests(pos) as Map<Key, Key[]>, showDests: true, events: { after } },
      draggable: { enabled: true, deleteOnDropOff: false },
      selectable: { enabled: true },
      events: { select: undefined, change: undefined },
    });
  }, [at, flipped, locked, editing?.board, editing?.moving, redrawn]);

  useEffect(() => {
    const shapes: DrawShape[] = arrows.map(({ move, brush }) => ({ orig: move.slice(0, 2) as Key, dest: move.slice(2, 4) as Key, brush }));
    ground.current!.setAutoShapes(shapes);
  }, [arrows]);

  const cursor = useSquareCursor({
    frame: element,
    squares: 'cg-board',
    across: 8,
    down: 8,
    flipped,
    nameOf: (x, y) => `${'abcdefgh'[x]}${8 - y}`,
    standing: (name) => {
      const piece = ground.current?.state.pieces.get(name as Key);
      return piece ? `${t(piece.color)} ${t(piece.role)}` : t('empty');
    },
    onChoose: (name) => ground.current!.selectSquare(name as Key),
  });
  return (
    <div class="chess-board">
      <div ref={element} class="cg-wrap" role="group" aria-label={t('Chess board: arrow keys choose a square, Enter a piece and where it goes')} {...cursor.attributes} />
      {cursor.shown}
      {promotion && (
        <div class="promotion-dialog" role="dialog" aria-label={t('Promote to')}>
          {kPromotions.map((role, index) => (
            <button
              key={role}
              ref={(chosen) => void (index === 0 && chosen?.focus())}
              class="cg-wrap"
              aria-label={t(role)}
              onClick={() => {
                setPromotion(undefined);
                onMove(promotion.from + promotion.to + (role === 'knight' ? 'n' : role[0]));
              }}
            >
              <piece class={`${role} ${at.pos.turn}`} />
            </button>
          ))}
          <button class="quiet" onClick={() => (setPromotion(undefined), redraw((n) => n + 1))}>{t('Cancel')}</button>
        </div>
      )}
    </div>
  );
}
