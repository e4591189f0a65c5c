import * as Type from 'typebox/type';
import { Id, idParam } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const area = 'org-manage/structure/grades';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;

/** Maximum number of people in charge of one grade or class. */
const HOLDERS_MAX = 50;

const Person = Type.Object({ user_id: Type.String(), real_name: Type.String() });
export type Person = Type.Static<typeof Person>;
const Holders = Type.Object({ items: Type.Array(Person) });
const HolderIds = Type.Object(
  { user_ids: Type.Array(Id, { maxItems: HOLDERS_MAX, uniqueItems: true }) },
  { additionalProperties: false },
);

/** `id` of a grade as in trees and lists of grades (`gradeId`). */
const GradeId = Type.Object(
  { id: Type.String({ pattern: '^[0-9]{1,2}-[0-9]{1,4}$' }) },
  { additionalProperties: false },
);

export const gradeHeads = endpoint({
  name: 'roles.grade-heads',
  method: 'GET',
  path: '/v1/portal/roles/grades/:id/users',
  summary: '年级主任',
  access: may('open'),
  params: GradeId,
  response: Holders,
});
export const putGradeHeads = endpoint({
  name: 'roles.set-grade-heads',
  method: 'PUT',
  path: '/v1/portal/roles/grades/:id/users',
  summary: '指定年级主任，立即生效',
  access: may('update'),
  params: GradeId,
  body: HolderIds,
  response: Holders,
});
export const classTeachers = endpoint({
  name: 'roles.class-teachers',
  method: 'GET',
  path: '/v1/portal/roles/classes/:id/users',
  summary: '班主任',
  access: may('open'),
  params: idParam('id'),
  response: Holders,
});
export const putClassTeachers = endpoint({
  name: 'roles.set-class-teachers',
  method: 'PUT',
  path: '/v1/portal/roles/classes/:id/users',
  summary: '指定班主任，立即生效',
  access: may('update'),
  params: idParam('id'),
  body: HolderIds,
  response: Holders,
});

/** All people in charge and all candidates in one response, so that a page needs no request per grade and class. */
export const inCharge = endpoint({
  name: 'roles.in-charge',
  method: 'GET',
  path: '/v1/portal/roles/leads',
  summary: '全部年级主任和班主任',
  access: may('open'),
  response: Type.Object({
    grades: Type.Array(Type.Object({ grade_id: Type.String(), user_id: Type.String() })),
    classes: Type.Array(Type.Object({ class_id: Type.String(), user_id: Type.String() })),
    people: Type.Array(Person),
    /** Whether the caller may change them. */
    may: Type.Object({ grades: Type.Boolean(), classes: Type.Boolean() }),
  }),
});
export type InCharge = Type.Static<typeof inCharge.response>;
