import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../../platform/contract/common.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import * as contract from '../contract.ts';
import { addGroupMembers, removeGroupMembers } from './group-members.ts';
import { customGroupHooks } from './hooks.ts';
import { membersCount, membersPage } from './queries.ts';

/** Endpoints of custom groups besides the generic resource endpoints. */
export const customGroupsHandlers: readonly Implementation[] = [
  implement(
    contract.groupMembers,
    async (ctx, { params: { id }, query: { page = 1, size = PAGE_SIZE_DEFAULT, ...filter } }) => {
      const {
        actor,
        services: { access, db },
      } = ctx;
      const { rows, tenant } = resolveResource(ctx, 'custom-group', customGroupHooks);
      const scope = access.scope(actor, 'student');
      const [[group], items, [count]] = await db.read(tenant, [
        rowsOfIds(rows, [id]),
        membersPage(actor.orgId, scope, id, filter, page, size),
        membersCount(actor.orgId, scope, id, filter),
      ]);
      if (!group) throw notFoundInScope(rows.scope);
      return {
        total: count?.total ?? 0,
        items: items.map(({ class_name, ...member }) => ({ ...member, ...(class_name !== null && { class_name }) })),
      };
    },
  ),
  implement(contract.addGroupMembers, (ctx, { params, body }) =>
    ctx.transaction((tx) => addGroupMembers(ctx, tx, params.id, body)),
  ),
  implement(contract.removeGroupMembers, (ctx, { params, body }) =>
    ctx.transaction((tx) => removeGroupMembers(ctx, tx, params.id, body.child_ids)),
  ),
];
