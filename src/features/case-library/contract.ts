import * as Type from 'typebox/type';
import { Done, Id, idParam, Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { NOTE_MAX } from '../../platform/media/attachments.ts';
import { PART_MAX, TITLE_MAX } from './rules/draft.ts';
import { FINDING_KINDS } from './rules/identifiers.ts';

const library = '/v1/portal/case_library';
/** Cases of one file. */
export const FILES_MAX = 50;

const within = <const A extends string, const C extends string>(area: A, act: C) =>
  ({ auth: 'org', area, act }) as const;
const propose = within('case-library/propose', 'write');
const review = within('case-library/review', 'decide');

const part = Text(PART_MAX);
const texts = { title: Text(TITLE_MAX, 1), background: part, process: part, outcome: part, lessons: part };
/** The version that the caller read (optimistic lock). */
const version = Type.Integer({ minimum: 1 });

const Finding = Type.Object({
  kind: Type.Enum([...FINDING_KINDS], { description: 'library_finding' }),
  text: Type.String(),
  certain: Type.Boolean({ description: '确定可识别个人的，修改后才能提交和入库；其余由人判断' }),
});

const LibraryCase = Type.Object({
  library_id: Type.String(),
  status: Type.Integer({ description: 'library_status' }),
  category_id: Type.String({ description: 'crisis_category' }),
  crisis_level: Type.Integer({ description: 'crisis_level' }),
  period: Type.Optional(Type.Integer({ description: 'class_period' })),
  sex: Type.Optional(Type.Integer({ description: 'sex；人数太少时没有' })),
  released_month: Type.Optional(Type.String({ description: 'YYYY-MM' })),
  title: Type.String(),
  background: Type.String(),
  process: Type.String(),
  outcome: Type.String(),
  lessons: Type.String(),
  words: Type.Optional(Type.String({ description: '退回时的审核意见' })),
  author_name: Type.Optional(Type.String({ description: '整理人；入库以后不再给出' })),
  findings: Type.Optional(Type.Array(Finding, { description: '入库以后不再给出' })),
  may: Type.Object({
    edit: Type.Boolean(),
    review: Type.Boolean(),
    take_out: Type.Boolean(),
  }),
  version: Type.Integer(),
});
export type LibraryCase = Type.Static<typeof LibraryCase>;

/** Makes the draft without people, numbers, classes, places and days. */
export const proposeCase = endpoint({
  name: 'library.propose',
  method: 'POST',
  path: `${library}/drafts`,
  summary: '把一个已结案的危机个案整理成案例草稿（自动去掉可识别个人的内容）',
  access: propose,
  status: 201,
  bodyLimit: 1024,
  body: Type.Object({ case_id: Id }, { additionalProperties: false }),
  response: Type.Object({ library_id: Type.String() }),
});

export const libraryCase = endpoint({
  name: 'library.get',
  method: 'GET',
  path: `${library}/:id`,
  summary: '一个案例：已入库的，自己整理的，或者等待审核的',
  access: within('case-library', 'open'),
  params: idParam('id'),
  response: LibraryCase,
});

export const editLibraryCase = endpoint({
  name: 'library.edit',
  method: 'PUT',
  path: `${library}/:id`,
  summary: '修改自己整理的案例（草稿或已退回的）',
  access: propose,
  params: idParam('id'),
  bodyLimit: 262_144,
  body: Type.Object({ ...texts, version }, { additionalProperties: false }),
  response: LibraryCase,
});

export const submitLibraryCase = endpoint({
  name: 'library.submit',
  method: 'POST',
  path: `${library}/:id/submit`,
  summary: '提交审核；仍有确定可识别个人的内容时不能提交',
  access: propose,
  params: idParam('id'),
  bodyLimit: 1024,
  body: Type.Object({ version }, { additionalProperties: false }),
  response: Done,
});

export const releaseLibraryCase = endpoint({
  name: 'library.release',
  method: 'POST',
  path: `${library}/:id/release`,
  summary: '审核通过并入库；不能审核自己整理的',
  access: review,
  params: idParam('id'),
  bodyLimit: 1024,
  body: Type.Object({ version }, { additionalProperties: false }),
  response: Done,
});

export const returnLibraryCase = endpoint({
  name: 'library.return',
  method: 'POST',
  path: `${library}/:id/return`,
  summary: '退回，并写明要改什么；不能审核自己整理的',
  access: review,
  params: idParam('id'),
  bodyLimit: 16_384,
  body: Type.Object({ version, words: Text(NOTE_MAX, 1) }, { additionalProperties: false }),
  response: Done,
});

/** Nothing of it is kept. */
export const takeOutLibraryCase = endpoint({
  name: 'library.take-out',
  method: 'POST',
  path: `${library}/:id/take_out`,
  summary: '删除自己的草稿，或把案例移出案例库；内容不再保留',
  access: propose,
  params: idParam('id'),
  bodyLimit: 1024,
  body: Type.Object({ version }, { additionalProperties: false }),
  response: Done,
});

/** One case as a PDF, several as a ZIP of PDFs. */
export const libraryFiles = endpoint({
  name: 'library.files',
  method: 'POST',
  path: `${library}/files`,
  summary: '把已入库的案例做成文件（后台任务）：一个为 PDF，多个为 ZIP',
  access: within('case-library/file', 'export'),
  bodyLimit: 8192,
  body: Type.Object(
    { library_ids: Type.Array(Id, { minItems: 1, maxItems: FILES_MAX, uniqueItems: true }) },
    { additionalProperties: false },
  ),
  response: Type.Object({ task_id: Type.String() }),
});
