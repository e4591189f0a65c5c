import * as Type from 'typebox/type';
import { Done, Instant, idParam } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

/**
 * Opens one of the institution's schools to the caller, in the role that they hold at the institution, until they leave
 * or the visit ends by itself.
 */
export const enterSchool = endpoint({
  name: 'school.enter',
  method: 'POST',
  path: '/v1/portal/institutions/schools/:id/enter',
  summary: '以本机构的角色进入一所下属学校，记入双方的操作日志',
  access: { auth: 'org', area: 'school-manage/enter', act: 'open' },
  params: idParam('id'),
  response: Type.Object({
    school_id: Type.String(),
    school_name: Type.String(),
    org_type: Type.Integer(),
    role_id: Type.Integer(),
    until: Instant,
  }),
});

/** Asked for by whoever is in the school or has come back already. */
export const leaveSchool = endpoint({
  name: 'school.leave',
  method: 'POST',
  path: '/v1/portal/institutions/schools/:id/leave',
  summary: '离开进入过的下属学校，记入双方的操作日志',
  access: { auth: 'account' },
  params: idParam('id'),
  response: Done,
});
