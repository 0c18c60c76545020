// Inside the table: what the transposition table does while a search runs.
import { t } from '../model/language';
import type { Sample, Samples } from '../model/samples';
import { bytesText, countText } from '../model/score';
import { Chart } from './chart';
import { Mosaic } from './mosaic';

const kFirst = 2 ** 20; // bytes: where a table begins

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

interface Props {
  samples: Samples;
  running: boolean;
  open: boolean;
  grows: boolean; // in a browser a table has its whole size at once
  onToggle: () => void;
}

export function TablePanel({ samples, running, open, grows, onToggle }: Props) {
  const { table } = samples;
  return (
    <section class="panel table-panel" aria-label={t('Inside the table')}>
      <h2>
        <button class="fold" aria-expanded={open} onClick={onToggle}>
          {t('Inside the table')}
        </button>
        <small>{table ? bytesText(table.bytes) : t('no search yet')}</small>
      </h2>
      {open && <Inside samples={samples} running={running} grows={grows} />}
    </section>
  );
}

function Inside({ samples, running, grows }: Pick<Props, 'samples' | 'running' | 'grows'>) {
  const { list, table } = samples;
  const last = list.at(-1);
  // While it runs, the rate now; afterwards, the mean.
  const rate = (value: (s: Sample) => number) =>
    running ? (last ? value(last) : 0) : list.length > 0 ? list.reduce((sum, s) => sum + value(s), 0) / list.length : 0;
  const fill = (table?.fill ?? 0) / 1000;
  const hitRate = table && table.probes > 0 ? table.hits / table.probes : 0;
  const named = (label: string) => (running ? t(label) : t('{label}, mean', { label: t(label) }));
  return (
    <>
      <Mosaic fill={fill} sample={running ? last : undefined} />
      <ul class="legend">
        <li class="filled">{t('filled')}</li>
        <li class="new">{t('new')}</li>
        <li class="hit">{t('found again')}</li>
        <li class="replaced">{t('replaced')}</li>
      </ul>
      <div class="charts">
        <Chart samples={list} tone="--tone-nodes" label={named('Nodes per second')} value={(s) => s.nodeRate} text={countText(running ? rate((s) => s.nodeRate) : samples.meanNodeRate)} />
        <Chart samples={list} tone="--tone-hits" label={t('Hit rate')} value={(s) => s.hitRate} most={1} text={percent(hitRate)} />
        <Chart samples={list} tone="--tone-fill" label={t('Filled')} value={(s) => s.fill} most={1} text={percent(fill)} />
        <Chart samples={list} tone="--tone-replace" label={named('Replaced per second')} value={(s) => s.replaceRate} text={countText(rate((s) => s.replaceRate))} />
        <Chart samples={list} tone="--tone-fill" label={t('Size')} value={(s) => s.bytes} text={bytesText(table?.current_bytes ?? table?.bytes ?? 0)} />
      </div>
      {table && grows && <Levels now={table.current_bytes ?? table.bytes} most={table.bytes} />}
      <p class="fine">
        {table
          ? t('{probes} probes, {hits} hits, {stores} stores, {replaced} of them over another entry.', { probes: countText(table.probes), hits: countText(table.hits), stores: countText(table.stores), replaced: countText(table.replacements) })
          : t('Every search remembers the positions it has been to. Start one, and watch.')}
      </p>
      <dl class="fine meanings">
        <dt>{t('Hit rate')}</dt>
        <dd>{t('how often a position was found in the table, so that it was not searched again.')}</dd>
        <dt>{t('Filled')}</dt>
        <dd>{t('the share of the table that holds an entry.')}</dd>
        <dt>{t('Replaced')}</dt>
        <dd>{t('how often an entry had to make room for another one.')}</dd>
        <dt>{t('Ages')}</dt>
        <dd>{t('an entry knows which search stored it; in chess, shogi and Othello those of older searches, {share} of all, make room first.', { share: percent((table?.old ?? 0) / 1000) })}</dd>
        <dt>{t('Growth')}</dt>
        <dd>{grows ? t('a table begins with one MiB and doubles whenever it fills up, to the size that you allow.') : t('in this browser a table has the size that you allow from the start; on the server it begins with one MiB and doubles.')}</dd>
        <dt>{t('Levels')}</dt>
        <dd>{t('each size that a table goes through is a level; its entries move to the next one while the search goes on.')}</dd>
      </dl>
    </>
  );
}

// The sizes that a table goes through, from one MiB to the one that is allowed.
function Levels({ now, most }: { now: number; most: number }) {
  const count = Math.max(0, Math.round(Math.log2(most / kFirst)));
  const at = count - Math.min(count, Math.max(0, Math.round(Math.log2(most / now))));
  const sizes = Array.from({ length: count + 1 }, (_, level) => most / 2 ** (count - level));
  return (
    <ol class="table-levels" aria-label={t('Level {n} of {m}', { n: at + 1, m: count + 1 })}>
      {sizes.map((size, level) => (
        <li key={level} class={level < at ? 'passed' : level === at ? 'current' : ''} aria-current={level === at}>{bytesText(size)}</li>
      ))}
    </ol>
  );
}
