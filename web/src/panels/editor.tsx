// Setting up a position of chess or shogi by hand: choose a piece, then click squares.
import { makeFen } from 'chessops/fen';
import { parseSquare } from 'chessops/util';
import type { Chess } from 'chessops/chess';
import type { Color as ChessColor, Role as ChessRole } from 'chessops/types';
import { makeBoardSfen, makeHandsSfen, parseSfen } from 'shogiops/sfen';
import { parseSquareName } from 'shogiops/util';
import type { Color, Role } from 'shogiops/types';
import type { MutableRef } from 'preact/hooks';
import { useState } from 'preact/hooks';
import type { Backend } from '../engine/backend';
import { Panel, Segments } from './controls';

interface Props {
  game: 'chess' | 'shogi';
  chessPos?: Chess;
  sfen?: string;
  backend: Backend;
  squareClicked: MutableRef<((square: string) => void) | undefined>; // set here, called by the board
  onChange: (start: string) => void;
  onDone: () => void;
  say: (error: string | undefined) => void;
}

const kChessRoles: ChessRole[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const kShogiRoles: Role[] = ['king', 'rook', 'bishop', 'gold', 'silver', 'knight', 'lance', 'pawn', 'dragon', 'horse', 'promotedsilver', 'promotedknight', 'promotedlance', 'tokin'];
const kHandRoles: Role[] = ['rook', 'bishop', 'gold', 'silver', 'knight', 'lance', 'pawn'];

export function Editor({ game, chessPos, sfen, backend, squareClicked, onChange, onDone, say }: Props) {
  const colors = game === 'chess' ? (['white', 'black'] as const) : (['sente', 'gote'] as const);
  const [brush, setBrush] = useState<{ role: string; color: string } | 'erase'>({ role: 'pawn', color: colors[0] });

  // Whatever the page cannot show is not taken over, and the engine says why.
  const apply = (start: string) => {
    backend.board(game, start).then(
      () => (say(undefined), onChange(start)),
      (error: Error) => say(error.message),
    );
  };
  const edit = (change: { square?: string; turn?: string; hand?: { color: Color; role: Role; by: number }; clear?: boolean }) => {
    if (game === 'chess') {
      const setup = chessPos!.toSetup();
      if (change.clear) setup.board.clear();
      if (change.square) {
        const square = parseSquare(change.square)!;
        if (brush === 'erase') setup.board.take(square);
        else setup.board.set(square, { role: brush.role as ChessRole, color: brush.color as ChessColor });
      }
      if (change.clear) {
        setup.board.set(parseSquare('e1')!, { role: 'king', color: 'white' });
        setup.board.set(parseSquare('e8')!, { role: 'king', color: 'black' });
      }
      if (change.turn) setup.turn = change.turn as ChessColor;
      const rights = [...setup.castlingRights].filter((at) => setup.board.get(at)?.role === 'rook');
      for (const at of setup.castlingRights) if (!rights.includes(at)) setup.castlingRights = setup.castlingRights.without(at);
      setup.epSquare = undefined;
      return apply(makeFen(setup));
    }
    const pos = parseSfen('standard', sfen!, false).unwrap();
    if (change.clear) {
      for (const [square] of pos.board) if (pos.board.get(square)?.role !== 'king') pos.board.take(square);
      for (const color of ['sente', 'gote'] as const) for (const role of kHandRoles) pos.hands.color(color).set(role, 0);
    }
    if (change.square) {
      const square = parseSquareName(change.square)!;
      if (brush === 'erase') pos.board.take(square);
      else pos.board.set(square, { role: brush.role as Role, color: brush.color as Color });
    }
    if (change.hand) {
      const hand = pos.hands.color(change.hand.color);
      hand.set(change.hand.role, Math.max(0, hand.get(change.hand.role) + change.hand.by));
    }
    const turn = (change.turn ?? pos.turn) === 'sente' ? 'b' : 'w';
    return apply(`${makeBoardSfen('standard', pos.board)} ${turn} ${makeHandsSfen('standard', pos.hands) || '-'} 1`);
  };
  squareClicked.current = (square) => edit({ square });
  const roles: string[] = game === 'chess' ? kChessRoles : kShogiRoles;
  const shogi = game === 'shogi' ? parseSfen('standard', sfen!, false).unwrap() : undefined;
  const turn = shogi?.turn ?? chessPos!.turn;
  const held = (color: Color, role: Role) => shogi?.hands.color(color).get(role) ?? 0;
  const chosen = (role: string, color: string) => brush !== 'erase' && brush.role === role && brush.color === color;
  return (
    <Panel title="Set up a position" note="choose a piece, then click squares">
      {colors.map((color) => (
        <div key={color} class={`palette ${game === 'chess' ? 'cg-wrap' : 'shogi'}`} role="radiogroup" aria-label={`Pieces of ${color}`}>
          {roles.map((role) => (
            <button key={role} role="radio" aria-checked={chosen(role, color)} aria-label={`${color} ${role}`} onClick={() => setBrush({ role, color })}>
              <piece class={`${role} ${color}`} />
            </button>
          ))}
        </div>
      ))}
      {game === 'shogi' &&
        (['sente', 'gote'] as const).map((color) => (
          <div key={color} class="hand-editor" role="group" aria-label={`Hand of ${color}`}>
            <span>{color === 'sente' ? 'Sente holds' : 'Gote holds'}</span>
            {kHandRoles.map((role) => (
              <span key={role} class="hand-count">
                <button aria-label={`one ${role} less for ${color}`} disabled={held(color, role) === 0} onClick={() => edit({ hand: { color, role, by: -1 } })}>−</button>
                <span class="hand-piece"><piece class={`${role} sente`} /><b>{held(color, role)}</b></span>
                <button aria-label={`one more ${role} for ${color}`} onClick={() => edit({ hand: { color, role, by: 1 } })}>+</button>
              </span>
            ))}
          </div>
        ))}
      <div class="actions">
        <button aria-pressed={brush === 'erase'} onClick={() => setBrush('erase')}>Erase</button>
        <button onClick={() => edit({ clear: true })}>Kings only</button>
        <Segments label="Who moves" value={turn} options={colors.map((color) => [color, `${color} moves`] as const)} onChange={(to) => edit({ turn: to })} />
      </div>
      <button class="primary" onClick={onDone}>Done</button>
    </Panel>
  );
}
