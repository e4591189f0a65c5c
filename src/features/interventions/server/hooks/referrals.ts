import type { FieldLocation } from '../../../../platform/crypto/server/data-keys.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import type { ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { REFERRAL } from '../../rules/referral.ts';
import { insertReferralStep, openReferrals } from '../queries/referrals.ts';
import { recordHooks } from './records.ts';

const base = recordHooks({ table: 'referrals', step: 'referral', when: 'referred_on' });

/** Location of the encrypted note of a step. */
export const noteAt = (stepId: string): FieldLocation => ({ table: 'referral_steps', row: stepId, field: 'note' });

const IN_PROCESS = '这名学生已在转介中';

/** A student has at most one open referral. All states are kept, and a closed referral is read-only. */
export const referralHooks: ResourceHooks = {
  ...base,

  async validate(tx, ctx, drafts, reject) {
    const {
      actor,
      services: { access },
    } = ctx;
    await base.validate?.(tx, ctx, drafts, reject);
    const fresh = drafts.flatMap(({ row, before }) => (before ? [] : [String(row['child_id'])]));
    if (fresh.length === 0) return;
    const open = new Map((await tx.run(openReferrals(actor.orgId, fresh))).map((one) => [one.child_id, one]));
    for (const [i, { row, before }] of drafts.entries()) {
      const other = before ? undefined : open.get(String(row['child_id']));
      // A role that may not read the open referral learns only that it exists.
      const isOpen = other && (!other.restricted || other.author_group === access.groupOf(actor.roleId));
      if (other)
        reject(i, 'child_id', isOpen ? `${IN_PROCESS}：${other.real_name ?? ''}转到${other.hospital}` : IN_PROCESS);
    }
  },

  async beforeWrite(tx, ctx, written) {
    await base.beforeWrite?.(tx, ctx, written);
    const {
      actor: { orgId },
      caller: { userId },
      services: { clock },
    } = ctx;
    const at = nowIso(clock);
    for (const { id, before } of written)
      if (!before)
        await tx.run(
          insertReferralStep({
            org_id: orgId,
            referral_id: id,
            step_id: newId(clock),
            status: REFERRAL.pending,
            user_id: userId,
            at,
            note: null,
          }),
        );
  },

  explainConflict: (error) =>
    isUniqueViolation(error, 'referrals_open')
      ? new AppError('PSY_CONFLICT', {
          message: `${IN_PROCESS}，刚刚由他人提出`,
          details: [{ field: '/child_id', message: IN_PROCESS }],
          cause: error,
        })
      : undefined,
};
