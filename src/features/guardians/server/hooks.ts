import { AppError } from '../../../platform/errors/app-error.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { deleteMemberships } from '../../../platform/identity/server/queries/memberships.ts';
import type { Draft, ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { pinyinOf } from '../../../platform/runtime/server/pinyin.ts';
import { STUDENT_NOT_REACHED, studentsReached } from '../../students/server/public.ts';
import { accountsOfGuardians, deleteLink, guardianRows, guardiansBeyond, insertLinks } from './queries/guardians.ts';

/**
 * Whether the row adds a child: the first child of a new guardian, or another one from an import. A change of the row
 * itself has no child.
 */
const adds = ({ row, before }: Draft) => row['child_id'] !== undefined && before?.['child_id'] === undefined;

/**
 * A new guardian needs a first child within the caller's scope; further children, relations and the account have their
 * own endpoints. Deletion ends the links and the access to this school; the account stays, because another school may
 * use it.
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

  // The deleted accounts are unknown here, so the whole organisation is invalidated.
  afterCommit: ({ actor, services: { access } }) => access.invalidateOrg(actor.orgId),
};
