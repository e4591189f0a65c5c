import type { Tx } from '../../db/server/database.ts';
import { counterOf, numberText } from '../../schema/sequence.ts';
import { dayOf } from '../../schema/wall-clock.ts';
import type { PreparedRow, WriteTarget } from './prepare-rows.ts';
import { takeNumbers } from './queries/row-sequences.ts';

/** Gives new rows the numbers of their fields with a sequence (`x-sequence`), in the order of the rows. */
export async function numberRows(
  tx: Tx,
  { ctx, reached: { entity, tenant } }: WriteTarget,
  prepared: readonly PreparedRow[],
): Promise<void> {
  const added = prepared.filter(({ draft }) => !draft.before);
  if (added.length === 0) return;
  for (const [name, { 'x-sequence': pattern }] of Object.entries(entity.schema.properties)) {
    if (pattern === undefined) continue;
    const counter = counterOf(pattern, dayOf(ctx.now()));
    const [{ last } = { last: 0 }] = await tx.run(takeNumbers(tenant.orgId, entity.name, name, counter, added.length));
    const before = last - added.length;
    for (const [i, { draft }] of added.entries()) draft.row[name] = numberText(counter, before + i + 1);
  }
}
