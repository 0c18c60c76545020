// The course of a search in numbers: what the panel "Inside the table" draws.
import type { Report, TableStatistics } from '../engine/types';

export interface Sample {
  seconds: number;
  nodeRate: number; // per second
  hitRate: number; // 0..1, since the sample before
  fill: number; // 0..1
  storeRate: number; // per second
  replaceRate: number; // per second
}

const kMost = 600;

export class Samples {
  readonly list: Sample[] = [];
  table?: TableStatistics;
  nodes = 0;
  private began: number | undefined;
  private last?: { at: number; table: TableStatistics; nodes: number };

  // `now` in milliseconds, of any clock.
  add(table: TableStatistics | undefined, report: Pick<Report, 'nodes' | 'seconds'> | undefined, now: number): void {
    this.began ??= now;
    if (report) this.nodes = report.nodes;
    if (!table) return;
    this.table = table;
    const before = this.last;
    const seconds = (now - (before?.at ?? this.began)) / 1000;
    if (before && seconds < 0.1) return; // too short for a rate
    this.last = { at: now, table, nodes: this.nodes };
    if (!before) return;
    // Counters start again from zero when an engine resets them.
    const grown = (key: 'probes' | 'hits' | 'stores' | 'replacements') =>
      table[key] >= before.table[key] ? table[key] - before.table[key] : table[key];
    const probes = grown('probes');
    const nodes = this.nodes > before.nodes ? this.nodes - before.nodes : undefined;
    const previous = this.list.at(-1);
    this.list.push({
      seconds: (now - this.began) / 1000,
      // Between two reports the nodes are not known; the probes, one a node or nearly, are.
      nodeRate: (nodes ?? probes) / seconds,
      hitRate: probes > 0 ? grown('hits') / probes : (previous?.hitRate ?? 0),
      fill: table.fill / 1000,
      storeRate: grown('stores') / seconds,
      replaceRate: grown('replacements') / seconds,
    });
    if (this.list.length > kMost) this.list.splice(0, 1);
  }
}
