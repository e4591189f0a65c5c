import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import type { Draft, ResourceHooks, Written } from '../../../../platform/resources/server/hooks.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { forget, remindOn } from '../../../notices/server/public.ts';
import { followUpRows } from '../queries/records.ts';
import { openReferralIds } from '../queries/referrals.ts';
import { recordHooks, addRecordStep } from './records.ts';

const TABLE = 'follow_ups';
const base = recordHooks({ table: TABLE, step: 'follow_up', rows: followUpRows, when: 'done_on' });

const becomesDone = ({ row, before }: Draft) => row['done_on'] !== undefined && before?.['done_on'] === undefined;

/** Reminds the author the day before and on the day, unless the follow-up is done. */
async function remind(
  tx: Tx,
  { actor: { orgId }, caller: { userId }, services }: OrgContext,
  { id, row, before }: Written,
): Promise<void> {
  const subject = { type: 'follow_up' as const, id };
  if (row['done_on'] !== undefined) await forget(tx, orgId, subject);
  else if (row['due_on'] !== before?.['due_on'])
    await remindOn(tx, services, orgId, {
      subject,
      userIds: [userId],
      on: String(row['due_on']),
      kinds: { before: 'follow_up_soon', onDay: 'follow_up_today' },
    });
}

/**
 * A planned follow-up, done once its result is written. For a student with an open referral it belongs to that
 * referral.
 */
export const followUpHooks: ResourceHooks = {
  ...base,

  derivedColumns: (draft, ctx) => ({
    ...base.derivedColumns?.(draft, ctx),
    ...(!draft.before && { referral_id: draft.row['referral_id'] ?? null }),
  }),

  async validate(tx, ctx, drafts, reject) {
    const {
      actor: { orgId },
      services: { clock },
    } = ctx;
    for (const [i, { row, before }] of drafts.entries()) {
      if (typeof row['content'] === 'string') row['done_on'] ??= dayOf(clock.now());
      else if (row['done_on'] !== undefined) reject(i, 'content', '请写下随访的情况');
      if (!before && String(row['due_on']) < dayOf(clock.now())) reject(i, 'due_on', '计划日期不能早于今天');
    }
    await base.validate?.(tx, ctx, drafts, reject);
    const fresh = drafts.flatMap(({ row, before }) => (before ? [] : [row]));
    const referrals = new Map(
      (fresh.length === 0
        ? []
        : await tx.run(
            openReferralIds(
              orgId,
              fresh.map((row) => String(row['child_id'])),
            ),
          )
      ).map((one) => [one.child_id, one.referral_id]),
    );
    for (const row of fresh) {
      const found = referrals.get(String(row['child_id']));
      if (found !== undefined) row['referral_id'] = found;
    }
  },

  async beforeWrite(tx, ctx, written) {
    for (const one of written) {
      if (becomesDone(one)) await addRecordStep(tx, ctx, TABLE, 'follow_up', one);
      await remind(tx, ctx, one);
    }
  },
};
