import { Chessground } from 'chessground';
import type { Api } from 'chessground/api';
import type { DrawShape } from 'chessground/draw';
import type { Key } from 'chessground/types';
import { chessgroundDests } from 'chessops/compat';
import { makeFen } from 'chessops/fen';
import { parseSquare } from 'chessops/util';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import 'chessground/assets/chessground.base.css';
import 'chessground/assets/chessground.cburnett.css';
import { type ChessAt, uci } from '../games/chess';

interface Props {
  at: ChessAt;
  flipped: boolean;
  locked: boolean;
  arrows: { move: string; brush: string }[];
  editing: boolean;
  onMove: (move: string) => void;
  onSquare: (square: string) => void; // while editing
}

const kPromotions = ['queen', 'rook', 'bishop', 'knight'] as const;

export function ChessBoard({ at, flipped, locked, arrows, editing, onMove, onSquare }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>();
  const [promotion, setPromotion] = useState<{ from: string; to: string }>();
  const [redrawn, redraw] = useState(0); // a move taken back is undone by setting the board anew
  const handlers = useRef({ onMove, onSquare, at });
  handlers.current = { onMove, onSquare, at };

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

  useEffect(() => {
    const { pos, last } = at;
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
      movable: editing || locked
        ? { free: false, color: undefined, dests: new Map() }
        : { free: false, color: pos.turn, dests: chessgroundDests(pos) as Map<Key, Key[]>, showDests: true, events: { after } },
      draggable: { enabled: !editing },
      events: { select: (key) => editing && handlers.current.onSquare(key) },
    });
  }, [at, flipped, locked, editing, redrawn]);

  useEffect(() => {
    const shapes: DrawShape[] = arrows.map(({ move, brush }) => ({ orig: move.slice(0, 2) as Key, dest: move.slice(2, 4) as Key, brush }));
    ground.current!.setAutoShapes(shapes);
  }, [arrows]);

  return (
    <div class="chess-board">
      <div ref={element} class="cg-wrap" role="group" aria-label="Chess board" />
      {promotion && (
        <div class="promotion-dialog" role="dialog" aria-label="Promote to">
          {kPromotions.map((role) => (
            <button
              key={role}
              class="cg-wrap"
              aria-label={role}
              onClick={() => {
                setPromotion(undefined);
                onMove(promotion.from + promotion.to + (role === 'knight' ? 'n' : role[0]));
              }}
            >
              <piece class={`${role} ${at.pos.turn}`} />
            </button>
          ))}
          <button class="quiet" onClick={() => (setPromotion(undefined), redraw((n) => n + 1))}>Cancel</button>
        </div>
      )}
    </div>
  );
}
