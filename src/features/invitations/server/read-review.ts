import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { applicationReview } from '../contract/applications.ts';
import { reasonOf } from './decide-application.ts';
import * as store from './queries/applications.ts';

/**
 * Students on the roll who may be the one that registered, and why a registration was refused.
 *
 * @throws AppError `notFoundInScope`
 */
export async function readReview(
  { actor, services: { access, keys }, read }: OrgContext,
  id: string,
): Promise<DataOf<typeof applicationReview>> {
  const { orgId } = actor;
  const scope = access.scope(actor, 'student-application');
  const [[application]] = await read([store.applicationById(orgId, scope, id)]);
  if (!application) throw notFoundInScope(scope);
  const [students, [others]] = await read([
    store.studentsLike(orgId, access.scope(actor, 'student'), application),
    store.othersWithNumber(orgId, id, application.student_no),
  ]);
  const items = students
    .filter(({ reached }) => reached)
    .map(({ reached: _, class_name, ...student }) => ({
      ...student,
      ...(class_name !== null && { class_name }),
      same_number: student.student_no === application.student_no,
      same_name: student.child_name === application.child_name,
    }));
  const hidden = students.some(({ reached, student_no }) => !reached && student_no === application.student_no);
  const { reason: sealed } = application;
  const reason = sealed === null ? undefined : await keys.decryptText(orgId, sealed, reasonOf(id));
  return {
    total: items.length,
    items,
    hidden,
    other_applications: others?.n ?? 0,
    ...(reason !== undefined && { reason }),
  };
}
