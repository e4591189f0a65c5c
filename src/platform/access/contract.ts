import * as Type from 'typebox/type';
import { idParam } from '../contract/common.ts';
import { endpoint } from '../contract/endpoint.ts';
import { AREAS } from './generated/areas.ts';

const directory = { auth: 'org', area: 'directory', act: 'open' } as const;

/**
 * What the current role may do in the current organisation: act → areas, the form casbin.js takes (`api.md`, what may
 * I).
 */
export const Abilities = Type.Object({
  permissions: Type.Record(Type.String(), Type.Array(Type.String())),
  protected: Type.Array(Type.String()),
  flags: Type.Record(Type.String(), Type.Boolean()),
});
export type Abilities = Type.Static<typeof Abilities>;

export const abilities = endpoint({
  name: 'rights.abilities',
  method: 'GET',
  path: '/v1/portal/rbac/pages',
  summary: '当前角色可用的页面与操作',
  access: { auth: 'org', area: 'own-rights', act: 'open' },
  response: Abilities,
});

/** A condition for opening a page that is not met, and the codes of which one would meet it. */
export const Missing = Type.Object({
  condition: Type.Enum(['identity', 'role', 'org_type', 'edu_level', 'feature', 'flag', 'service']),
  needs: Type.Array(Type.String()),
});
export type Missing = Type.Static<typeof Missing>;

export const refusal = endpoint({
  name: 'rights.refusal',
  method: 'GET',
  path: '/v1/portal/rbac/refusal',
  summary: '当前角色不能打开一个页面的原因',
  access: directory,
  query: Type.Object({ area: Type.Enum([...AREAS]) }, { additionalProperties: false }),
  response: Type.Object({ missing: Type.Array(Missing) }),
});

/** The merged schemas of the current tenant, limited to the entities whose area the role may open. */
export const MergedSchemas = Type.Object({
  version: Type.String(),
  resources: Type.Record(Type.String(), Type.Unknown()),
});

export const mergedSchemas = endpoint({
  name: 'schemas.all',
  method: 'GET',
  path: '/v1/portal/schemas',
  summary: '当前租户的资源定义（合并后）',
  access: directory,
  response: MergedSchemas,
  etag: true,
});

export const mergedSchema = endpoint({
  name: 'schemas.one',
  method: 'GET',
  path: '/v1/portal/schemas/:resource',
  summary: '一个资源的定义（合并后）',
  access: directory,
  params: idParam('resource'),
  response: Type.Unknown(),
  etag: true,
});
