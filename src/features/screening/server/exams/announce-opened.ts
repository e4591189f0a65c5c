import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { notify } from '../../../notices/server/public.ts';
import { openedSheets } from '../queries/exam-progress.ts';

/** Notifies the students whose sheets of running screenings a consent on paper has opened. */
export async function announceOpened(
  tx: Tx,
  services: Services,
  orgId: string,
  { childIds, at }: { childIds: readonly string[]; at: string },
): Promise<void> {
  const opened = await tx.run(openedSheets(orgId, childIds, at));
  for (const examId of new Set(opened.map(({ exam_id }) => exam_id))) {
    const users = opened.flatMap(({ exam_id, user_id }) => (exam_id === examId && user_id !== null ? [user_id] : []));
    await notify(tx, services, orgId, users, { kind: 'exam_open', subject: { type: 'exam', id: examId } });
  }
}
