// What moves cost: marks for the bad ones, and how well each side played.

export type Mark = '?!' | '?' | '??';

// The first side's share (0 to 1) of each position of a game, from its start; undefined where it is not known.
export type Shares = readonly (number | undefined)[];

// What move number `index` cost its side, as a share of the point; never negative.
export function cost(shares: Shares, index: number, byFirst: boolean): number | undefined {
  const before = shares[index];
  const after = shares[index + 1];
  if (before === undefined || after === undefined) return undefined;
  return Math.max(0, byFirst ? before - after : after - before);
}

export function markOf(lost: number | undefined): Mark | undefined {
  if (lost === undefined || lost < 0.1) return undefined;
  return lost < 0.2 ? '?!' : lost < 0.3 ? '?' : '??';
}

export interface SideReport {
  accuracy?: number; // 0 to 100: the mean of exp(-4 * cost) over its moves; none = it has no move that is known
  counts: Record<Mark, number>;
}

// `firstBegins`: whose move the game's first one is.
export function sideReports(shares: Shares, moves: number, firstBegins: boolean): [SideReport, SideReport] {
  const report = (first: boolean): SideReport => {
    const counts = { '?!': 0, '?': 0, '??': 0 };
    const kept: number[] = [];
    for (let index = 0; index < moves; ++index) {
      if ((index % 2 === 0) === firstBegins !== first) continue;
      const lost = cost(shares, index, first);
      if (lost === undefined) continue;
      kept.push(Math.exp(-4 * lost));
      const mark = markOf(lost);
      if (mark) ++counts[mark];
    }
    return { accuracy: kept.length > 0 ? (100 * kept.reduce((sum, one) => sum + one, 0)) / kept.length : undefined, counts };
  };
  return [report(true), report(false)];
}
