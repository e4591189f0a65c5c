import type { Database, Statement } from '../../src/platform/db/server/database.ts';
import { median } from './start-up.ts';

const PAIRS = 60;
const WARM_UP = 8;

/**
 * The median time of two messages to the database, in milliseconds. They are measured in pairs, each in the other order
 * than the one before, so that both meet the same machine.
 */
export async function inPairs(
  db: Database,
  orgId: string,
  both: readonly [readonly Statement[], readonly Statement[]],
  pairs = PAIRS,
): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let i = 0; i < pairs + WARM_UP; i++)
    for (const which of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const from = performance.now();
      await db.read({ orgId, userId: null }, both[which]);
      if (i >= WARM_UP) taken[which].push(performance.now() - from);
    }
  return [median(taken[0]), median(taken[1])];
}
