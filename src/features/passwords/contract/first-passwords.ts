import { endpoint } from '../../../platform/contract/endpoint.ts';
import { Batch, batchCalls, Plan } from './passwords.ts';

const AT = {
  name: 'first-passwords',
  path: '/v1/portal/users/first_passwords',
  area: 'teacher-manage/passwords',
  title: '新教职工的密码',
} as const;

/**
 * An institution has no students: what it gives many at once are the first passwords of its staff. Schools do so with
 * those of students (`passwords.ts`).
 */
export const { resets, resetById, resetSheet, sheetReceived, cancelReset } = batchCalls(AT);

export const previewFirst = endpoint({
  name: 'first-passwords.preview',
  method: 'GET',
  path: `${AT.path}/preview`,
  summary: '新教职工的密码：还没有密码的账号',
  access: { auth: 'org', area: AT.area, act: 'open' },
  response: Plan,
});

/** Begins to make them for all who have none. */
export const startFirst = endpoint({
  name: 'first-passwords.start',
  method: 'POST',
  path: AT.path,
  summary: '新教职工的密码：开始生成（领取密码表时生效）',
  access: { auth: 'org', area: AT.area, act: 'reset' },
  verified: true,
  response: Batch,
  status: 201,
});
