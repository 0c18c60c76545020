import { Shogiground } from 'shogiground';
import type { Api } from 'shogiground/api';
import type { Key, MouchEvent, Piece } from 'shogiground/types';
import { checksSquareNames, moveToSquareNames, shogigroundDropDests, shogigroundMoveDests } from 'shogiops/compat';
import { parseSquareName } from 'shogiops/util';
import { pieceCanPromote, pieceForcePromote, promote, unpromote } from 'shogiops/variant/util';
import type { Role } from 'shogiops/types';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { arrow, sfenParts, type ShogiAt } from '../games/shogi';
import { forsythToRole, roleToForsyth } from 'shogiops/sfen';
import type { Editing } from './chess';
import { useSquareCursor } from './cursor';
import { t } from '../model/language';
import { installPieces } from './shogi-pieces';

interface Props {
  at: ShogiAt;
  flipped: boolean;
  locked: boolean;
  arrows: { move: string; brush: string }[];
  pieces: 'traditional' | 'international';
  notation: 'western' | 'japanese'; // ranks are named as in the moves; never changes
  editing?: Editing;
  onMove: (move: string) => void;
}

const kRanks = { western: 'numeric', japanese: 'japanese' } as const;

type Config = Parameters<Api['set']>[0];

export function ShogiBoard({ at, flipped, locked, arrows, pieces, notation, editing, onMove }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api>();
  const handlers = useRef({ onMove, at, editing });
  handlers.current = { onMove, at, editing };

  useLayoutEffect(() => installPieces(pieces), [pieces]);

  useLayoutEffect(() => {
    const moving = (orig: string) => handlers.current.at.pos.board.get(parseSquareName(orig)!);
    const must = (orig: string, dest: string) => {
      const piece = handlers.current.editing ? undefined : moving(orig);
      return !!piece && pieceForcePromote('standard')(piece, parseSquareName(dest)!);
    };
    const may = (orig: string, dest: string) => {
      const piece = handlers.current.editing ? undefined : moving(orig);
      return !!piece && pieceCanPromote('standard')(piece, parseSquareName(orig)!, parseSquareName(dest)!, undefined);
    };
    ground.current = Shogiground(
      {
        animation: { duration: 180 },
        hands: { inlined: true, roles: ['rook', 'bishop', 'gold', 'silver', 'knight', 'lance', 'pawn'] },
        coordinates: { enabled: true, files: 'numeric', ranks: kRanks[notation] },
        drawable: { enabled: true, visible: true },
        premovable: { enabled: false },
        predroppable: { enabled: false },
        promotion: {
          promotesTo: (role) => promote('standard')(role as Role),
          unpromotesTo: (role) => unpromote('standard')(role as Role),
          movePromotionDialog: (orig, dest) => may(orig, dest) && !must(orig, dest),
          forceMovePromotion: must,
        },
        movable: {
          free: false,
          showDests: true,
          events: { after: (orig, dest, promoted) => handlers.current.editing || handlers.current.onMove(`${orig}${dest}${promoted ? '+' : ''}`) },
        },
        droppable: {
          free: false,
          showDests: true,
          events: { after: (dropped, key) => handlers.current.editing || handlers.current.onMove(`${letter(dropped.role)}*${key}`) },
        },
      },
      { board: element.current! },
    );
    const board = ground.current;
    return () => board.destroy();
  }, []);

  // With the drawing, not after it: the board's next event must find the handlers of the position it shows.
  useLayoutEffect(() => {
    const { pos, last } = at;
    if (editing) {
      editing.drag.current = (piece, event) => ground.current!.dragNewPiece(piece as Piece, event as MouchEvent, true);
      ground.current!.set({
        sfen: { board: editing.board, hands: editing.hands === '-' ? '' : editing.hands },
        orientation: flipped ? 'gote' : 'sente',
        activeColor: 'both',
        checks: [],
        lastDests: [],
        movable: { free: true, dests: new Map(), showDests: false },
        droppable: { free: true, dests: new Map(), showDests: false },
        draggable: { enabled: editing.moving, deleteOnDropOff: true, addToHandOnDropOff: true },
        selectable: { enabled: editing.moving },
        events: {
          select: (key: string) => !handlers.current.editing?.moving && handlers.current.editing?.onSquare(key),
          change: () => handlers.current.editing?.onBoard(ground.current!.getBoardSfen(), ground.current!.getHandsSfen() || '-'),
        },
      } as Config);
      return;
    }
    ground.current!.set({
      sfen: sfenParts(pos),
      orientation: flipped ? 'gote' : 'sente',
      turnColor: pos.turn,
      activeColor: locked ? undefined : pos.turn,
      checks: checksSquareNames(pos),
      lastDests: last ? moveToSquareNames(last) : [],
      movable: { free: false, showDests: true, dests: locked ? new Map() : shogigroundMoveDests(pos) },
      droppable: { free: false, showDests: true, dests: locked ? new Map() : shogigroundDropDests(pos) },
      draggable: { enabled: true, deleteOnDropOff: false, addToHandOnDropOff: false },
      selectable: { enabled: true },
      events: { select: undefined, change: undefined },
    } as Config);
  }, [at, flipped, locked, editing?.board, editing?.hands, editing?.moving]);

  useEffect(() => {
    const shapes = arrows.flatMap(({ move, brush }) => {
      const drawn = arrow(at, move);
      return drawn ? [{ ...drawn, brush }] : [];
    });
    ground.current!.setAutoShapes(shapes as Parameters<Api['setAutoShapes']>[0]);
  }, [arrows, at, flipped]);

  const cursor = useSquareCursor({
    frame: element,
    squares: 'sg-board',
    across: 9,
    down: 9,
    flipped,
    nameOf: (x, y) => `${9 - x}${'abcdefghi'[y]}`,
    standing: (name) => {
      const piece = ground.current?.state.pieces.get(name as Key);
      return piece ? `${t(piece.color)} ${t(piece.role)}` : t('empty');
    },
    onChoose: (name, shift) => ground.current!.selectSquare(name as Key, editing ? undefined : shift),
    // The letter of a piece takes it from the hand.
    onOther: (key) => {
      const role = /^[plnsgbr]$/i.test(key) ? forsythToRole('standard')(key.toLowerCase()) : undefined;
      if (!role || editing || locked) return false;
      ground.current!.selectPiece({ role, color: at.pos.turn });
      return true;
    },
  });
  return (
    <>
      <div ref={element} class="sg-wrap" role="group" aria-label={t('Shogi board: arrow keys choose a square, Enter a piece and where it goes, Shift+Enter promotes, a letter takes a piece from the hand')} {...cursor.attributes} />
      {cursor.shown}
    </>
  );
}

const letter = (role: string): string => (roleToForsyth('standard')(role as Role) ?? 'p').toUpperCase();
