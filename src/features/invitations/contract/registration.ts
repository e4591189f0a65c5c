import * as Type from 'typebox/type';
import { Id, Instant, Mobile, PasswordDigest, spare, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const publicly = { auth: 'public' } as const;
const closed = { additionalProperties: false } as const;
const bodyLimit = 4096;

const Code = Text(80, 1);

/**
 * What a registration needs to know. `secondary_token` is the registration's ticket: calls of the registration send it
 * as the header `secondary-token`. A page that checks again sends its ticket as well, and gets `registered` once it has
 * been used.
 */
const Invited = Type.Object({
  org_name: Type.String(),
  class_name: Type.Optional(Type.String()),
  review: Type.Boolean(),
  mobile_required: Type.Boolean(),
  registered: Type.Boolean(),
  classes: Type.Array(
    Type.Object({
      class_id: Type.String(),
      class_name: Type.String(),
      period: Type.Integer(),
      grade: Type.Integer(),
    }),
  ),
  secondary_token: Type.String(),
  expires_at: Instant,
});
export type Invited = Type.Static<typeof Invited>;

const check = {
  method: 'POST',
  access: publicly,
  body: Type.Object({ invitation_code: Code }, closed),
  response: Invited,
  bodyLimit,
} as const;

export const checkInvitation = endpoint({
  ...check,
  name: 'registration.check',
  path: '/v1/api/schools/students/apply/invitation_codes/check',
  summary: '校验单人邀请码，换取注册凭证（请求头 secondary-token）',
});
export const checkGroupInvitation = endpoint({
  ...check,
  name: 'registration.check-group',
  path: '/v1/api/schools/students/apply/group_invitation_codes/check',
  summary: '校验团体邀请码，换取注册凭证（请求头 secondary-token）',
});

/** Sends a code to the given number. The answer is the same for known and unknown numbers. */
export const sendRegistrationCode = endpoint({
  name: 'registration.send-sms',
  method: 'POST',
  path: '/v1/api/schools/students/apply/sms',
  summary: '向注册人的手机号发送验证码（请求头 secondary-token 带注册凭证）',
  access: publicly,
  body: Type.Object({ mobile: Mobile, session_id: spare(64), verification_code: spare(16) }, closed),
  response: Type.Object({
    resend_after: Type.Integer({ description: '秒' }),
    outbox: Type.Optional(Type.String({ description: '演示方式：短信不发出，可在这个地址查看' })),
  }),
  bodyLimit,
});

/** Common to every registration. */
const person = {
  child_name: Text(40, 1),
  student_no: Text(32, 1),
  class_id: Type.Optional(Type.Union([Id, Type.Null()], { description: '邀请限定了班级时不用填' })),
  password: PasswordDigest,
  mobile: Type.Optional(Type.Union([Mobile, Type.Null()])),
  code: spare(16),
  agreed: Type.Literal(true, { description: '已阅读并同意注册说明' }),
};

/** The same for everyone: it does not say whether a student or an account exists. */
const Received = Type.Object({
  login_name: Type.String(),
  review: Type.Boolean({ description: '要等学校审核' }),
});
export type Received = Type.Static<typeof Received>;

const apply = {
  method: 'POST',
  access: publicly,
  body: Type.Object(
    {
      invitation_code: Code,
      ...person,
      sex: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(2), Type.Null()])),
    },
    closed,
  ),
  response: Received,
  bodyLimit,
} as const;

export const applyByInvitation = endpoint({
  ...apply,
  name: 'registration.apply',
  path: '/v1/api/schools/students/apply/invitation',
  summary: '用单人邀请码注册为学生（请求头 secondary-token 带注册凭证）',
});
export const applyByGroupInvitation = endpoint({
  ...apply,
  name: 'registration.apply-group',
  path: '/v1/api/schools/students/apply/group_invitation',
  summary: '用团体邀请码注册为学生（请求头 secondary-token 带注册凭证）',
});

/** For a student who is on the roll already. A person at the school compares the two before the account is opened. */
export const signUpOnly = endpoint({
  name: 'registration.sign-up-only',
  method: 'POST',
  path: '/v1/portal/users/sign_up_only/invitation_codes/:code',
  summary: '只为名册中已有的学生申请账号（请求头 secondary-token 带注册凭证）',
  access: publicly,
  params: Type.Object({ code: Id }, closed),
  body: Type.Object(person, closed),
  response: Received,
  bodyLimit,
});
