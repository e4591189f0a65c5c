import { IDENTITY } from '../../../platform/access/identity.ts';
import { deleteMemberships } from '../../../platform/access/server/queries/memberships.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Draft, ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { pinyinOf } from '../../../platform/runtime/server/pinyin.ts';
import { STUDENT_NOT_REACHED, studentsReached } from '../../students/server/public.ts';
import { accountsOfGuardians, deleteLink, guardianRows, guardiansBeyond, insertLinks } from './queries/guardians.ts';

/**
 * A child that the row has now and had not: the first of a new guardian, a further one by a file. A change of the row
 * itself names none.
 */
const adds = ({ row, before }: Draft) => row['child_id'] !== undefined && before?.['child_id'] === undefined;

/**
 * A guardian comes with a first child, who is one of those that the caller reaches; more children, other relations and
 * the account are acts of their own. Deleting a guardian ends their links and their way into the school; the account
 * itself may be used elsewhere and stays.
 */
export const guardianHooks: ResourceHooks = {
  table: guardianRows,

  derivedColumns: ({ row }) => ({ name_pinyin: pinyinOf(String(row['guardian_name'])) }),

  async validate(tx, { actor, services: { access } }, drafts, reject) {
    const ids = drafts.flatMap((draft) => (adds(draft) ? [String(draft.row['child_id'])] : []));
    if (ids.length === 0) return;
    const reached = new Set(
      (await tx.run(studentsReached(actor.orgId, access.scope(actor, 'student'), ids))).map(({ child_id }) => child_id),
    );
    for (const [i, draft] of drafts.entries())
      if (adds(draft) && !reached.has(String(draft.row['child_id']))) reject(i, 'child_id', STUDENT_NOT_REACHED);
  },

  async beforeWrite(tx, { actor: { orgId } }, rows) {
    const links = rows.flatMap((written) =>
      adds(written)
        ? [
            {
              org_id: orgId,
              guardian_id: written.id,
              child_id: String(written.row['child_id']),
              relation: Number(written.row['relation']),
            },
          ]
        : [],
    );
    if (links.length > 0) await tx.run(insertLinks(links));
    for (const { id, row, before } of rows)
      if (before?.['child_id'] !== undefined && row['child_id'] === undefined)
        await tx.run(deleteLink(orgId, id, String(before['child_id'])));
  },

  async beforeDelete(tx, { actor, services: { access } }, rows, ids) {
    const beyond = new Set(
      (await tx.run(guardiansBeyond(actor.orgId, access.scope(actor, 'student'), ids))).map(
        ({ guardian_id }) => guardian_id,
      ),
    );
    const details = ids.flatMap((id, i) =>
      beyond.has(id)
        ? [
            {
              field: `/ids/${i}`,
              message: `${String(rows.find((row) => row['guardian_id'] === id)?.['guardian_name'])}还有孩子不在您的管理范围内`,
            },
          ]
        : [],
    );
    const [one] = details;
    if (one)
      throw new AppError('AC_FORBIDDEN', { message: `${one.message}，不能删除；可以取消与您的学生的关联`, details });
    const accounts = await tx.run(accountsOfGuardians(actor.orgId, ids));
    if (accounts.length > 0)
      await tx.run(
        deleteMemberships(
          actor.orgId,
          IDENTITY.parent,
          accounts.map(({ user_id }) => user_id),
        ),
      );
  },

  // Who they were is known no longer.
  afterCommit: ({ actor, services: { access } }) => access.invalidateOrg(actor.orgId),
};
