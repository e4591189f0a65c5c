import * as Type from 'typebox/type';
import type { Area } from '../../../platform/access/generated/areas.ts';
import { Done, Id, Instant, idParam, listOf } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const path = '/v3/portal/users/reset_password/batch';

/** Maximum number of accounts in one batch. */
export const RESET_MAX = 5000;

/** Selection of a batch: students of classes, students by number or login name, or all staff without a password. */
const Chosen = Type.Object(
  {
    class_ids: Type.Optional(Type.Array(Id, { maxItems: 500, uniqueItems: true })),
    accounts: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: RESET_MAX })),
    new_staff: Type.Optional(Type.Boolean({ description: '还没有密码的教职工；不与班级、名单一起' })),
  },
  { additionalProperties: false },
);
export type Chosen = Type.Static<typeof Chosen>;

const Skipped = Type.Object({
  given: Type.String({ description: '学号或名单中的原文' }),
  name: Type.Optional(Type.String()),
  class_name: Type.Optional(Type.String()),
  reason: Type.String({ description: 'password_skip' }),
});
export type Skipped = Type.Static<typeof Skipped>;

const State = Type.Union(
  [
    Type.Literal('preparing'),
    Type.Literal('ready'),
    Type.Literal('in_effect'),
    Type.Literal('received'),
    Type.Literal('cancelled'),
    Type.Literal('expired'),
    Type.Literal('failed'),
  ],
  { description: 'password_batch' },
);
export type BatchState = Type.Static<typeof State>;

/** A batch of new passwords with its progress. */
export const Batch = Type.Object({
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

/** Preview of a batch, with the accounts that it skips. */
export const Plan = Type.Object({
  affected: Type.Integer(),
  items: Type.Array(
    Type.Object({
      child_id: Type.String(),
      child_name: Type.String(),
      class_name: Type.Optional(Type.String()),
      student_no: Type.String(),
      login_name: Type.String(),
      staff: Type.Boolean(),
    }),
    { description: '教职工的 child_id 是账号标识，student_no 是工号' },
  ),
  skipped: Type.Array(Skipped),
});
export type Plan = Type.Static<typeof Plan>;

/**
 * Area and endpoints to read, fetch and end batches. The endpoint that starts one is declared separately, because its
 * selection differs.
 */
interface BatchesAt {
  name: string;
  path: string;
  area: Area;
  title: string;
}

export function batchCalls({ name, path: at, area, title }: BatchesAt) {
  const may = (act: string) => ({ auth: 'org', area, act }) as const;
  return {
    resets: endpoint({
      name: `${name}.list`,
      method: 'GET',
      path: at,
      summary: `${title}：最近的任务`,
      access: may('open'),
      response: listOf(Batch),
    }),
    resetById: endpoint({
      name: `${name}.get`,
      method: 'GET',
      path: `${at}/:id`,
      summary: `${title}：任务进度`,
      access: may('open'),
      params: idParam('id'),
      response: Batch,
    }),
    /**
     * Activates the new passwords and returns them as a sheet, which may be fetched again until its arrival is
     * confirmed.
     */
    resetSheet: endpoint({
      name: `${name}.sheet`,
      method: 'POST',
      path: `${at}/:id/sheet`,
      summary: `${title}：启用新密码并领取密码表（XLSX）`,
      access: may('reset'),
      verified: true,
      params: idParam('id'),
      kind: 'blob',
    }),
    /** Confirms that the sheet has arrived; the server deletes the passwords. */
    sheetReceived: endpoint({
      name: `${name}.received`,
      method: 'POST',
      path: `${at}/:id/received`,
      summary: `${title}：确认密码表已收到，服务器随即删除密码`,
      access: may('reset'),
      params: idParam('id'),
      response: Done,
    }),
    cancelReset: endpoint({
      name: `${name}.cancel`,
      method: 'DELETE',
      path: `${at}/:id`,
      summary: `${title}：取消尚未启用的任务`,
      access: may('reset'),
      params: idParam('id'),
      response: Done,
    }),
  };
}
export type BatchCalls = ReturnType<typeof batchCalls>;

const OF_SCHOOL = { name: 'passwords', path, area: 'batch-modify-password', title: '批量修改密码' } as const;
export const { resets, resetById, resetSheet, sheetReceived, cancelReset } = batchCalls(OF_SCHOOL);

export const previewReset = endpoint({
  name: 'passwords.preview',
  method: 'POST',
  path: `${path}/preview`,
  summary: '批量修改密码：预览涉及的账号和跳过的原因',
  access: { auth: 'org', area: OF_SCHOOL.area, act: 'open' },
  body: Chosen,
  response: Plan,
});

/** Starts to create new passwords; no password changes until the sheet is fetched. */
export const startReset = endpoint({
  name: 'passwords.start',
  method: 'POST',
  path,
  summary: '批量修改密码：开始生成新密码（领取密码表时生效）',
  access: { auth: 'org', area: OF_SCHOOL.area, act: 'reset' },
  verified: true,
  body: Chosen,
  response: Batch,
  status: 201,
});
