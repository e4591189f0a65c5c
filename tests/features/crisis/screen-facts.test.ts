import { describe, expect, it } from 'vitest';
import { readScreenFacts } from '../../../src/features/crisis/server/screen-facts.ts';

interface Count {
  org_id: string;
  dim: string;
  key: string;
  n: number;
  children: number;
}
const count = (org_id: string, dim: string, key: string, children: number, n = children): Count => ({
  org_id,
  dim,
  key,
  n,
  children,
});

/** Reads facts about schools A and B in November 2026, where the database holds these counts. */
const factsFrom = ({ now = [], year = [], before = [] }: Partial<Record<'now' | 'year' | 'before', Count[]>>) => {
  const services = {
    db: { read: () => Promise.resolve([now, year, before]) },
    clock: { now: () => Date.parse('2026-11-20T10:00:00+08:00') },
    smallestGroup: 5,
  } as unknown as Parameters<typeof readScreenFacts>[0];
  return readScreenFacts(services, 'bureau', ['A', 'B']);
};

describe('what a large screen shows of warnings', () => {
  it('adds up the schools, and keeps each school apart', async () => {
    const { all, of } = await factsFrom({
      now: [count('A', 'waiting', '', 5), count('B', 'waiting', '', 10), count('B', 'open', '2', 10)],
      year: [count('A', 'all', '', 10), count('B', 'all', '', 20), count('A', 'source', '2', 5)],
    });
    const waiting = (facts: typeof all) => [facts.waiting, facts.warned];
    expect([all, of('A'), of('B')].map(waiting)).toEqual([
      [15, 30],
      [5, 10],
      [10, 20],
    ]);
    const open = (facts: typeof all) => facts.open.map(({ level, n }) => [level, n]);
    expect([open(all), open(of('A'))]).toEqual([
      [
        [1, null],
        [2, 10],
        [3, null],
      ],
      [
        [1, null],
        [2, null],
        [3, null],
      ],
    ]);
    expect([of('A').sources, of('B').sources]).toEqual([[{ source: 2, n: 5 }], []]);
  });

  it('counts students and not warnings, and suppresses small groups', async () => {
    const { all } = await factsFrom({
      now: [count('A', 'waiting', '', 4, 40)],
      year: [count('A', 'all', '', 6, 40), count('A', 'source', '3', 5), count('B', 'source', '1', 4)],
    });
    expect([all.waiting, all.warned, all.sources]).toEqual([
      null,
      5,
      [
        { source: 1, n: null },
        { source: 3, n: 5 },
      ],
    ]);
  });

  it('has the months of the school year that have begun, each beside the same month of the year before', async () => {
    const { all } = await factsFrom({
      year: [count('A', 'month', '2026-10', 10), count('A', 'month', '2026-12', 10)],
      before: [count('A', 'month', '2025-10', 5), count('B', 'month', '2025-11', 5)],
    });
    expect(all.months).toEqual([
      { month: '2026-09', n: null, last: null },
      { month: '2026-10', n: 10, last: 5 },
      { month: '2026-11', n: null, last: 5 },
    ]);
  });

  it('publishes the median time to a verdict only of four times the smallest group', async () => {
    const verify = [count('A', 'verify', '8', 0, 3), count('B', 'verify', '40', 0, 2)];
    const median = async (children: number) =>
      (await factsFrom({ year: [count('A', 'verified', '', children), ...verify] })).all.verifyMinutes;
    expect([await median(19), await median(20)]).toEqual([null, 3]);
    expect((await factsFrom({ year: [count('A', 'verified', '', 20)] })).all.verifyMinutes).toBeNull();
  });
});
