import { notReached } from '../../../../platform/access/server/not-reached.ts';
import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { rowsOfIds } from '../../../../platform/resources/server/queries/rows/read.ts';
import { reach } from '../../../../platform/resources/server/reading.ts';
import * as contract from '../../contract/guardians.ts';
import { closeGuardianAccount, registerGuardian, resetGuardianPassword } from '../guardian-account.ts';
import { linkChild, setRelation, unlinkChild } from '../guardian-children.ts';
import { guardianHooks } from '../hooks.ts';
import { childrenOfGuardian } from '../queries/guardians.ts';

/** The calls that guardians have beside those of every resource. */
export const guardiansHandlers: readonly Implementation[] = [
  implement(contract.guardianChildren, async (ctx, { params }) => {
    const {
      actor,
      services: { access, db },
    } = ctx;
    const { rows, tenant } = reach(ctx, 'guardian', guardianHooks);
    const [[guardian], children] = await db.read(tenant, [
      rowsOfIds(rows, [params.id]),
      childrenOfGuardian(actor.orgId, access.scope(actor, 'student'), params.id),
    ]);
    if (!guardian) throw notReached(rows.scope);
    return {
      total: children.length,
      items: children.map(({ class_name, ...child }) => ({ ...child, ...(class_name !== null && { class_name }) })),
    };
  }),
  implement(contract.linkChild, (ctx, { params, body }) =>
    linkChild(ctx, { guardianId: params.id, childId: body.child_id }, body.relation),
  ),
  implement(contract.changeRelation, (ctx, { params, body }) =>
    setRelation(ctx, { guardianId: params.id, childId: params.child_id }, body.relation),
  ),
  implement(contract.unlinkChild, (ctx, { params }) =>
    unlinkChild(ctx, { guardianId: params.id, childId: params.child_id }),
  ),
  implement(contract.registerGuardian, (ctx, { params }) => registerGuardian(ctx, params.id)),
  implement(contract.resetGuardianPassword, (ctx, { params }) => resetGuardianPassword(ctx, params.id)),
  implement(contract.closeGuardianAccount, (ctx, { params }) => closeGuardianAccount(ctx, params.id)),
];
