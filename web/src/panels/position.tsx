// The position bar: the position as text, files, link, undo, steps, and the examples.
import { useEffect, useState } from 'preact/hooks';
import type { Backend } from '../engine/backend';
import type { GameInfo, Verification } from '../engine/types';
import { t } from '../model/language';
import type { History, Line } from '../model/line';

interface Props {
  info: GameInfo;
  history: History;
  text: string; // the shown position
  error?: string;
  onText: (text: string) => void;
  onOpen: () => void;
  onVerify: () => void;
  checked?: Checked; // a certificate
  onSave: (format: GameInfo['records'][number]) => void;
  onLink: () => Promise<boolean>; // false: this page may not write to the clipboard
  onUndo: () => void;
  onRedo: () => void;
  onStep: (by: number) => void;
  onFlip: () => void;
}

export interface Checked extends Verification {
  where: Backend['name'];
}

const kFar = 100000;

export function PositionBar({ info, history, text, error, onText, onOpen, onVerify, checked, onSave, onLink, onUndo, onRedo, onStep, onFlip }: Props) {
  const line = history.present;
  // What was typed belongs to the line it was typed over: an answer of the engine does not wipe it out.
  const [typed, setTyped] = useState<{ over: Line; text: string }>();
  const draft = typed?.over === line ? typed.text : text;
  useEffect(() => setTyped(undefined), [line]); // an undo may bring the line back
  const [copied, setCopied] = useState('Copy link');
  const [format, setFormat] = useState(0);
  useEffect(() => setFormat(0), [info.game]);
  const first = line.at === 0;
  const last = line.at === line.moves.length;
  return (
    <section class="position" aria-label={t('Position')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onText(draft);
        }}
      >
        <input
          value={draft}
          spellcheck={false}
          autocomplete="off"
          aria-label={`${t('Position')}: ${info.position_help}`}
          placeholder={info.position_help}
          aria-invalid={error !== undefined}
          onInput={(event) => setTyped({ over: line, text: event.currentTarget.value })}
          onPaste={(event) => {
            // A whole record has lines; an input field would join them.
            const pasted = event.clipboardData?.getData('text') ?? '';
            if (!pasted.trim().includes('\n')) return;
            event.preventDefault();
            onText(pasted);
          }}
        />
        <button class="primary" disabled={draft === text}>{t('Set')}</button>
      </form>
      {error && <p class="error" role="alert">{error}</p>}
      <div class="bar">
        <div class="group" role="group" aria-label={t('Moves of the line')}>
          <button title={t('To the start (Home)')} aria-label={t('To the start')} disabled={first} onClick={() => onStep(-kFar)}>«</button>
          <button title={t('Back (←)')} aria-label={t('Back')} disabled={first} onClick={() => onStep(-1)}>‹</button>
          <button title={t('Forward (→)')} aria-label={t('Forward')} disabled={last} onClick={() => onStep(1)}>›</button>
          <button title={t('To the end (End)')} aria-label={t('To the end')} disabled={last} onClick={() => onStep(kFar)}>»</button>
        </div>
        <div class="group" role="group" aria-label={t('Changes')}>
          <button title={t('Undo (Ctrl+Z)')} disabled={!history.canUndo} onClick={onUndo}>{t('Undo')}</button>
          <button title={t('Redo (Ctrl+Shift+Z)')} disabled={!history.canRedo} onClick={onRedo}>{t('Redo')}</button>
          <button title={t('Flip the board (F)')} onClick={onFlip}>{t('Flip')}</button>
        </div>
        <div class="group" role="group" aria-label={t('Files')}>
          <button onClick={onOpen}>{t('Open…')}</button>
          <button title={t('Check a certificate that tesuji solve --certificate wrote')} onClick={onVerify}>{t('Verify…')}</button>
          <button onClick={() => onSave(info.records[format] ?? info.records[0]!)}>{t('Save')}</button>
          {info.records.length > 1 && (
            <select aria-label={t('Save as')} value={format} onChange={(event) => setFormat(Number(event.currentTarget.value))}>
              {info.records.map(({ name }, index) => (
                <option key={name} value={index}>{name}</option>
              ))}
            </select>
          )}
          <button
            onClick={async () => {
              setCopied((await onLink()) ? 'Copied' : 'Copy the address above');
              setTimeout(() => setCopied('Copy link'), 1500);
            }}
          >
            {t(copied)}
          </button>
        </div>
      </div>
      {checked && <CertificateResult checked={checked} />}
      <div class="examples" role="group" aria-label={t('Examples')}>
        <span>{t('Try')}</span>
        {info.examples.map((example) => (
          <button key={example.title} class="chip" onClick={() => onText(example.position)}>
            {t(example.title)}
          </button>
        ))}
      </div>
    </section>
  );
}

// What a check of a certificate found, and who checked it.
function CertificateResult({ checked: { holds, claims, states, flaw, where } }: { checked: Checked }) {
  return (
    <div class={`judged ${holds ? 'right' : 'wrong'}`} role="status" data-testid="certificate">
      <p>{holds ? t('The certificate holds: {n} states checked.', { n: states }) : t('Not proved: {flaw}', { flaw })}</p>
      {holds && claims.map((claim) => <p key={claim}>{claim}</p>)}
      <p class="fine">{where === 'browser' ? t('Checked in this browser, without a search.') : t('Checked by the server, without a search.')}</p>
    </div>
  );
}
