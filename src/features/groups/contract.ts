import * as Type from 'typebox/type';
import { Id, Instant, Text, idParam, listOf, paging } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';

const area = 'org-manage/custom-group';
const may = <const A extends string>(act: A) => ({ auth: 'org', area, act }) as const;

/** Maximum number of students, and of classes, in one request. */
export const MEMBERS_MAX = 500;
const ids = Type.Array(Id, { minItems: 1, maxItems: MEMBERS_MAX, uniqueItems: true });

export const groupMembers = endpoint({
  name: 'custom-group.members',
  method: 'GET',
  path: '/v1/portal/custom_groups/:id/members',
  summary: '分组成员，仅含调用者有权查看的；离校和毕业的成员也在其中',
  access: may('open'),
  params: idParam('id'),
  query: Type.Object(
    {
      ...paging,
      child_name: Type.Optional(Text(40)),
      class_id: Type.Optional(Id),
      study_status: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
    },
    { additionalProperties: false },
  ),
  response: listOf(
    Type.Object({
      child_id: Type.String(),
      child_name: Type.String(),
      student_no: Type.String(),
      study_status: Type.Integer(),
      class_name: Type.Optional(Type.String()),
      added_at: Instant,
    }),
  ),
});
export type GroupMember =
  (typeof groupMembers.response)['properties']['items'] extends Type.TArray<infer M> ? Type.Static<M> : never;

/** Maximum number of lines of a name list in one request. */
export const NAMED_MAX = 2000;

/**
 * Adds whole classes (their enrolled students) and single students, all or none; existing members are skipped. Of a
 * list of numbers or names, lines with exactly one match are added and the others returned.
 */
export const addGroupMembers = endpoint({
  name: 'custom-group.add-members',
  method: 'POST',
  path: '/v1/portal/custom_groups/:id/members',
  summary: '把班级或学生加入分组：全部成功或全部不写',
  access: may('update'),
  params: idParam('id'),
  body: Type.Object(
    {
      class_ids: Type.Optional(ids),
      child_ids: Type.Optional(ids),
      named: Type.Optional(
        Type.Array(Text(64, 1), { minItems: 1, maxItems: NAMED_MAX, description: '学号，或没有重名的姓名' }),
      ),
    },
    { additionalProperties: false, minProperties: 1 },
  ),
  response: Type.Object({
    total: Type.Integer({ description: 'students who were not members yet' }),
    skipped: Type.Optional(
      Type.Array(Type.Object({ given: Type.String(), message: Type.String() }), {
        description: 'lines of the list without a match',
      }),
    ),
  }),
});

export const removeGroupMembers = endpoint({
  name: 'custom-group.remove-members',
  method: 'POST',
  path: '/v1/portal/custom_groups/:id/members/batch_delete',
  summary: '把学生移出分组',
  access: may('update'),
  params: idParam('id'),
  body: Type.Object({ child_ids: ids }, { additionalProperties: false }),
  response: Type.Object({ total: Type.Integer({ description: 'students who were members' }) }),
});
