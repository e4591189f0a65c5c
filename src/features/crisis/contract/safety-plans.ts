import * as Type from 'typebox/type';
import { Instant, Text, idParam, listOf } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { cases } from './cases.ts';

/** Longest text of a part of a plan. */
export const PLAN_TEXT_MAX = 1000;
/** Most people to call in a plan. */
export const PLAN_PEOPLE_MAX = 8;

const part = Text(PLAN_TEXT_MAX, 1);
const Person = Type.Object(
  { name: Text(60, 1), relation: Type.Optional(Text(30)), phone: Type.Optional(Text(30)) },
  { additionalProperties: false },
);
const parts = {
  warning_signs: part,
  helps: part,
  people: Type.Array(Person, { minItems: 1, maxItems: PLAN_PEOPLE_MAX }),
  steps: part,
};
const Content = Type.Object(parts);
/** What a safety plan says: warning signs, what helps, people to call, and the steps to take. */
export type PlanContent = Type.Static<typeof Content>;

const SafetyPlan = Type.Object({
  edition: Type.Integer({ description: '第几版，从 1 开始' }),
  at: Instant,
  author_name: Type.String(),
  content: Content,
});
export type SafetyPlan = Type.Static<typeof SafetyPlan>;

/** Every version, latest first. */
export const safetyPlans = endpoint({
  name: 'case.safety-plans',
  method: 'GET',
  path: `${cases}/:id/safety-plans`,
  summary: '个案的安全计划：现在的和以前的各版',
  access: { auth: 'org', area: 'crisis/case', act: 'open' },
  params: idParam('id'),
  logged: 'crisis-case',
  response: listOf(SafetyPlan),
});

/** `base` is the version that the caller read; 0 where there was none (optimistic lock). */
export const writeSafetyPlan = endpoint({
  name: 'case.write-safety-plan',
  method: 'POST',
  path: `${cases}/:id/safety-plans`,
  summary: '写安全计划的新一版，以前的各版保留',
  access: { auth: 'org', area: 'crisis/case/write', act: 'write' },
  status: 201,
  params: idParam('id'),
  bodyLimit: 65_536,
  body: Type.Object({ ...parts, base: Type.Integer({ minimum: 0 }) }, { additionalProperties: false }),
  response: SafetyPlan,
});
