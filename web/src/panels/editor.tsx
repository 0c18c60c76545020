// Setting up a position of chess or shogi: pieces are dragged on, off and around, or chosen and put down with clicks.
// Whether it is a possible position is asked once, at the end.
import type { Color, Role } from 'shogiops/types';
import type { Backend } from '../engine/backend';
import { canHave, type Draft, draftText, hands, hold, kingsOnly, kRights, passable, type Pieces } from '../model/draft';
import { t } from '../model/language';
import { Choice, Panel, Segments } from './controls';

export type Brush = { role: string; color: string } | 'move' | 'erase';

interface Props {
  game: Pieces;
  draft: Draft;
  brush: Brush;
  backend: Backend;
  onBrush: (brush: Brush) => void;
  onDraft: (draft: Draft) => void;
  onDrag: (piece: { role: string; color: string }, event: MouseEvent | TouchEvent) => void;
  onDone: (start: string) => void;
  onCancel: () => void;
  say: (error: string | undefined) => void;
}

const kChessRoles = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const kShogiRoles = ['king', 'rook', 'bishop', 'gold', 'silver', 'knight', 'lance', 'pawn', 'dragon', 'horse', 'promotedsilver', 'promotedknight', 'promotedlance', 'tokin'];
const kHandRoles: Role[] = ['rook', 'bishop', 'gold', 'silver', 'knight', 'lance', 'pawn'];
const kRightNames = { K: 'White O-O', Q: 'White O-O-O', k: 'Black O-O', q: 'Black O-O-O' } as const;

export function Editor({ game, draft, brush, backend, onBrush, onDraft, onDrag, onDone, onCancel, say }: Props) {
  const colors = game === 'chess' ? (['white', 'black'] as const) : (['sente', 'gote'] as const);
  const roles = game === 'chess' ? kChessRoles : kShogiRoles;
  const text = draftText(game, draft);
  const chosen = (role: string, color: string) => typeof brush === 'object' && brush.role === role && brush.color === color;
  const done = () =>
    void backend.board(game, text).then(
      () => (say(undefined), onDone(text)),
      (error: Error) => say(error.message),
    );
  return (
    <Panel title={t('Set up a position')} note={t('drag pieces, or choose one and click')}>
      {colors.map((color) => (
        <div key={color} class={`palette ${game === 'chess' ? 'cg-wrap' : 'shogi'}`} role="radiogroup" aria-label={t('Pieces of {side}', { side: t(color) })}>
          {roles.map((role) => (
            <button
              key={role}
              role="radio"
              aria-checked={chosen(role, color)}
              aria-label={`${t(color)} ${t(role)}`}
              onMouseDown={(event) => onDrag({ role, color }, event)}
              onTouchStart={(event) => onDrag({ role, color }, event)}
              onClick={() => onBrush({ role, color })}
            >
              <piece class={`${role} ${color}`} />
            </button>
          ))}
        </div>
      ))}
      <div class="actions">
        <button aria-pressed={brush === 'move'} onClick={() => onBrush('move')}>{t('Move')}</button>
        <button aria-pressed={brush === 'erase'} onClick={() => onBrush('erase')}>{t('Erase')}</button>
        <button onClick={() => onDraft(kingsOnly(game, draft))}>{t('Kings only')}</button>
      </div>
      {game === 'shogi' && <Hands draft={draft} onDraft={onDraft} />}
      <div class="actions">
        <Segments
          label={t('Who moves')}
          value={colors[draft.first ? 0 : 1] as string}
          options={colors.map((color) => [color as string, t('{side} moves', { side: t(color) })] as const)}
          onChange={(to) => onDraft({ ...draft, first: to === colors[0] })}
        />
      </div>
      {game === 'chess' && (
        <div class="fields">
          <div class="rights" role="group" aria-label={t('Castling')}>
            {kRights.map((right) => (
              <label key={right} class="switch">
                <input
                  type="checkbox"
                  disabled={!canHave(draft, right)}
                  checked={text.split(' ')[2]!.includes(right)}
                  onChange={(event) => {
                    const rest = draft.castling.replace(right, '').replace('-', '');
                    onDraft({ ...draft, castling: event.currentTarget.checked ? rest + right : rest });
                  }}
                />
                {t(kRightNames[right])}
              </label>
            ))}
          </div>
          <Choice
            label={t('En passant')}
            value={text.split(' ')[3]!}
            options={['-', ...passable(draft)].map((square) => [square, square === '-' ? t('none') : square] as const)}
            onChange={(passing) => onDraft({ ...draft, passing })}
          />
        </div>
      )}
      <p class="fine mono" data-testid="draft">{text}</p>
      <div class="actions">
        <button onClick={onCancel}>{t('Cancel')}</button>
        <button class="primary" onClick={done}>{t('Done')}</button>
      </div>
    </Panel>
  );
}

function Hands({ draft, onDraft }: { draft: Draft; onDraft: (draft: Draft) => void }) {
  const held = (color: Color, role: Role) => hands(draft).color(color).get(role);
  return (
    <>
      {(['sente', 'gote'] as const).map((color) => (
        <div key={color} class="hand-editor" role="group" aria-label={t('Hand of {side}', { side: t(color) })}>
          <span>{color === 'sente' ? t('Sente holds') : t('Gote holds')}</span>
          {kHandRoles.map((role) => (
            <span key={role} class="hand-count">
              <button aria-label={t('one {piece} less for {side}', { piece: t(role), side: t(color) })} disabled={held(color, role) === 0} onClick={() => onDraft(hold(draft, color, role, -1))}>−</button>
              <span class="hand-piece"><piece class={`${role} sente`} /><b>{held(color, role)}</b></span>
              <button aria-label={t('one more {piece} for {side}', { piece: t(role), side: t(color) })} onClick={() => onDraft(hold(draft, color, role, 1))}>+</button>
            </span>
          ))}
        </div>
      ))}
    </>
  );
}
