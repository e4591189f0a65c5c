import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import { accountMaker, hashedPassword } from '../../account/server/public.ts';
import * as consents from '../contract/consents.ts';
import * as contract from '../contract/guardians.ts';
import { childConsents, consentStandings, recordConsents, withdrawConsent } from './consents.ts';
import { closeGuardianAccount, registerGuardian, resetGuardianPassword } from './guardian-account.ts';
import { linkChild, setRelation, unlinkChild } from './guardian-children.ts';
import { readChildren, readRelations } from './read-guardians.ts';

const listed = <T>(items: T[]) => ({ total: items.length, items });

/** Endpoints of guardians besides the generic resource endpoints, and of consents. */
export const guardiansHandlers: readonly Implementation[] = [
  implement(contract.guardianChildren, (ctx, { params }) => readChildren(ctx, params.id)),
  implement(contract.childRelation, (ctx, { params, query }) => readRelations(ctx, params.id, query)),
  implement(contract.linkChild, (ctx, { params, body }) =>
    ctx.transaction((tx) => linkChild(ctx, tx, { guardianId: params.id, childId: body.child_id }, body.relation)),
  ),
  implement(contract.changeRelation, (ctx, { params, body }) =>
    ctx.transaction((tx) => setRelation(ctx, tx, { guardianId: params.id, childId: params.child_id }, body.relation)),
  ),
  implement(contract.unlinkChild, (ctx, { params }) =>
    ctx.transaction((tx) => unlinkChild(ctx, tx, { guardianId: params.id, childId: params.child_id })),
  ),
  implement(contract.registerGuardian, async (ctx, { params }) => {
    const make = await accountMaker(ctx);
    return ctx.transaction((tx) => registerGuardian(ctx, tx, make, params.id));
  }),
  implement(contract.resetGuardianPassword, async (ctx, { params }) => {
    const password = await hashedPassword(ctx);
    return ctx.transaction((tx) => resetGuardianPassword(ctx, tx, password, params.id));
  }),
  implement(contract.closeGuardianAccount, (ctx, { params }) =>
    ctx.transaction((tx) => closeGuardianAccount(ctx, tx, params.id)),
  ),
  implement(consents.consentStandings, async (ctx, { query }) =>
    listed(await consentStandings(ctx, query.student_ids.split(','))),
  ),
  implement(consents.childConsents, async (ctx, { params }) => listed(await childConsents(ctx, params.id))),
  implement(consents.recordConsents, (ctx, { body }) => ctx.transaction((tx) => recordConsents(ctx, tx, body))),
  implement(consents.withdrawConsent, (ctx, { params }) =>
    ctx.transaction((tx) => withdrawConsent(ctx, tx, params.id)),
  ),
];
