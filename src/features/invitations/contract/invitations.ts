import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const closed = { additionalProperties: false } as const;
const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'invitation', act }) as const;

/** The code is in this answer only; the server keeps a hash of it. */
export const createInvitation = endpoint({
  name: 'invitation.create',
  method: 'POST',
  path: '/v1/portal/schools/students/apply/invitation_codes',
  summary: '生成注册邀请码：单人（1）或团体（2）；码只在这一次回答中出现',
  access: may('create'),
  body: Type.Object(
    {
      code_type: Type.Optional(Type.Union([Type.Integer(), Type.Null()], { description: '1 单人，2 团体' })),
      valid_minutes: Type.Optional(
        Type.Union([Type.Integer(), Type.Null()], {
          description: '分钟：单人 3、5、10、15，团体 15、30、60、525600',
        }),
      ),
      group_max_registrations: Type.Optional(
        Type.Union([Type.Integer(), Type.Null()], { description: '团体邀请的最大注册人数，不超过剩余名额' }),
      ),
      class_id: Type.Optional(Type.Union([Id, Type.Null()], { description: '注册的学生都进入这个班级' })),
    },
    closed,
  ),
  response: Type.Object({
    invitation_code: Type.String(),
    invitation_id: Type.String(),
    code_type: Type.Integer(),
    max_registrations: Type.Integer(),
    class_name: Type.Optional(Type.String()),
    expires_at: Instant,
  }),
  status: 201,
  bodyLimit: 2048,
});

export const revokeInvitation = endpoint({
  name: 'invitation.revoke',
  method: 'POST',
  path: '/v1/portal/invitations/:id/revoke',
  summary: '停用注册邀请；已经提交的注册不受影响',
  access: may('revoke'),
  params: idParam('id'),
  response: Done,
});

const Settings = {
  review: Type.Boolean({ description: '注册要由学校审核' }),
  mobile_required: Type.Boolean({ description: '注册要用短信验证手机号' }),
};

export const invitationSettings = endpoint({
  name: 'invitation.settings',
  method: 'GET',
  path: '/v1/portal/schools/students/apply/settings',
  summary: '注册怎样进行：是否审核，是否验证手机号',
  access: { auth: 'org', area: 'invitation/settings', act: 'open' },
  response: Type.Object({ ...Settings, sms_available: Type.Boolean() }),
});

export const changeInvitationSettings = endpoint({
  name: 'invitation.change-settings',
  method: 'PUT',
  path: '/v1/portal/schools/students/apply/settings',
  summary: '设置注册怎样进行',
  access: { auth: 'org', area: 'invitation/settings', act: 'update' },
  body: Type.Object(Settings, closed),
  response: Done,
});
