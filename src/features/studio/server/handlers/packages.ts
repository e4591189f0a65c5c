import { implement, type Implementation } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { PACKAGE_FORMAT } from '../../../../platform/schema/package.ts';
import * as contract from '../../package-contract.ts';
import { applyPackage } from '../package/apply-package.ts';
import { planPackage, shownPlan } from '../package/plan-package.ts';

/** An organisation's schemas as a package: exported, compared, applied. */
export const packageHandlers: readonly Implementation[] = [
  implement(contract.studioPackage, async ({ actor, services: { schemas } }) => ({
    format: PACKAGE_FORMAT as typeof PACKAGE_FORMAT,
    entities: { ...schemas.packageOf(actor.orgId) },
  })),
  implement(contract.studioPackageDiff, async (ctx, { body }) =>
    shownPlan(await planPackage(ctx, body.package.entities, body.exact ?? false)),
  ),
  implement(contract.studioPackageApply, (ctx, { body: { package: sent, exact = false, seen, note = '' } }) =>
    ctx.transaction(async (tx) => {
      const { changed, resources } = await applyPackage(ctx, tx, { entities: sent.entities, exact, seen, note });
      // Known only from the plan: the transaction is rolled back.
      if (resources && !ctx.services.access.decide(ctx.actor, 'schema-studio', 'create'))
        throw new AppError('AC_FORBIDDEN');
      return { changed };
    }),
  ),
];
