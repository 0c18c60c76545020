// The position bar: the position as text, files, link, undo, steps, and the examples.
import { useEffect, useState } from 'preact/hooks';
import type { GameName } from '../engine/types';
import { examples } from '../model/examples';
import type { History } from '../model/line';
import { notationName, positionText } from '../model/text';

interface Props {
  game: GameName;
  history: History;
  error?: string;
  onText: (text: string) => void;
  onOpen: () => void;
  onSave: () => void;
  onLink: () => Promise<boolean>; // false: this page may not write to the clipboard
  onUndo: () => void;
  onRedo: () => void;
  onStep: (by: number) => void;
  onFlip: () => void;
}

const kFar = 100000;

export function PositionBar({ game, history, error, onText, onOpen, onSave, onLink, onUndo, onRedo, onStep, onFlip }: Props) {
  const line = history.present;
  const text = positionText(game, line);
  const [draft, setDraft] = useState(text);
  const [copied, setCopied] = useState('Copy link');
  useEffect(() => setDraft(text), [text]);
  const first = line.at === 0;
  const last = line.at === line.moves.length;
  return (
    <section class="position" aria-label="Position">
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
          aria-label={`Position: ${notationName[game]}`}
          placeholder={notationName[game]}
          aria-invalid={error !== undefined}
          onInput={(event) => setDraft(event.currentTarget.value)}
          onPaste={(event) => {
            // A whole record has lines; an input field would join them.
            const pasted = event.clipboardData?.getData('text') ?? '';
            if (!pasted.trim().includes('\n')) return;
            event.preventDefault();
            onText(pasted);
          }}
        />
        <button class="primary" disabled={draft === text}>Set</button>
      </form>
      {error && <p class="error" role="alert">{error}</p>}
      <div class="bar">
        <div class="group" role="group" aria-label="Moves of the line">
          <button title="To the start (Home)" aria-label="To the start" disabled={first} onClick={() => onStep(-kFar)}>«</button>
          <button title="Back (←)" aria-label="Back" disabled={first} onClick={() => onStep(-1)}>‹</button>
          <button title="Forward (→)" aria-label="Forward" disabled={last} onClick={() => onStep(1)}>›</button>
          <button title="To the end (End)" aria-label="To the end" disabled={last} onClick={() => onStep(kFar)}>»</button>
        </div>
        <div class="group" role="group" aria-label="Changes">
          <button title="Undo (Ctrl+Z)" disabled={!history.canUndo} onClick={onUndo}>Undo</button>
          <button title="Redo (Ctrl+Shift+Z)" disabled={!history.canRedo} onClick={onRedo}>Redo</button>
          <button title="Flip the board (F)" onClick={onFlip}>Flip</button>
        </div>
        <div class="group" role="group" aria-label="Files">
          <button onClick={onOpen}>Open…</button>
          <button onClick={onSave}>Save</button>
          <button
            onClick={async () => {
              setCopied((await onLink()) ? 'Copied' : 'Copy the address above');
              setTimeout(() => setCopied('Copy link'), 1500);
            }}
          >
            {copied}
          </button>
        </div>
      </div>
      <div class="examples" role="group" aria-label="Examples">
        <span>Try</span>
        {examples[game].map((example) => (
          <button key={example.title} class="chip" onClick={() => onText(example.text)}>
            {example.title}
          </button>
        ))}
      </div>
    </section>
  );
}
