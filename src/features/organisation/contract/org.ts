import * as Type from 'typebox/type';
import { Id, Instant, idParam } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

/** All staff roles may read their organisation. */
const directory = { auth: 'org', area: 'directory', act: 'open' } as const;

/** The caller's school, or a school of the caller's institution within the role's scope. */
export const school = endpoint({
  name: 'org.school',
  method: 'GET',
  path: '/v1/portal/schools/:id',
  summary: '学校基本信息与服务状态',
  access: directory,
  params: idParam('id'),
  response: Type.Object({
    school_id: Type.String(),
    school_name: Type.String(),
    edu_level: Type.Optional(Type.Integer()),
    service_type: Type.Integer(),
    product_status: Type.Integer(),
    account_expire_at: Type.Optional(Instant),
    used_quota: Type.Integer(),
    total_quota: Type.Integer(),
  }),
});

/** Software features of a school (`spec §6`): the opened ones, and two separate switches. */
export const schoolAuths = endpoint({
  name: 'org.school-auths',
  method: 'GET',
  path: '/v1/portal/auths/schools',
  summary: '学校已开通的软件功能',
  access: directory,
  query: Type.Object({ org_id: Id }, { additionalProperties: false }),
  response: Type.Object({
    software_auth: Type.Array(Type.String()),
    school_open: Type.Object({ consulting_offline_open: Type.Boolean() }),
    auto_create_user: Type.Boolean(),
  }),
});
