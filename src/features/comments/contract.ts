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

const RowOfClass = Type.Object({
  child_id: Type.String(),
  child_name: Type.String(),
  student_no: Type.String(),
  class_name: Type.Optional(Type.String()),
  written: Type.Boolean({ description: '已经提交评语' }),
  own: Type.Boolean({ description: '评语是自己写的，或者还没有人写' }),
  content: Type.Optional(Type.String({ description: '提交的评语' })),
  author_name: Type.Optional(Type.String()),
  updated_at: Type.Optional(Instant),
  draft: Type.Optional(Type.String({ description: '本人的草稿，仅本人可见' })),
  draft_at: Type.Optional(Instant),
});
export type RowOfClass = Type.Static<typeof RowOfClass>;

const ClassComments = Type.Object({
  year_id: Type.String(),
  year_name: Type.String(),
  total: Type.Integer({ minimum: 0, description: '在读学生' }),
  missing: Type.Integer({ minimum: 0, description: '还没有提交评语的学生' }),
  items: Type.Array(RowOfClass),
});
export type ClassComments = Type.Static<typeof ClassComments>;

const write = { auth: 'org', area: `${area}/write`, act: 'write' } as const;

/** The enrolled students of the caller's classes, with the comment of the current year or the caller's draft. */
export const classComments = endpoint({
  name: 'comment.of-class',
  method: 'GET',
  path: '/v1/portal/comments/class',
  summary: '班里的评语：谁还没有，自己的草稿',
  access: write,
  query: Type.Object({}, { additionalProperties: false }),
  response: ClassComments,
  logged: 'comment',
  loggedWith: 'content',
});

/**
 * Keeps what the caller has typed, for the caller alone; an empty text ends the draft. `draft_at` is that of the draft
 * that the caller read or saved last, none where there was none (optimistic lock).
 */
export const keepDraft = endpoint({
  name: 'comment.keep-draft',
  method: 'PUT',
  path: `${path}/draft`,
  summary: '保存评语的草稿，仅本人可见',
  access: write,
  params,
  body: Type.Object({ content: Text(NOTE_MAX), draft_at: Type.Optional(Instant) }, { additionalProperties: false }),
  response: Type.Object({ ok: Type.Literal(true), draft_at: Type.Optional(Instant) }),
  bodyLimit: 32_768,
});
