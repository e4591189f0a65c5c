import { requireOwnOrg } from '../../../platform/access/server/own-org.ts';
import { productStatus, serviceState } from '../../../platform/access/service-stage.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { featuresOf, orgById, settingsOf, termsOf } from '../../../platform/context/server/queries/orgs.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import type { orgDetails } from '../../../platform/session/contract.ts';
import type * as contract from '../contract/org.ts';
import { schoolHooks } from './hooks.ts';

/** @throws AppError AC_FORBIDDEN for another organisation */
export async function organisationDetails(ctx: OrgContext, id: string): Promise<DataOf<typeof orgDetails>> {
  requireOwnOrg(ctx, id);
  const { clock, db } = ctx.services;
  const [[org]] = await db.read({ orgId: id, userId: null }, [orgById(id)]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  return {
    ...org,
    product_status: productStatus(serviceState(termsOf(org), clock.now())),
    edu_level: org.edu_level ?? undefined,
    account_expire_at: org.account_expire_at ?? undefined,
  };
}

/**
 * The caller's school, or a school of the caller's institution within the role's scope.
 *
 * @throws AppError AC_FORBIDDEN
 */
export async function schoolDetails(ctx: OrgContext, id: string): Promise<DataOf<typeof contract.school>> {
  const { db } = ctx.services;
  if (ctx.actor.orgType === ORG_TYPE.institution) {
    const { rows, tenant } = resolveResource(ctx, 'school', schoolHooks);
    const [[found]] = await db.read(tenant, [rowsOfIds(rows, [id])]);
    if (!found) throw new AppError('AC_FORBIDDEN');
  } else requireOwnOrg(ctx, id);
  const [[org]] = await db.read({ orgId: id, userId: null }, [orgById(id)]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  const { org_id, org_name, edu_level, service_type, product_status, account_expire_at, available_quota, total_quota } =
    org;
  return {
    school_id: org_id,
    school_name: org_name,
    edu_level: edu_level ?? undefined,
    service_type,
    product_status,
    account_expire_at: account_expire_at ?? undefined,
    used_quota: total_quota - available_quota,
    total_quota,
  };
}

/**
 * Software features of the caller's school.
 *
 * @throws AppError AC_FORBIDDEN for another organisation
 */
export async function openedFeatures(ctx: OrgContext, id: string): Promise<DataOf<typeof contract.schoolAuths>> {
  requireOwnOrg(ctx, id);
  const [features, [settings]] = await ctx.services.db.read({ orgId: id, userId: null }, [
    featuresOf(id),
    settingsOf(id),
  ]);
  return {
    software_auth: features.map(({ feature }) => feature),
    school_open: { consulting_offline_open: settings?.consulting_offline_open ?? false },
    auto_create_user: settings?.auto_create_user ?? false,
  };
}
