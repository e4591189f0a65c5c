import { implement, type Implementation, type OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Requester } from '../../jobs/server/jobs.ts';
import { requesterOf } from '../../jobs/server/requester.ts';
import * as contract from '../contract.ts';
import { requireImport } from './find.ts';
import type { ImportFacts } from './queries/imports.ts';
import { settleDead, shownImport } from './state.ts';

/** Progress of the caller's own background work of any kind, by its id. */
export const importsHandlers: readonly Implementation[] = [
  implement(contract.asyncTask, async (ctx, { params }) => {
    for (const read of ctx.services.taskReaders) {
      const task = await read(ctx, params.id);
      if (task) return task;
    }
    throw new AppError('PSY_NOT_FOUND');
  }),
];

/** Makes a decision about an import, and answers with the import as it is then. */
export async function decideImport(
  ctx: OrgContext,
  name: string,
  id: string,
  decide: (tx: Tx, facts: ImportFacts, requester: Requester) => Promise<void>,
): Promise<contract.Import> {
  // By itself, because it holds also where the decision is refused.
  const facts = await settleDead(ctx, await requireImport(ctx, name, id));
  const requester = await requesterOf(ctx);
  await ctx.transaction((tx) => decide(tx, facts, requester));
  return shownImport(ctx, await requireImport(ctx, name, id));
}
