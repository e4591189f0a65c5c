import * as Type from 'typebox/type';
import { Id, Instant, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { NOTE_MAX } from '../../platform/media/attachments.ts';
import { Attachment, FileIds } from '../../platform/media/contract/media.ts';

const area = 'student/comment' as const;
const path = '/v1/portal/children/:id/comments/:year';
const params = Type.Object({ id: Id, year: Id }, { additionalProperties: false });

/** The class teacher's comment on a student for a year, if any. */
const ClassComment = Type.Object({
  child_id: Type.String(),
  child_name: Type.String(),
  class_name: Type.Optional(Type.String()),
  year_id: Type.String(),
  year_name: Type.String(),
  can_write: Type.Boolean({ description: '还没有评语而角色可以写，或者评语是自己写的' }),
  comment: Type.Optional(
    Type.Object({
      comment_id: Type.String(),
      content: Type.String(),
      created_by: Type.String(),
      created_by_name: Type.String(),
      created_at: Instant,
      updated_at: Instant,
      attachments: Type.Array(Attachment),
    }),
  ),
});
export type ClassComment = Type.Static<typeof ClassComment>;

export const classComment = endpoint({
  name: 'comment.get',
  method: 'GET',
  path,
  summary: '班主任评语：每名学生每学年一份',
  access: { auth: 'org', area, act: 'open' },
  params,
  response: ClassComment,
  logged: 'comment',
});

/** `updated_at` of the comment that the caller read (optimistic lock); without it, the call creates the comment. */
export const writeComment = endpoint({
  name: 'comment.write',
  method: 'PUT',
  path,
  summary: '写或修改班主任评语；只有作者能修改',
  access: { auth: 'org', area: `${area}/write`, act: 'write' },
  params,
  body: Type.Object(
    { content: Text(NOTE_MAX, 1), file_ids: FileIds, updated_at: Type.Optional(Instant) },
    { additionalProperties: false },
  ),
  response: ClassComment,
  bodyLimit: 32_768,
});
