import * as Type from 'typebox/type';
import { Instant, idParam } from '../contract/common.ts';
import { endpoint } from '../contract/endpoint.ts';

/** Maximum size of a file in bytes: 50,000 students need a fifth of it. */
export const UPLOAD_MAX = 20 * 1024 * 1024;
/** Maximum number of rows in a file. */
export const IMPORT_ROWS_MAX = 50_000;
/** Days for which an import can be undone and its file fetched again. */
export const IMPORT_KEPT_DAYS = 7;

const Count = Type.Integer({ minimum: 0 });
const Names = Type.Array(Type.String());

/** An import of one file: its content, progress and result. */
export const Import = Type.Object({
  import_id: Type.String(),
  resource: Type.String(),
  file_name: Type.String(),
  status: Type.String({ description: 'import_status' }),
  problem: Type.Optional(Type.String({ description: '文件不能用，或者没有做完的原因' })),
  user_name: Type.String(),
  created_at: Instant,
  finished_at: Type.Optional(Instant),
  undo_until: Type.Optional(Instant),
  rows: Type.Object({ total: Count, new: Count, changed: Count, same: Count, wrong: Count }),
  written: Type.Object({ created: Count, updated: Count, refused: Count }),
  undone: Type.Object({ rows: Count, kept: Count }),
  columns: Type.Object({
    unknown: Names,
    ignored: Names,
    closed: Type.Optional(Type.Array(Type.String(), { description: '您的角色不能填写的列' })),
    groups: Type.Optional(Type.Array(Type.String(), { description: '可以有几行、只能在表单中填写的列' })),
    files: Type.Optional(Type.Array(Type.String(), { description: '文件和图片的列，表格里放不下' })),
    absent: Type.Optional(Type.Array(Type.String(), { description: '文件缺少、预览要提醒的列' })),
  }),
  can: Type.Object({ write: Type.Boolean(), cancel: Type.Boolean(), undo: Type.Boolean() }),
});
export type Import = Type.Static<typeof Import>;

/**
 * A line of the file. `row` is its number in the sheet; cells are as the file has them, changes as they would be
 * written, both masked as lists are.
 */
export const ImportRow = Type.Object({
  row: Type.Integer(),
  outcome: Type.String({ description: 'import_outcome' }),
  state: Type.Optional(Type.String({ description: 'import_row_state' })),
  label: Type.Optional(Type.String()),
  cells: Type.Array(Type.Object({ field: Type.String(), title: Type.String(), text: Type.String() })),
  changes: Type.Array(
    Type.Object({
      field: Type.String(),
      title: Type.String(),
      before: Type.Optional(Type.String()),
      after: Type.Optional(Type.String()),
    }),
  ),
  messages: Names,
});
export type ImportRow = Type.Static<typeof ImportRow>;

export const OUTCOMES = Type.Union([
  Type.Literal('new'),
  Type.Literal('changed'),
  Type.Literal('same'),
  Type.Literal('wrong'),
  Type.Literal('kept'),
]);

const AsyncTask = Type.Object({
  task_id: Type.String(),
  type: Type.String(),
  status: Type.Integer({ description: 'export_status' }),
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  message: Type.Optional(Type.String()),
});
export type AsyncTask = Type.Static<typeof AsyncTask>;

/**
 * Progress of long-running work, by its id; for an import, the import's id (`spec §7`). It contains nothing of the
 * content.
 */
export const asyncTask = endpoint({
  name: 'async.task',
  method: 'GET',
  path: '/v1/portal/async/tasks/:id',
  summary: '后台任务的进度',
  access: { auth: 'org', area: 'directory', act: 'open' },
  params: idParam('id'),
  response: AsyncTask,
});
