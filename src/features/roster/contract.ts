import * as Type from 'typebox/type';
import { Done, Instant, listOf, paging } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { UPLOAD_MAX } from '../../platform/imports/contract.ts';

export const AREA = 'org-manage/roster';
/** Not of systems: a person decides. */
const DIFFERENCES = 'org-manage/roster/difference';

/** For people: packed in the background, downloaded from the list of exports. */
export const exportRoster = endpoint({
  name: 'roster.export',
  method: 'POST',
  path: '/v1/portal/roster/exports',
  summary: '导出名册（OneRoster 1.2，CSV）：学校、学年、班级、人员、角色和班级成员（后台任务）',
  access: { auth: 'org', area: AREA, act: 'export' },
  body: Type.Object({}, { additionalProperties: false }),
  bodyLimit: 64,
  response: Type.Object({ task_id: Type.String() }),
});

/** For systems, which have no list of exports. */
export const rosterFile = endpoint({
  name: 'roster.file',
  method: 'GET',
  path: '/v1/portal/roster/file',
  summary: '名册文件（OneRoster 1.2，CSV 的 ZIP），供系统账号直接取用',
  access: { auth: 'org', area: AREA, act: 'export' },
  kind: 'blob',
});

export const PARTS = ['class', 'teacher', 'student'] as const;
export type Part = (typeof PARTS)[number];
export const PartName = Type.Union([Type.Literal('class'), Type.Literal('teacher'), Type.Literal('student')]);

const ReceivedPart = Type.Object({
  part: PartName,
  rows: Type.Integer({ minimum: 0 }),
  state: Type.Union([Type.Literal('begun'), Type.Literal('empty'), Type.Literal('waiting'), Type.Literal('forbidden')]),
  import_id: Type.Optional(Type.String({ description: '预览的导入：state 为 begun 时有' })),
});
/** More than half of the school's students or staff are not in the roster. */
const Absent = Type.Object({
  part: Type.Union([Type.Literal('teacher'), Type.Literal('student')]),
  absent: Type.Integer({ minimum: 1 }),
  of: Type.Integer({ minimum: 1 }),
});
export const Received = Type.Object({
  school: Type.String({ description: '名册里本校的名称' }),
  absent: Type.Array(Absent, { description: '本校半数以上的学生或教职工不在名册里时有：可能不是本校完整的名册' }),
  parts: Type.Array(ReceivedPart),
  left_out: Type.Integer({
    minimum: 0,
    description: '不交换的行：监护人、课程、已停用或今天不在校的人、其他学年和其他学校',
  }),
  proposals: Type.Integer({ minimum: 0, description: '等待决定的建议' }),
});
export type Received = Type.Static<typeof Received>;

/** Begins an import with preview for each part of the roster; students wait until their classes exist. */
export const importRoster = endpoint({
  name: 'roster.import',
  method: 'POST',
  path: '/v1/portal/roster/imports',
  summary:
    '上传名册（OneRoster 1.2，CSV 的 ZIP）：班级、教职工和学生各开始一次带预览的导入；班级写入以后再传一次，学生才开始。不在名册里的只列为建议',
  access: { auth: 'org', area: AREA, act: 'import' },
  query: Type.Object(
    {
      file_name: Type.String({ minLength: 1, maxLength: 200 }),
      part: Type.Optional(PartName),
    },
    { additionalProperties: false },
  ),
  upload: UPLOAD_MAX,
  response: Received,
});

export const PROPOSAL_KINDS = ['class_left', 'student_left', 'student_moved', 'teacher_left'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
/** Proposals of one decision. */
export const DECIDED_MAX = 200;

const Proposal = Type.Object({
  proposal_id: Type.String(),
  kind: Type.String({ description: 'roster_proposal' }),
  name: Type.String(),
  student_no: Type.Optional(Type.String()),
  from: Type.Optional(Type.String({ description: '现在的班级' })),
  to: Type.Optional(Type.String({ description: '名册里的班级' })),
  file_name: Type.String(),
  found_at: Instant,
});
export type Proposal = Type.Static<typeof Proposal>;

export const rosterProposals = endpoint({
  name: 'roster.proposals',
  method: 'GET',
  path: '/v1/portal/roster/proposals',
  summary: '最近一次名册与本校不同的地方：等待决定的建议',
  access: { auth: 'org', area: DIFFERENCES, act: 'open' },
  query: Type.Object(paging, { additionalProperties: false }),
  response: listOf(Proposal),
});

/** A person follows proposals, or keeps things as they are. Nothing is deleted. */
export const decideProposals = endpoint({
  name: 'roster.decide',
  method: 'POST',
  path: '/v1/portal/roster/proposals/decide',
  summary: '对建议作出决定：照办（离校、转班、停用），或者保持不变',
  access: { auth: 'org', area: DIFFERENCES, act: 'update' },
  body: Type.Object(
    {
      ids: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: DECIDED_MAX,
        uniqueItems: true,
      }),
      decision: Type.Union([Type.Literal('follow'), Type.Literal('keep')]),
    },
    { additionalProperties: false },
  ),
  response: Done,
});
