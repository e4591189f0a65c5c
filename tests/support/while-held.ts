import type { Database, Statement } from '../../src/platform/db/server/database.ts';

/**
 * Runs calls while another transaction of a tenant, which has run some statements, is open. The embedded engine has one
 * connection, on which transactions take turns: there the other one has ended.
 */
export async function whileHeld<T>(
  db: Database,
  orgId: string,
  statements: readonly Statement[],
  calls: () => Promise<T>,
): Promise<T> {
  let begun = () => {};
  let end = () => {};
  const isBegun = new Promise<void>((resolve) => (begun = resolve));
  const isEnding = new Promise<void>((resolve) => (end = resolve));
  const holding = db.transaction({ orgId, userId: null }, async (tx) => {
    await tx.batch(statements);
    begun();
    if (db.kind === 'server') await isEnding;
  });
  await Promise.race([isBegun, holding]);
  if (db.kind === 'embedded') await holding;
  try {
    return await calls();
  } finally {
    end();
    await holding;
  }
}
