import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import {
  allRoleAuths,
  auditWatermarkRemoved,
  changeRoleAuths,
  changeSecurity,
  mayReportWatermark,
  permitSecurity,
  protectPages,
  readSecurity,
  roleAuths,
} from './change-security.ts';

/** Security settings of an organisation (`spec §7`). */
export const securityHandlers: readonly Implementation[] = [
  implement(contract.securityConfig, (ctx) => readSecurity(ctx)),
  implement(contract.putSecurityConfig, (ctx, { body }) => ctx.transaction((tx) => changeSecurity(ctx, tx, body))),
  implement(contract.permitSecurity, (ctx, { query }) =>
    ctx.transaction((tx) => permitSecurity(ctx, tx, query.permit)),
  ),
  implement(contract.putProtectedPages, (ctx, { body }) =>
    ctx.transaction((tx) => protectPages(ctx, tx, body.protected)),
  ),
  implement(contract.roleFlags, async (ctx) => {
    const items = await allRoleAuths(ctx);
    return { total: items.length, items };
  }),
  implement(contract.roleAuths, (ctx, { params }) => roleAuths(ctx, Number(params.role_id))),
  implement(contract.putRoleAuths, (ctx, { params, body }) =>
    ctx.transaction((tx) => changeRoleAuths(ctx, tx, Number(params.role_id), body)),
  ),
  implement(contract.watermarkRemoved, async (ctx, { body }) => {
    if (await mayReportWatermark(ctx)) await ctx.transaction((tx) => auditWatermarkRemoved(ctx, tx, body.page));
    return { ok: true } as const;
  }),
];
