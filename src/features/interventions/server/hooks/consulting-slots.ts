import { AppError } from '../../../../platform/errors/app-error.ts';
import type { FlatRow, ResourceHooks } from '../../../../platform/resources/server/hooks.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { overlap, type SlotTimes } from '../../rules/consultation.ts';
import {
  consultingClosureRows,
  consultingSlotRows,
  lockSlots,
  openSlots,
  usedSlots,
} from '../queries/consultations.ts';

const timesOf = (row: Readonly<FlatRow>): SlotTimes => ({
  weekday: typeof row['weekday'] === 'number' ? row['weekday'] : null,
  on_date: typeof row['on_date'] === 'string' ? row['on_date'] : null,
  starts: String(row['starts']),
  minutes: Number(row['minutes']),
});
const slotLabel = ({ weekday, on_date, starts }: SlotTimes) =>
  `${on_date ?? labelOf('weekday', weekday ?? 0)} ${starts}`;

/**
 * Slots belong to the user who enters them and must not overlap for one counsellor. A slot with any appointment cannot
 * be deleted.
 */
export const consultingSlotHooks: ResourceHooks = {
  table: consultingSlotRows,
  locksOrganisation: true,

  derivedColumns: ({ before }, { caller }) => (before ? {} : { created_by: caller.userId }),

  async validate(tx, { actor: { orgId }, caller: { userId } }, drafts, reject) {
    const mine = await tx.run(openSlots(orgId, userId));
    for (const [i, { row, before }] of drafts.entries()) {
      const times = timesOf(row);
      if ((times.weekday === null) === (times.on_date === null)) {
        reject(i, times.weekday === null ? 'weekday' : 'on_date', '每周的时段选星期几，只有一次的填日期，两者选一个');
        continue;
      }
      const other =
        row['is_open'] === false
          ? undefined
          : mine.find((slot) => slot.slot_id !== before?.['slot_id'] && overlap(slot, times));
      if (other) reject(i, 'starts', `与您 ${slotLabel(other)} 的时段重叠`);
    }
  },

  async beforeDelete(tx, { actor: { orgId } }, _rows, ids) {
    await tx.run(lockSlots(orgId, ids));
    const [used] = await tx.run(usedSlots(orgId, ids));
    if (used)
      throw new AppError('PSY_NOT_EMPTY', { message: '这个时段有过预约，不能删除；不再用它，可以关上“可以预约”' });
  },
};

export const consultingClosureHooks: ResourceHooks = {
  table: consultingClosureRows,

  derivedColumns: ({ before }, { caller }) => (before ? {} : { created_by: caller.userId }),

  validate(_tx, _ctx, drafts, reject) {
    for (const [i, { row }] of drafts.entries())
      if (String(row['to_on']) < String(row['from_on'])) reject(i, 'to_on', '结束日期不能早于开始日期');
    return Promise.resolve();
  },
};
