import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { childrenNamed } from '../../../platform/resources/server/queries/children.ts';
import { lockRows } from '../../../platform/resources/server/queries/rows/read.ts';
import type { ScopedResource } from '../../../platform/resources/server/reading.ts';
import { classesToJoin } from '../../classes/server/public.ts';
import { NOT_CURRENT, NOT_REACHED, STUDENT_NOT_REACHED } from './hooks/students.ts';

/** A locked student row. */
export interface LockedStudent {
  childId: string;
  studentId: string;
  name: string;
  status: number;
  classId: string | null;
  userId: string | null;
  row: Readonly<Record<string, unknown>>;
}

/**
 * Students by id (of the child or the enrolment), without duplicates, in the given order, locked until the transaction
 * ends.
 *
 * @throws AppError `notFoundInScope`, naming the missing students when there are several ids
 */
export async function lockStudents(
  tx: Tx,
  { rows, tenant: { orgId } }: ScopedResource,
  ids: readonly string[],
): Promise<LockedStudent[]> {
  const childIds = (await tx.run(childrenNamed(orgId, ids))).map(({ child_id }) => child_id);
  const locked = new Map((await tx.run(lockRows(rows, childIds))).map((row) => [String(row['child_id']), row]));
  // Read after the locks are held: another transaction may have changed the rows before.
  const named = await tx.run(childrenNamed(orgId, ids));
  const known = new Map(
    named.flatMap(
      (one) =>
        [
          [one.child_id, one],
          [one.student_id, one],
        ] as const,
    ),
  );
  const missing = ids.flatMap((id, i) =>
    locked.has(known.get(id)?.child_id ?? '') ? [] : [{ field: `/student_ids/${i}`, message: STUDENT_NOT_REACHED }],
  );
  if (missing.length > 0) throw notFoundInScope(rows.scope, ids.length > 1 ? { details: missing } : {});
  return [...new Set(ids.map((id) => known.get(id)))].flatMap((one) => {
    const row = one && locked.get(one.child_id);
    return row
      ? [
          {
            childId: one.child_id,
            studentId: one.student_id,
            name: String(row['child_name']),
            status: Number(row['study_status']),
            classId: typeof row['class_id'] === 'string' ? row['class_id'] : null,
            userId: one.user_id,
            row,
          },
        ]
      : [];
  });
}

/**
 * Requires a class that students may join.
 *
 * @throws AppError PSY_INVALID_INPUT when the class is out of scope or not of the current year
 */
export async function requireClass(
  tx: Tx,
  { actor, services: { access } }: OrgContext,
  classId: string,
): Promise<void> {
  const [found] = await tx.run(classesToJoin(actor.orgId, access.scope(actor, 'class'), [classId]));
  if (!found?.is_current) throw invalid('/class_id', found ? NOT_CURRENT : NOT_REACHED);
}
