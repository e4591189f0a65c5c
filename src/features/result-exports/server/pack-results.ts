import { setImmediate as othersTurn } from 'node:timers/promises';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { digestOf, type FileMark } from '../../../platform/file-codes/server/file-mark.ts';
import { markSheet } from '../../../platform/file-codes/server/marked-sheet.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource, wireRows } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';
import type { Sheet } from '../../../platform/sheets/server/sheet.ts';
import { writeCsv } from '../../../platform/sheets/server/write-csv.ts';
import { writeXlsx } from '../../../platform/sheets/server/write-xlsx.ts';
import { zipped } from '../../../platform/sheets/server/zip-stream.ts';
import { packing, type Packed, type Packing } from '../../exports/server/public.ts';
import { loadExam, packsOf, readState } from '../../screening/server/public.ts';
import { studentHooks } from '../../students/server/public.ts';
import { CODEBOOK_HEAD, codebookRow, isNumber, variablesOf, type Variable } from '../rules/variables.ts';
import { cellsOfSheet } from './cells.ts';
import { lastSheets, leftOut, resultsOfSheets, sheetsOfIds } from './queries.ts';
import { requireExport } from './require-export.ts';

/** Sheets that are decrypted, and held in memory, at a time. */
const BATCH = 250;

const PERSON = [
  ['class_name', '班级'],
  ['child_name', '姓名'],
  ['student_no', '学号'],
  ['sex', '性别'],
  ['attempt', '第几次作答'],
  ['submitted_at', '提交时间'],
  ['incomplete', '有缺答'],
] as const;

/** The export was cancelled, or the process stops. */
class Stopped extends Error {}

const textColumns = (headers: readonly string[]) => headers.map((header) => ({ header, cell: 'text' as const }));

/**
 * Reads the sheets in batches, in the order of `lastSheets`, as the file is written.
 *
 * @param childIds receives the students of the rows
 */
async function* rowsOf(
  ctx: OrgContext,
  examId: string,
  variables: readonly Variable[],
  { done, stop }: Packing,
  childIds: string[],
): AsyncGenerator<(string | number | null)[]> {
  const { actor, services } = ctx;
  const { orgId } = actor;
  const scope = services.access.scope(actor, 'student');
  const keys = await services.keys.ring(orgId);
  const { entity, rows, tenant } = resolveResource(ctx, 'student', studentHooks);
  const [all] = await ctx.read([lastSheets(orgId, examId, scope)]);
  for (let from = 0; from < all.length; from += BATCH) {
    const piece = all.slice(from, from + BATCH);
    const ids = piece.map(({ child_exam_id }) => child_exam_id);
    const [sheets, results, stored] = await services.db.read(tenant, [
      sheetsOfIds(orgId, scope, ids),
      resultsOfSheets(orgId, ids),
      rowsOfIds(
        rows,
        piece.map(({ child_id }) => child_id),
      ),
    ]);
    const students = new Map((await wireRows(ctx, entity, stored)).map((row) => [row['child_id'], row]));
    const byId = new Map(sheets.map((sheet) => [sheet.child_exam_id, sheet]));
    for (const id of ids) {
      const sheet = byId.get(id);
      const student = sheet && students.get(sheet.child_id);
      if (!sheet || !student) continue;
      childIds.push(sheet.child_id);
      yield [
        sheet.class_name,
        textOf(student['child_name']),
        textOf(student['student_no']),
        student['sex'] === undefined ? null : labelOf('sex', textOf(student['sex']) ?? ''),
        sheet.attempt,
        sheet.submitted_at === null ? null : minuteOf(Date.parse(sheet.submitted_at)),
        sheet.incomplete ? '是' : '否',
        ...cellsOfSheet(
          variables,
          readState(keys, sheet),
          results.filter((result) => result.child_exam_id === id),
        ),
      ];
    }
    if (stop.aborted || !(await done(Math.min(all.length, from + BATCH)))) throw new Stopped();
    await othersTurn();
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** The sheet 说明: where the file comes from, and whom it leaves out. */
const about = (mark: FileMark, examName: string, counts: { withdrawn: number; open: number }): Sheet => {
  const sheet = markSheet(mark);
  return {
    ...sheet,
    rows: [
      ...(sheet.rows as Iterable<[string, string]>),
      ['测评', examName],
      ['范围', '导出人管理范围内的学生，每人最后一次提交的答卷'],
      ['没有导出', `撤回同意的答卷 ${counts.withdrawn} 份，没有提交的答卷 ${counts.open} 份`],
      ['作废的答卷', '按量表的规则作废的，“是否有效”为 0；统计时请分别给出含与不含的结果'],
      ['提醒', '筛查不是诊断。请只用于约定的用途，用后按本单位的规定销毁'],
    ],
  };
};

async function pack(ctx: OrgContext, [examId = '', format]: readonly string[], packing: Packing) {
  requireExport(ctx);
  const { actor, services } = ctx;
  const exam = await loadExam(ctx, examId);
  const variables = packsOf(services, actor.orgId, exam).flatMap(variablesOf);
  const [[counts]] = await ctx.read([leftOut(actor.orgId, examId, services.access.scope(actor, 'student'))]);
  const note = about(packing.mark, exam.exam_name, counts ?? { withdrawn: 0, open: 0 });
  const isBook = format === 'xlsx';
  const childIds: string[] = [];
  const data: Sheet = {
    name: '结果和作答',
    columns: [
      ...textColumns(PERSON.map(([name, title]) => (isBook ? title : name))),
      ...variables.map((variable) => ({
        header: isBook ? variable.label : variable.name,
        cell: isNumber(variable) ? ('number' as const) : ('text' as const),
      })),
    ],
    rows: rowsOf(ctx, examId, variables, packing, childIds),
  };
  const codebook: Sheet = {
    name: '变量说明',
    columns: textColumns(CODEBOOK_HEAD),
    rows: [
      ...PERSON.map(([name, title]) => [name, title, '', '', '', '']),
      ...variables.map((variable) => codebookRow(variable, exam.norm_sets)),
    ],
  };
  const file = await (isBook ? book(data, codebook, note) : tables(data, codebook, note));
  return { ...file, childIds };
}

type Built = Omit<Packed, 'childIds'>;

const book = async (...[data, codebook, note]: [Sheet, Sheet, Sheet]): Promise<Built> => ({
  bytes: await bytesOf(writeXlsx(data, [codebook, note])),
});

async function tables(...sheets: [Sheet, Sheet, Sheet]): Promise<Built> {
  const digests: string[] = [];
  async function* parts() {
    for (const sheet of sheets) {
      const bytes = await bytesOf(writeCsv(sheet));
      digests.push(digestOf(bytes));
      yield { name: `${sheet.name}.csv`, pieces: [bytes] };
    }
  }
  return { bytes: await bytesOf(zipped(parts())), digests };
}

export const resultsJob = packing('export-results', async (ctx, ids, context) => {
  try {
    return await pack(ctx, ids, context);
  } catch (error) {
    if (error instanceof Stopped) return undefined;
    throw error;
  }
});
