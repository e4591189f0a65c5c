import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import * as contract from '../contract.ts';
import { planRollOver, presentPlan } from './plan-roll-over.ts';
import { yearsOf } from './queries/years.ts';
import { rollOver } from './roll-over.ts';

/** @throws AppError AC_FORBIDDEN when the role's scope is only a part of the school */
function requireWhole({ actor, services: { access } }: OrgContext) {
  if (access.scope(actor, 'year').kind !== 'all')
    throw new AppError('AC_FORBIDDEN', { message: '升级涉及全校，您的管理范围只是其中一部分' });
}

/** Academic years; preview and execution of the roll-over. */
export const yearsHandlers: readonly Implementation[] = [
  implement(contract.schoolYears, async ({ actor: { orgId }, services: { db } }) => {
    const [items] = await db.read({ orgId, userId: null }, [yearsOf(orgId)]);
    return { total: items.length, items };
  }),
  implement(contract.rollOverPreview, (ctx, { params }) => {
    requireWhole(ctx);
    return ctx.transaction(async (tx) => presentPlan(await planRollOver(tx, ctx.actor.orgId, params.id)));
  }),
  implement(contract.rollOver, (ctx, { params, body }) => {
    requireWhole(ctx);
    return ctx.transaction((tx) => rollOver(ctx, tx, params.id, body));
  }),
];
