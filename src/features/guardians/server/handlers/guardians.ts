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
  implement(contract.guardianChildren, async (call, { params }) => {
    const {
      actor,
      services: { access, db },
    } = call;
    const { rows, tenant } = reach(call, 'guardian', guardianHooks);
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
  implement(contract.linkChild, (call, { params, body }) =>
    linkChild(call, { guardianId: params.id, childId: body.child_id }, body.relation),
  ),
  implement(contract.changeRelation, (call, { params, body }) =>
    setRelation(call, { guardianId: params.id, childId: params.child_id }, body.relation),
  ),
  implement(contract.unlinkChild, (call, { params }) =>
    unlinkChild(call, { guardianId: params.id, childId: params.child_id }),
  ),
  implement(contract.registerGuardian, (call, { params }) => registerGuardian(call, params.id)),
  implement(contract.resetGuardianPassword, (call, { params }) => resetGuardianPassword(call, params.id)),
  implement(contract.closeGuardianAccount, (call, { params }) => closeGuardianAccount(call, params.id)),
];
