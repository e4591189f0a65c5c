import { AppError } from '../../shared/errors/app-error.ts';
import type { OrgCall } from '../context.ts';
import { guardianHooks } from '../resources/guardians.ts';
import { reach } from '../resources/reading.ts';
import type { Tx } from '../store/db/database.ts';
import { lockRows } from '../store/rows/read.ts';

/** The name of a guardian who is about to be changed, and is locked until the transaction ends. @throws AppError PSY_NOT_FOUND where the role does not reach them */
export async function lockGuardian(tx: Tx, call: OrgCall, id: string): Promise<string> {
  const [row] = await tx.run(lockRows(reach(call, 'guardian', guardianHooks).rows, [id]));
  if (!row) throw new AppError('PSY_NOT_FOUND');
  return String(row['guardian_name']);
}
