import { requireOwnOrg } from '../../../platform/access/server/own-org.ts';
import { productStatus, serviceState } from '../../../platform/access/service-stage.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { featuresOf, orgById, termsOf } from '../../../platform/context/server/queries/orgs.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { Product } from '../contract.ts';

/** The portal itself, as an application of an organisation. */
const PORTAL = 'portal';

/**
 * The portal and the opened features of the organisation.
 *
 * @throws AppError AC_FORBIDDEN for another organisation
 */
export async function productsOf(ctx: OrgContext, orgId: string): Promise<{ total: number; items: Product[] }> {
  requireOwnOrg(ctx, orgId);
  const { clock, db } = ctx.services;
  const [[org], features] = await db.read({ orgId, userId: null }, [orgById(orgId), featuresOf(orgId)]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  const status = productStatus(serviceState(termsOf(org), clock.now()));
  const items = [PORTAL, ...features.map(({ feature }) => feature)].map((code) => ({
    product_code: code,
    product_name: labelOf('product', code.toLowerCase()),
    status,
    expire_at: org.account_expire_at ?? undefined,
  }));
  return { total: items.length, items };
}
