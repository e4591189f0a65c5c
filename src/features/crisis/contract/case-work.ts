import * as Type from 'typebox/type';
import { Done, Id, Instant, Text, idParam, listOf } from '../../../platform/contract/common.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { CaseStep, cases } from './cases.ts';

const write = { auth: 'org', area: 'crisis/case/write', act: 'write' } as const;
/** The version of the case that the caller read (optimistic lock). */
const version = Type.Integer({ minimum: 1 });
const Day = Type.String({ format: 'date' });
/** Longest text of a next step. */
export const NEXT_MAX = 200;

export const caseOwners = endpoint({
  name: 'case.owners',
  method: 'GET',
  path: `${cases}/:id/owners`,
  summary: '可以负责这个个案的教职工：能跟进个案，管理范围包含该学生',
  access: write,
  params: idParam('id'),
  response: listOf(Type.Object({ user_id: Type.String(), name: Type.String() })),
});

export const assignCase = endpoint({
  name: 'case.assign',
  method: 'PUT',
  path: `${cases}/:id/owner`,
  summary: '确定或更换个案的负责人，并通知本人',
  access: write,
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object({ owner_id: Id, version }, { additionalProperties: false }),
  response: Done,
});

export const planNextStep = endpoint({
  name: 'case.next-step',
  method: 'PUT',
  path: `${cases}/:id/next-step`,
  summary: '完成下一步，或安排新的下一步；到期前一天和当天提醒负责人',
  access: write,
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object(
    {
      version,
      result: Type.Optional(Text(NOTE_MAX, 1)),
      next: Type.Optional(Type.Object({ text: Text(NEXT_MAX, 1), on: Day }, { additionalProperties: false })),
    },
    {
      additionalProperties: false,
      description: 'result：这一步做完了，写结果；next：新的下一步。至少有一项，没有 next 时不再有下一步',
    },
  ),
  response: Done,
});

/** Who was called, when, how and with what result; the name stands in the text of the step. */
export const addContact = endpoint({
  name: 'case.add-contact',
  method: 'POST',
  path: `${cases}/:id/contacts`,
  summary: '记录与监护人的联系：联系了谁、什么时候、怎样联系、结果如何',
  access: write,
  status: 201,
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object(
    {
      guardian: Text(60, 1),
      at: Instant,
      how: Type.Integer({ minimum: 1, maximum: 5, description: 'informed_how' }),
      result: Type.Integer({ minimum: 1, maximum: 4, description: 'contact_result' }),
      note: Type.Optional(Text(NOTE_MAX)),
    },
    { additionalProperties: false },
  ),
  response: CaseStep,
});
