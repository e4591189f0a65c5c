import * as Type from 'typebox/type';
import { Id, Text } from '../../contract/common.ts';
import { endpoint } from '../../contract/endpoint.ts';

/** Minimum length of a reason; the maximum is what a line of the log can show. */
export const REASON_MIN = 2;
export const REASON_MAX = 100;

/**
 * The clear value of one masked field of one row, for the roles that `policies/reveal.csv` allows: after second-step
 * verification, with a reason, and logged.
 */
export const revealValue = endpoint({
  name: 'reveals.value',
  method: 'POST',
  path: '/v1/portal/reveals',
  summary: '查看一条内容中一个脱敏字段的原值：需要身份验证和理由，并记入操作日志',
  access: { auth: 'org', area: 'directory', act: 'open' },
  verified: true,
  body: Type.Object(
    {
      entity: Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
      id: Id,
      field: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
      reason: Text(REASON_MAX, REASON_MIN),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ value: Type.String() }),
});
