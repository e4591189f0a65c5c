import { endpoint } from '../../../platform/contract/endpoint.ts';
import { Batch, batchCalls, Plan } from './passwords.ts';

const AT = {
  name: 'first-passwords',
  path: '/v1/portal/users/first_passwords',
  area: 'teacher-manage/passwords',
  title: '新教职工的密码',
} as const;

/**
 * Institutions have no students: their batches create the first passwords of staff. `passwords.ts` has those of
 * schools.
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

/** Starts a batch for all staff without a password. */
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
