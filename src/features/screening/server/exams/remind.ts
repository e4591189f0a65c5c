import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import type { BodyOf, DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import type { NoticeKind } from '../../../notices/public.ts';
import { notify } from '../../../notices/server/public.ts';
import type { RemindedGroup, remindExam as remindCall } from '../../contract/exams.ts';
import { awaitedSheets, classTeachersOf, guardianAccounts, type Awaited } from '../queries/exam-progress.ts';
import { loadExam, requireStatus } from './load-exam.ts';

const KIND: Readonly<Record<RemindedGroup, NoticeKind>> = {
  students: 'exam_open',
  guardians: 'exam_consent',
  class_teachers: 'exam_missing',
};

/** Accounts to notify; `undefined` stands for a person without one. */
async function accountsOf(
  tx: Tx,
  orgId: string,
  group: RemindedGroup,
  awaited: readonly Awaited[],
): Promise<(string | undefined)[]> {
  const known = (users: readonly (string | null)[]) => users.map((user) => user ?? undefined);
  if (group === 'students') return known(awaited.filter(({ waiting }) => !waiting).map(({ user_id }) => user_id));
  if (group === 'guardians') {
    const children = awaited.filter(({ waiting }) => waiting).map(({ child_id }) => child_id);
    return known((await tx.run(guardianAccounts(orgId, children))).map(({ user_id }) => user_id));
  }
  const classIds = [...new Set(awaited.flatMap(({ class_id }) => class_id ?? []))];
  const teachers = await tx.run(classTeachersOf(orgId, classIds));
  const bare = classIds.filter((id) => !teachers.some(({ class_id }) => class_id === id));
  return [...new Set(teachers.map(({ user_id }) => user_id)), ...bare.map(() => undefined)];
}

/**
 * Notifies students who have not finished, guardians whose consent is missing, and class teachers of classes that are
 * not complete; within the caller's scope. People without an account are counted, not reached.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT where the plan does not run
 */
export async function remind(
  ctx: OrgContext,
  tx: Tx,
  examId: string,
  { to, class_id }: BodyOf<typeof remindCall>,
): Promise<DataOf<typeof remindCall>> {
  const { actor, services } = ctx;
  const exam = await loadExam(inTransaction(ctx, tx), examId);
  requireStatus(ctx, exam, to.every((group) => group === 'guardians') ? ['published', 'running'] : ['running']);
  const awaited = await tx.run(awaitedSheets(actor.orgId, examId, services.access.scope(actor, 'student'), class_id));
  const reminded: DataOf<typeof remindCall> = {};
  for (const group of to) {
    const accounts = await accountsOf(tx, actor.orgId, group, awaited);
    const users = [...new Set(accounts.filter((user) => user !== undefined))];
    const subject = { type: 'exam', id: examId } as const;
    const notified =
      users.length === 0 ? 0 : await notify(tx, services, actor.orgId, users, { kind: KIND[group], subject });
    reminded[group] = { notified, without_account: accounts.filter((user) => user === undefined).length };
  }
  await audit(tx, ctx, {
    act: 'remind',
    resource: 'exam',
    rowId: examId,
    rowLabel: exam.exam_name,
    after: { reminded: Object.values(reminded).reduce((sum, { notified }) => sum + notified, 0) },
  });
  return reminded;
}
