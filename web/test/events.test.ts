import { expect, test } from 'vitest';
import { EventParser } from '../src/engine/events';

test('finds events in a stream cut anywhere', () => {
  const stream = 'event: report\ndata: {"nodes":1}\n\n:\n\nevent: done\ndata: {"nodes":2}\n\n';
  for (let cut = 0; cut <= stream.length; ++cut) {
    const parser = new EventParser();
    const events = [...parser.push(stream.slice(0, cut)), ...parser.push(stream.slice(cut))];
    expect(events).toEqual([
      { name: 'report', data: '{"nodes":1}' },
      { name: 'done', data: '{"nodes":2}' },
    ]);
  }
});
