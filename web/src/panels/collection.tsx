// The games or problems of one file: which one is shown, which ones are solved.
import type { Collection, Progress } from '../model/collection';
import { fingerprint } from '../model/collection';
import { t } from '../model/language';
import { header } from '../model/record';
import { Panel } from './controls';

interface Props {
  collection: Collection;
  progress: Progress;
  onGo: (at: number) => void;
}

export function CollectionPanel({ collection: { records, at }, progress, onGo }: Props) {
  const state = (index: number) => progress[fingerprint(records[index]!.position ?? '')];
  const solved = records.filter((_, index) => state(index) === 'right').length;
  const record = records[at]!;
  const players = ['White', 'Black', '先手', '後手', 'PB', 'PW'].flatMap((name) => header(record, name) ?? []).join(' – ');
  const title = header(record, 'GN') ?? players;
  return (
    <Panel title={t('Collection')} note={t('{n} of {m}', { n: at + 1, m: records.length })}>
      {title && <p class="fine">{title}</p>}
      <div class="numbers" role="group" aria-label={t('Problems of the collection')}>
        {records.map((_, index) => (
          <button
            key={index}
            class={state(index)}
            aria-current={index === at}
            aria-label={`${index + 1}${state(index) === 'right' ? `, ${t('solved')}` : state(index) === 'wrong' ? `, ${t('tried')}` : ''}`}
            onClick={() => onGo(index)}
          >
            {index + 1}
          </button>
        ))}
      </div>
      <div class="actions">
        <button disabled={at === 0} onClick={() => onGo(at - 1)}>{t('Previous')}</button>
        <button disabled={at === records.length - 1} onClick={() => onGo(at + 1)}>{t('Next')}</button>
        {solved > 0 && <span class="fine" data-testid="progress">{t('{n} of {m} solved', { n: solved, m: records.length })}</span>}
      </div>
    </Panel>
  );
}
