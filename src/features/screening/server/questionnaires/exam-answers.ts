import type { Blob, OrgContext } from '../../../../platform/context/server/context.ts';
import { inTransaction } from '../../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { markFile, type Maker } from '../../../../platform/file-codes/server/file-mark.ts';
import { markedSheet } from '../../../../platform/file-codes/server/marked-sheet.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import type { ExamAnswers, OverviewItem } from '../../contract/questionnaires.ts';
import { addSheet, answerText, countAnswers, valuesOf, type ItemCounts } from '../../rules/questionnaires/overview.ts';
import type { AnswerValue } from '../../rules/scales/answers.ts';
import type { Questionnaire } from '../../rules/scales/questionnaire-schema.ts';
import { answersOf } from '../../rules/sheet-state.ts';
import { packsOfExam } from '../exams/add-sheets.ts';
import { loadExam } from '../exams/load-exam.ts';
import { submittedSheets, type SubmittedSheet } from '../queries/questionnaires.ts';
import { readState } from '../sheets/stored-state.ts';

/** Sheets that are decrypted at once. */
const BATCH = 500;
/** Texts to one item that an answer lists; the file has all of them. */
const TEXTS_MAX = 500;

type Each = (sheet: SubmittedSheet, answersTo: (pack: Questionnaire) => ReturnType<typeof answersOf>) => void;

/** Calls `each` for every submitted sheet in the caller's scope. @returns how many there are */
async function forEachSheet(ctx: OrgContext, examId: string, each: Each): Promise<number> {
  const { actor, services } = ctx;
  const scope = services.access.scope(actor, 'student');
  const keys = await services.keys.ring(actor.orgId);
  for (let count = 0; ;) {
    const [sheets] = await ctx.read([submittedSheets(actor.orgId, examId, scope, count, BATCH)]);
    for (const sheet of sheets) {
      const state = readState(keys, sheet);
      each(sheet, (pack) => answersOf(state, pack.id));
    }
    count += sheets.length;
    if (sheets.length < BATCH) return count;
  }
}

const isQuestionnaire = (pack: { kind: string }): pack is Questionnaire => pack.kind === 'questionnaire';

type Texts = Map<string, NonNullable<OverviewItem['texts']>>;

/** The answers to the school's own questionnaires in a screening. @throws AppError `notFoundInScope` */
export async function readExamAnswers(ctx: OrgContext, examId: string): Promise<ExamAnswers> {
  const exam = await loadExam(ctx, examId);
  const parts = packsOfExam(ctx.services, ctx.actor.orgId, exam)
    .filter(isQuestionnaire)
    .map((pack) => ({ pack, counts: countAnswers(pack), texts: new Map() as Texts }));
  const add: Each = (sheet, answersTo) => {
    for (const { pack, counts, texts } of parts) addTexts(texts, sheet, pack, addSheet(pack, counts, answersTo(pack)));
  };
  const sheets = parts.length === 0 || exam.status === 'draft' ? 0 : await forEachSheet(ctx, examId, add);
  return {
    exam_id: examId,
    exam_name: exam.exam_name,
    sheets,
    questionnaires: parts.map(({ pack, counts, texts }) => ({
      scale_id: pack.id,
      title: pack.title,
      version: pack.version,
      items: [...counts.values()].map((one) => present(one, texts)),
    })),
  };
}

function addTexts(
  texts: Texts,
  { child_exam_id, child_name, class_name }: SubmittedSheet,
  { items }: Questionnaire,
  visible: ReadonlyMap<string, AnswerValue>,
): void {
  for (const { id, kind } of items) {
    const text = kind === 'text' ? visible.get(id) : undefined;
    if (typeof text !== 'string') continue;
    const list = texts.get(id) ?? [];
    if (list.length < TEXTS_MAX)
      list.push({ child_exam_id, child_name, ...(class_name !== null && { class_name }), text });
    texts.set(id, list);
  }
}

function present({ item, asked, answered, values, sum, lowest, highest }: ItemCounts, texts: Texts): OverviewItem {
  const { id: item_id, text, kind } = item;
  const counted = valuesOf(item);
  const hasNumbers = (kind === 'number' || kind === 'scale') && answered > 0;
  return {
    item_id,
    text,
    kind,
    asked,
    answered,
    ...(counted.length > 0 && {
      options: counted.map(({ value, label }) => ({ value, label, count: values.get(value) ?? 0 })),
    }),
    ...(hasNumbers && { numbers: { mean: Math.round((sum / answered) * 100) / 100, lowest, highest } }),
    ...(kind === 'text' && { texts: texts.get(item_id) ?? [] }),
  };
}

/**
 * A file with one row for each student of the caller's scope; the export is logged.
 *
 * @throws AppError `notFoundInScope`; PSY_NOT_FOUND where the screening has no such questionnaire
 */
export async function exportExamAnswers(
  ctx: OrgContext,
  tx: Tx,
  maker: Maker,
  { id: examId, scale_id: scaleId }: { id: string; scale_id: string },
): Promise<Blob> {
  const inTx = inTransaction(ctx, tx);
  const exam = await loadExam(inTx, examId);
  const pack = packsOfExam(ctx.services, ctx.actor.orgId, exam).find(({ id }) => id === scaleId);
  if (!pack || !isQuestionnaire(pack) || exam.status === 'draft') throw new AppError('PSY_NOT_FOUND');
  const rows: (string | null)[][] = [];
  const counts = countAnswers(pack);
  await forEachSheet(inTx, examId, (sheet, answersTo) => {
    const visible = addSheet(pack, counts, answersTo(pack));
    const cells = pack.items.map((item) => {
      const value = visible.get(item.id);
      return value === undefined ? null : answerText(item, value);
    });
    rows.push([sheet.class_name, sheet.child_name, sheet.student_no, ...cells]);
  });
  const mark = await markFile(ctx, tx, maker, 'answers', {
    act: 'export',
    resource: 'exam',
    rowId: examId,
    rowLabel: `${exam.exam_name}：${pack.title}`,
    after: { total: rows.length },
  });
  const headers = ['班级', '姓名', '学号', ...pack.items.map(({ text }, i) => `${i + 1}. ${text}`)];
  return markedSheet(ctx, mark, {
    format: 'xlsx',
    fileName: `${pack.title}_${exam.exam_name}_${dayOf(ctx.now())}.xlsx`,
    sheets: [{ name: pack.title, columns: headers.map((header) => ({ header, cell: 'text' })), rows }],
  });
}
