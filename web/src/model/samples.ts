// The course of a search in numbers: what the panel "Inside the table" draws.
import type { Report, TableStatistics } from '../engine/types';

export interface Sample {
  seconds: number;
  nodeRate: number; // per second
  hitRate: number; // 0..1, since the sample before
  fill: number; // 0..1
  bytes: number; // the table's size by now
  storeRate: number; // per second
  replaceRate: number; // per second
}

const kMost = 600;

export class Samples {
  readonly list: Sample[] = [];
  table?: TableStatistics;
  private began: number | undefined;
  private last?: { at: number; table: TableStatistics };
  private first?: TableStatistics;
  private nodesPerProbe = 1;
  meanNodeRate = 0;

  // `now` in milliseconds, of any clock.
  add(table: TableStatistics | undefined, report: Pick<Report, 'nodes' | 'seconds'> | undefined, now: number): void {
    this.began ??= now;
    if (report && report.seconds > 0) this.meanNodeRate = report.nodes / report.seconds;
    if (!table) return;
    this.table = table;
    this.first ??= table;
    // Nodes are counted in reports only, which come now and then; probes are counted always, and go with the nodes.
    const probed = table.probes - (this.first.probes < table.probes ? this.first.probes : 0);
    if (report && report.nodes > 0 && probed > 0) this.nodesPerProbe = report.nodes / probed;
    const before = this.last;
    const seconds = (now - (before?.at ?? this.began)) / 1000;
    if (before && seconds < 0.1) return; // too short for a rate
    this.last = { at: now, table };
    if (!before) return;
    // Counters start again from zero when an engine resets them.
    const grown = (key: 'probes' | 'hits' | 'stores' | 'replacements') =>
      table[key] >= before.table[key] ? table[key] - before.table[key] : table[key];
    const probes = grown('probes');
    const previous = this.list.at(-1);
    this.list.push({
      seconds: (now - this.began) / 1000,
      nodeRate: (probes * this.nodesPerProbe) / seconds,
      hitRate: probes > 0 ? grown('hits') / probes : (previous?.hitRate ?? 0),
      fill: table.fill / 1000,
      bytes: table.current_bytes ?? table.bytes,
      storeRate: grown('stores') / seconds,
      replaceRate: grown('replacements') / seconds,
    });
    if (this.list.length > kMost) this.list.splice(0, 1);
  }
}
