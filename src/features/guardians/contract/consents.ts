import * as Type from 'typebox/type';
import { Id, Instant, Text, idParam, listOf } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { Attachment, FileIds } from '../../../platform/media/contract/media.ts';

const area = 'org-manage/student';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;

/** Maximum number of children in one request. */
export const CONSENTS_MAX = 200;

const Guardian = Type.Object({
  guardian_id: Type.String(),
  guardian_name: Type.String(),
  relation: Type.Integer({ description: 'guardian_relation' }),
});
const Standing = Type.Object({
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String()),
  state: Type.Union([Type.Literal('given'), Type.Literal('missing'), Type.Literal('free')], {
    description: 'consent_state',
  }),
  guardians: Type.Array(Guardian),
});
export type ConsentStanding = Type.Static<typeof Standing>;

const Consent = Type.Object({
  consent_id: Type.String(),
  guardian_name: Type.String(),
  relation: Type.Integer({ description: 'guardian_relation' }),
  text_version: Type.String(),
  how: Type.Integer({ description: 'consent_how' }),
  consented_on: Type.String({ format: 'date' }),
  recorded_at: Instant,
  recorded_by_name: Type.String(),
  withdrawn_at: Type.Optional(Instant),
  attachments: Type.Array(Attachment),
});
export type Consent = Type.Static<typeof Consent>;

/** Consent states of children, with the guardians who may consent. */
export const consentStandings = endpoint({
  name: 'consents.of-students',
  method: 'GET',
  path: '/v1/portal/students/consents',
  summary: '学生的同意情况与可以同意的监护人',
  access: may('open'),
  query: Type.Object(
    {
      student_ids: Type.String({
        minLength: 1,
        maxLength: CONSENTS_MAX * 65,
        pattern: '^[A-Za-z0-9_-]{1,64}(,[A-Za-z0-9_-]{1,64})*$',
        description: '学生 id，用逗号分隔',
      }),
    },
    { additionalProperties: false },
  ),
  response: listOf(Standing),
});

/** All consents that were ever recorded for a child, latest first. */
export const childConsents = endpoint({
  name: 'consents.of-child',
  method: 'GET',
  path: '/v1/portal/children/:id/consents',
  summary: '学生的监护人同意记录',
  access: may('open'),
  logged: 'student',
  params: idParam('id'),
  response: listOf(Consent),
});

/** Records all consents or none. A signed paper may be attached for a single child; a consent in force is not changed. */
export const recordConsents = endpoint({
  name: 'consents.record',
  method: 'POST',
  path: '/v1/portal/students/consents',
  summary: '记录监护人同意（可以一次记录多名学生）',
  access: may('consent'),
  status: 201,
  body: Type.Object(
    {
      items: Type.Array(Type.Object({ child_id: Id, guardian_id: Id }, { additionalProperties: false }), {
        minItems: 1,
        maxItems: CONSENTS_MAX,
      }),
      how: Type.Integer({ minimum: 1, maximum: 2, description: 'consent_how' }),
      text_version: Text(20, 1),
      consented_on: Type.String({ format: 'date' }),
      file_ids: Type.Optional(FileIds),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ total: Type.Integer({ description: 'consents that are new' }) }),
});

/** Withdraws the consents for a child; a new one is needed from now on. */
export const withdrawConsent = endpoint({
  name: 'consents.withdraw',
  method: 'POST',
  path: '/v1/portal/children/:id/consents/withdraw',
  summary: '记录监护人撤回同意',
  access: may('consent'),
  params: idParam('id'),
  response: Type.Object({ total: Type.Integer({ description: 'consents that were in force' }) }),
});
