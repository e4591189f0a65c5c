import * as Type from 'typebox/type';
import { Done, Id, idParam, Instant, listOf, Text } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const rules = (act: 'open' | 'write') => ({ auth: 'org', area: 'screening/rules', act }) as const;
const strict = { additionalProperties: false } as const;

export const Conditions = Type.Array(
  Type.Object(
    {
      scale_id: Id,
      dimension_id: Id,
      band_ids: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
    },
    strict,
  ),
  { minItems: 1, maxItems: 10, description: '全部成立才预警' },
);
const Level = Type.Integer({ minimum: 1, maximum: 3, description: 'crisis_level：建议的等级' });
const body = { title: Text(60, 1), conditions: Conditions, level: Level };

const Rule = Type.Object({
  rule_id: Type.String(),
  ...body,
  active: Type.Boolean(),
  needs_confirmation: Type.Boolean({ description: '题目文字不是授权版本，要由心理教师确认后才能启用' }),
  confirmed_by_name: Type.Optional(Type.String()),
  confirmed_at: Type.Optional(Instant),
  version: Type.Integer({ description: '0：量表自带的建议，还没有改动' }),
});
export type Rule = Type.Static<typeof Rule>;

export const alertRules = endpoint({
  name: 'screening.rules',
  method: 'GET',
  path: '/v1/portal/screening/rules',
  summary: '筛查预警规则：什么结果预警，以及不能关闭的关键题',
  access: rules('open'),
  response: Type.Object({
    ...listOf(Rule).properties,
    critical: Type.Array(
      Type.Object({ scale_id: Type.String(), item_id: Type.String(), title: Type.String(), level: Type.Integer() }),
      { description: '关键题：作答当时就预警，不能关闭' },
    ),
  }),
});

export const createRule = endpoint({
  name: 'screening.create-rule',
  method: 'POST',
  path: '/v1/portal/screening/rules',
  summary: '新增预警规则，先不启用',
  access: rules('write'),
  status: 201,
  body: Type.Object(body, strict),
  response: Type.Object({ rule_id: Type.String() }),
});

export const changeRule = endpoint({
  name: 'screening.change-rule',
  method: 'PUT',
  path: '/v1/portal/screening/rules/:id',
  summary: '修改预警规则；改了条件要重新确认和启用',
  access: rules('write'),
  params: idParam('id'),
  body: Type.Object({ ...body, version: Type.Integer({ minimum: 0 }) }, strict),
  response: Done,
});

export const activateRule = endpoint({
  name: 'screening.activate-rule',
  method: 'POST',
  path: '/v1/portal/screening/rules/:id/activate',
  summary: '启用或停用预警规则',
  access: rules('write'),
  params: idParam('id'),
  body: Type.Object({ active: Type.Boolean() }, strict),
  response: Done,
});

export const confirmRule = endpoint({
  name: 'screening.confirm-rule',
  method: 'POST',
  path: '/v1/portal/screening/rules/:id/confirm',
  summary: '心理教师确认：知道题目文字不是授权版本，仍按这条规则预警',
  access: { auth: 'org', area: 'screening/rules/confirm', act: 'write' },
  params: idParam('id'),
  response: Done,
});
