// Small things that every view is made of.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { t } from '../model/language';
import type { Search } from '../model/search';
import { countText, secondsText } from '../model/score';

export function Choice<T extends string | number>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  return (
    <label class="field">
      <span>{props.label}</span>
      <select
        value={String(props.value)}
        onChange={(event) => {
          const chosen = props.options.find(([value]) => String(value) === event.currentTarget.value);
          if (chosen) props.onChange(chosen[0]);
        }}
      >
        {props.options.map(([value, text]) => (
          <option key={String(value)} value={String(value)}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

// Buttons of which one is pressed.
export function Segments<T extends string>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  return (
    <div class="segments" role="radiogroup" aria-label={props.label}>
      {props.options.map(([value, text]) => (
        <button key={value} role="radio" aria-checked={value === props.value} onClick={() => props.onChange(value)}>
          {text}
        </button>
      ))}
    </div>
  );
}

export function Panel({ title, note, children }: { title: string; note?: string; children: ComponentChildren }) {
  return (
    <section class="panel" aria-label={title}>
      <h2>
        {title}
        {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}

// Start and stop, with what is going on said beside it.
export function SearchButton({ search, label, onStart }: { search: Search; label: string; onStart: () => void }) {
  const { report } = search;
  return (
    <div class="search-row">
      {search.running ? (
        <button class="primary stop" onClick={search.stop}>
          {t('Stop')}
        </button>
      ) : (
        <button class="primary" onClick={onStart}>
          {label}
        </button>
      )}
      <span class="status" role="status">
        {search.running && search.ahead > 0 && `${t('Waiting: {n} before this one', { n: search.ahead })} · `}
        {report ? (
          <>
            {report.depth ? <>{t('depth {n}', { n: report.depth })} · </> : null}
            {t('{n} nodes', { n: countText(report.nodes) })} ·{' '}
          </>
        ) : (
          search.running && search.ahead === 0 && `${t('Searching…')} `
        )}
        {search.running ? <Clock key={search.of} /> : report && secondsText(report.seconds)}
      </span>
      {search.running && <span class="pulse" aria-hidden="true" />}
    </div>
  );
}

// Reports come now and then; the time goes on.
function Clock() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const begun = performance.now();
    const ticks = setInterval(() => setSeconds((performance.now() - begun) / 1000), 100);
    return () => clearInterval(ticks);
  }, []);
  return <>{seconds.toFixed(1)} s</>;
}

export const oneOf = <T extends string | number>(values: readonly T[], text: (value: T) => string) =>
  values.map((value) => [value, text(value)] as const);
