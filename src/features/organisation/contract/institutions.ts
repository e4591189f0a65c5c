import * as Type from 'typebox/type';
import { Done, Instant, idParam } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

/**
 * Opens a school of the institution to the caller, in their role at the institution, until they leave or the visit
 * expires.
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

/** Called from within the school or after the return to the institution. */
export const leaveSchool = endpoint({
  name: 'school.leave',
  method: 'POST',
  path: '/v1/portal/institutions/schools/:id/leave',
  summary: '离开进入过的下属学校，记入双方的操作日志',
  access: { auth: 'account' },
  params: idParam('id'),
  response: Done,
});
