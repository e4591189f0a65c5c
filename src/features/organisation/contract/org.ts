import * as Type from 'typebox/type';
import { Id, Instant, idParam } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

/** Every staff role of an organisation may look up the organisation itself. */
const directory = { auth: 'org', area: 'directory', act: 'open' } as const;

/** A school: one's own, or one of those of one's institution that the role reaches. */
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

/** Software features of a school (`spec §6`): the opened list, and the two switches beside it. */
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
