import { implement, type Implementation } from '../../../platform/context/server/context.ts';
import * as contract from '../contract.ts';
import {
  allRoleAuths,
  changeRoleAuths,
  changeSecurity,
  permitSecurity,
  protectPages,
  readSecurity,
  roleAuths,
  tellWatermarkRemoved,
} from './change-security.ts';

/** Security settings of an organisation (`spec §7`). */
export const securityHandlers: readonly Implementation[] = [
  implement(contract.securityConfig, (ctx) => readSecurity(ctx)),
  implement(contract.putSecurityConfig, (ctx, { body }) => changeSecurity(ctx, body)),
  implement(contract.permitSecurity, (ctx, { query }) => permitSecurity(ctx, query.permit)),
  implement(contract.putProtectedPages, (ctx, { body }) => protectPages(ctx, body.protected)),
  implement(contract.roleFlags, async (ctx) => {
    const items = await allRoleAuths(ctx);
    return { total: items.length, items };
  }),
  implement(contract.roleAuths, (ctx, { params }) => roleAuths(ctx, Number(params.role_id))),
  implement(contract.putRoleAuths, (ctx, { params, body }) => changeRoleAuths(ctx, Number(params.role_id), body)),
  implement(contract.watermarkRemoved, async (ctx, { body }) => {
    await tellWatermarkRemoved(ctx, body.page);
    return { ok: true } as const;
  }),
];
