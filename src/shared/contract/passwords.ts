import * as Type from 'typebox/type';
import { Done, Id, Instant, idParam, listOf } from './common.ts';
import { endpoint } from './endpoint.ts';

const area = 'batch-modify-password';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;
const path = '/v3/portal/users/reset_password/batch';

/** Accounts that one batch may hold. */
export const RESET_MAX = 5000;

/** Whose passwords: the students of some classes, those of a list of student numbers and account names, or all staff to whom none was given yet. */
const Chosen = Type.Object({
  class_ids: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
  accounts: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: RESET_MAX })),
  new_staff: Type.Optional(Type.Boolean({ description: '还没有密码的教职工；不与班级、名单一起' })),
}, { additionalProperties: false });
export type Chosen = Type.Static<typeof Chosen>;

const Skipped = Type.Object({
  given: Type.String({ description: '学号或名单中的原文' }), name: Type.Optional(Type.String()), class_name: Type.Optional(Type.String()),
  reason: Type.String({ description: 'password_skip' }),
});
export type Skipped = Type.Static<typeof Skipped>;

const State = Type.Union([
  Type.Literal('preparing'), Type.Literal('ready'), Type.Literal('in_effect'), Type.Literal('received'), Type.Literal('cancelled'), Type.Literal('expired'), Type.Literal('failed'),
], { description: 'password_batch' });
export type BatchState = Type.Static<typeof State>;

const Batch = Type.Object({
  batch_id: Type.String(),
  state: State,
  status: Type.Integer({ description: '0 生成中，1 密码表可领取，2 已结束，-1 失败' }),
  total: Type.Integer(),
  done: Type.Integer({ description: '已生成的新密码数' }),
  skipped: Type.Array(Skipped),
  own: Type.Boolean({ description: '由当前用户发起：只有发起人能领取密码表' }),
  created_by: Type.String(),
  created_at: Instant,
  expires_at: Type.Optional(Instant),
  in_effect_at: Type.Optional(Instant),
});
export type PasswordBatch = Type.Static<typeof Batch>;

export const previewReset = endpoint({
  name: 'passwords.preview', method: 'POST', path: `${path}/preview`, summary: '批量修改密码：预览涉及的账号和跳过的原因', access: may('open'),
  body: Chosen,
  response: Type.Object({
    affected: Type.Integer(),
    items: Type.Array(Type.Object({ child_id: Type.String(), child_name: Type.String(), class_name: Type.Optional(Type.String()), student_no: Type.String(), login_name: Type.String(), staff: Type.Boolean() }), { description: '教职工的 child_id 是账号标识，student_no 是工号' }),
    skipped: Type.Array(Skipped),
  }),
});

/** Begins to make new passwords; nothing changes for anybody until the sheet is fetched. */
export const startReset = endpoint({
  name: 'passwords.start', method: 'POST', path, summary: '批量修改密码：开始生成新密码（领取密码表时生效）', access: may('reset'), verified: true,
  body: Chosen, response: Batch, status: 201,
});

export const resets = endpoint({
  name: 'passwords.list', method: 'GET', path, summary: '批量修改密码：最近的任务', access: may('open'), response: listOf(Batch),
});

export const resetById = endpoint({
  name: 'passwords.get', method: 'GET', path: `${path}/:id`, summary: '批量修改密码：任务进度', access: may('open'), params: idParam('id'), response: Batch,
});

/** Puts the new passwords into effect and answers them as a sheet; may be fetched again until it is said to have arrived. */
export const resetSheet = endpoint({
  name: 'passwords.sheet', method: 'POST', path: `${path}/:id/sheet`, summary: '批量修改密码：启用新密码并领取密码表（XLSX）', access: may('reset'), verified: true,
  params: idParam('id'), kind: 'blob',
});

/** The sheet arrived whole: the passwords are forgotten here. */
export const sheetReceived = endpoint({
  name: 'passwords.received', method: 'POST', path: `${path}/:id/received`, summary: '批量修改密码：确认密码表已收到，服务器随即删除密码', access: may('reset'),
  params: idParam('id'), response: Done,
});

export const cancelReset = endpoint({
  name: 'passwords.cancel', method: 'DELETE', path: `${path}/:id`, summary: '批量修改密码：取消尚未启用的任务', access: may('reset'), params: idParam('id'), response: Done,
});
