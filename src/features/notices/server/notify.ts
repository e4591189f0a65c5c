import type { Services } from '../../../platform/context/server/services.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { NOTICES, announced } from '../../../platform/push/server/announced.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import type { NoticeKind, NoticeSubject } from '../rules.ts';
import * as store from './queries/notices.ts';

type Parts = Pick<Services, 'clock'>;

/**
 * Notifies people in the transaction of the event; open windows on any process show the notice right after the commit.
 * Each person is notified once per call.
 *
 * @returns number of notified people
 */
export async function notify(
  tx: Tx,
  { clock }: Parts,
  orgId: string,
  userIds: readonly string[],
  { kind, subject, title, body }: { kind: NoticeKind; subject: NoticeSubject; title?: string; body?: string },
): Promise<number> {
  const created_at = nowIso(clock);
  const rows = [...new Set(userIds)].map((user_id) => ({
    org_id: orgId,
    notice_id: newId(clock),
    user_id,
    kind,
    subject_type: subject.type,
    subject_id: subject.id,
    title: title ?? null,
    body: body ?? null,
    created_at,
    read_at: null,
  }));
  if (rows.length === 0) return 0;
  await tx.run(store.insertNotices(rows));
  await tx.announce(
    NOTICES,
    rows.map(({ org_id, user_id, read_at: _, title: __, body: ___, ...notice }) =>
      announced({ orgId: org_id, userId: user_id, notice: { ...notice, ...(title !== undefined && { title }) } }),
    ),
  );
  return rows.length;
}

/** Marks the notices of a person about some subjects as read, because the person has opened them. */
export async function readAbout(
  tx: Tx,
  { clock }: Parts,
  orgId: string,
  userId: string,
  types: readonly NoticeSubject['type'][],
  ids: readonly string[],
): Promise<void> {
  const count = await tx.run(store.readNoticesAbout(orgId, userId, types, ids, nowIso(clock)));
  if (count > 0) await tx.announce(NOTICES, [announced({ orgId, userId })]);
}

/** Deletes all notices about a subject, in all windows, because it is withdrawn or over. */
export const retract = (tx: Tx, orgId: string, { type, id }: NoticeSubject): Promise<void> =>
  retractAll(tx, orgId, type, [id]);

/** Deletes all notices about subjects of one type. */
export async function retractAll(
  tx: Tx,
  orgId: string,
  type: NoticeSubject['type'],
  ids: readonly string[],
): Promise<void> {
  const whose = await tx.run(store.deleteNotices(orgId, type, ids));
  if (whose.length === 0) return;
  await tx.announce(
    NOTICES,
    [...new Set(whose.map(({ user_id }) => user_id))].map((userId) => announced({ orgId, userId })),
  );
}

/** Marks all notices about a subject as read, in all windows, because nothing is left to do. */
export async function settle(tx: Tx, { clock }: Parts, orgId: string, { type, id }: NoticeSubject): Promise<void> {
  const whose = await tx.run(store.settleNotices(orgId, type, id, nowIso(clock)));
  await tx.announce(
    NOTICES,
    [...new Set(whose.map(({ user_id }) => user_id))].map((userId) => announced({ orgId, userId })),
  );
}
