import { isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { customGroupRows, takenGroupNames } from './queries.ts';

const TAKEN = '本校已有这个名称的分组';

/** The name of a group is unique within the school; a group belongs to its author. Deletion affects nothing else. */
export const customGroupHooks: ResourceHooks = {
  table: customGroupRows,

  derivedColumns: ({ before }, { caller }) => (before ? {} : { created_by: caller.userId }),

  async validate(tx, { actor: { orgId } }, drafts, reject) {
    const owners = new Map(
      (
        await tx.run(
          takenGroupNames(
            orgId,
            drafts.map(({ row }) => String(row['group_name'])),
          ),
        )
      ).map(({ group_name, group_id }) => [group_name, group_id]),
    );
    for (const [i, { row, before }] of drafts.entries()) {
      const owner = owners.get(String(row['group_name']));
      if (owner !== undefined && owner !== before?.['group_id']) reject(i, 'group_name', TAKEN);
    }
  },

  explainConflict: (error) =>
    isUniqueViolation(error, 'custom_groups_name')
      ? new AppError('PSY_CONFLICT', {
          message: `${TAKEN}，刚刚由他人保存`,
          details: [{ field: '/group_name', message: TAKEN }],
          cause: error,
        })
      : undefined,
};
