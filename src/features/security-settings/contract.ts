import * as Type from 'typebox/type';
import { RETENTION_MAX, RETENTION_MIN } from '../../platform/access/retention.ts';
import { Done, listOf } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const area = 'security-setting';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;

const Code = Type.String({ minLength: 1, maxLength: 64 });
const Modules = Type.Array(Type.Object({ module_code: Code, open: Type.Boolean() }, { additionalProperties: false }), {
  maxItems: 20,
});
const Functions = Type.Array(
  Type.Object({ function_code: Code, open: Type.Boolean() }, { additionalProperties: false }),
  { maxItems: 100 },
);

/**
 * Security config (`spec §3`): protections (`modules`) and protected page groups (`functions`); `permit` switches all
 * of it.
 */
const Retention = Type.Integer({
  minimum: RETENTION_MIN,
  maximum: RETENTION_MAX,
  description: '学生离校后记录保留的年数',
});
const Roles = Type.Array(Type.Integer({ minimum: 1, maximum: 999 }), {
  maxItems: 50,
  uniqueItems: true,
  description: '必须使用动态口令的角色',
});
const Config = Type.Object({
  permit: Type.Boolean(),
  modules: Modules,
  functions: Functions,
  retention_years: Retention,
  authenticator_roles: Roles,
  staff_roles: Type.Array(Type.Integer(), { description: '可以要求使用动态口令的角色' }),
});
export type SecurityConfig = Type.Static<typeof Config>;

export const securityConfig = endpoint({
  name: 'security.config',
  method: 'GET',
  path: '/v1/portal/securities/config',
  summary: '安全设置：功能与受保护的页面',
  access: may('open'),
  response: Config,
});

/** Fields that are absent stay unchanged. */
export const putSecurityConfig = endpoint({
  name: 'security.put-config',
  method: 'PUT',
  path: '/v1/portal/securities/config',
  summary: '修改安全设置',
  access: may('update'),
  verified: true,
  body: Type.Object(
    {
      modules: Type.Optional(Modules),
      functions: Type.Optional(Functions),
      retention_years: Type.Optional(Retention),
      authenticator_roles: Type.Optional(Roles),
    },
    { additionalProperties: false },
  ),
  response: Config,
});

export const permitSecurity = endpoint({
  name: 'security.permit',
  method: 'PUT',
  path: '/v1/portal/securities/config/permit',
  summary: '整体开启或关闭安全防护',
  access: may('update'),
  verified: true,
  query: Type.Object({ permit: Type.Boolean() }, { additionalProperties: false }),
  response: Config,
});

/** Replaces all protected pages; the same as `functions` of the config. */
export const putProtectedPages = endpoint({
  name: 'security.put-pages',
  method: 'PUT',
  path: '/v1/portal/rbac/pages',
  summary: '设置需要身份验证的页面',
  access: may('update'),
  verified: true,
  body: Type.Object(
    { protected: Type.Array(Code, { maxItems: 100, uniqueItems: true }) },
    { additionalProperties: false },
  ),
  response: Config,
});

const roleParam = Type.Object({ role_id: Type.String({ pattern: '^[0-9]{1,3}$' }) }, { additionalProperties: false });
const Flags = Type.Record(Type.String(), Type.Boolean());

/** All roles of the organisation that have flags. */
export const roleFlags = endpoint({
  name: 'security.role-flags',
  method: 'GET',
  path: '/v1/portal/rbac/roles/auths',
  summary: '可以设置页面权限的角色',
  access: may('open'),
  response: listOf(Type.Object({ role_id: Type.Integer(), flags: Flags })),
});

/** Page-level flags of a role (`spec §3`, role auth flags), if `policies/flags.csv` gives it any. */
export const roleAuths = endpoint({
  name: 'security.role-auths',
  method: 'GET',
  path: '/v1/portal/rbac/roles/:role_id/auths',
  summary: '角色的页面权限开关',
  access: may('open'),
  params: roleParam,
  response: Flags,
});

export const putRoleAuths = endpoint({
  name: 'security.put-role-auths',
  method: 'PUT',
  path: '/v1/portal/rbac/roles/:role_id/auths',
  summary: '修改角色的页面权限开关',
  access: may('update'),
  verified: true,
  params: roleParam,
  body: Type.Record(Type.String({ maxLength: 64 }), Type.Boolean(), { maxProperties: 20 }),
  response: Flags,
});

/** Reports that a user removed the watermark. The page restores it and reports at most once a minute. */
export const watermarkRemoved = endpoint({
  name: 'security.watermark-removed',
  method: 'POST',
  path: '/v1/portal/securities/watermark/removed',
  summary: '记录：页面水印被去除',
  access: { auth: 'org', area: 'directory', act: 'open' },
  body: Type.Object({ page: Type.Optional(Type.String({ maxLength: 64 })) }, { additionalProperties: false }),
  response: Done,
  bodyLimit: 1024,
});
