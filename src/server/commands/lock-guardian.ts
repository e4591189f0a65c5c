import { notReached } from '../access/not-reached.ts';
import type { OrgCall } from '../context.ts';
import { guardianHooks } from '../resources/guardians.ts';
import { reach } from '../resources/reading.ts';
import type { Tx } from '../store/db/database.ts';
import { lockRows } from '../store/rows/read.ts';

/** The name of a guardian who is about to be changed, and is locked until the transaction ends. @throws AppError `notReached` */
export async function lockGuardian(tx: Tx, call: OrgCall, id: string): Promise<string> {
  const { rows } = reach(call, 'guardian', guardianHooks);
  const [row] = await tx.run(lockRows(rows, [id]));
  if (!row) throw notReached(rows.scope);
  return String(row['guardian_name']);
}
