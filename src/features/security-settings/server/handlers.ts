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

/** What an organisation sets of its security layer (`spec §7`). */
export const securityHandlers: readonly Implementation[] = [
  implement(contract.securityConfig, (call) => readSecurity(call)),
  implement(contract.putSecurityConfig, (call, { body }) => changeSecurity(call, body)),
  implement(contract.permitSecurity, (call, { query }) => permitSecurity(call, query.permit)),
  implement(contract.putProtectedPages, (call, { body }) => protectPages(call, body.protected)),
  implement(contract.roleFlags, async (call) => {
    const items = await allRoleAuths(call);
    return { total: items.length, items };
  }),
  implement(contract.roleAuths, (call, { params }) => roleAuths(call, Number(params.role_id))),
  implement(contract.putRoleAuths, (call, { params, body }) => changeRoleAuths(call, Number(params.role_id), body)),
  implement(contract.watermarkRemoved, async (call, { body }) => {
    await tellWatermarkRemoved(call, body.page);
    return { ok: true } as const;
  }),
];
