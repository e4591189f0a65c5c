import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IMPORT_ROWS_MAX } from '../../../platform/imports/contract.ts';
import type { GuessedColumn, GuessedField } from '../../../platform/schema/guess-column.ts';
import { nameKey } from '../../../platform/schema/sheet-cell.ts';
import { UnusableFile, type SheetTable } from '../../../platform/sheets/server/messages.ts';
import type { studioSheet } from '../sheet-contract.ts';

/** Milliseconds for the file, and for the wait until others are read. */
const TIME_LIMIT_MS = 60_000;
/** Part of a column's values that are students, from which it refers to students. */
const STUDENTS_SHARE = 0.8;

const STUDENT: GuessedField = { type: 'string', maxLength: 64, 'x-kind': 'row', 'x-of': 'student' };
/** Columns of other things are not compared with students. */
const ABOUT_STUDENTS = /学生|姓名|学号|学籍/;

/**
 * The columns of a table with what each might be. A column that names students whom the caller may see refers to them.
 *
 * @throws AppError PSY_INVALID_INPUT with the reason where the file cannot be used
 */
export async function readSheet(ctx: OrgContext, bytes: Uint8Array): Promise<DataOf<typeof studioSheet>> {
  const { rows, columns } = await tableOf(ctx, bytes);
  return {
    rows,
    columns: await Promise.all(
      columns.map(async ({ texts, header, field, ...column }) => ({
        header,
        ...column,
        field: (await namesStudents(ctx, header, { texts, field })) ? STUDENT : field,
      })),
    ),
  };
}

async function tableOf({ caller, services }: OrgContext, bytes: Uint8Array): Promise<SheetTable> {
  try {
    const signal = AbortSignal.timeout(TIME_LIMIT_MS);
    return await services.sheets.table(caller.userId, new Uint8Array(bytes), IMPORT_ROWS_MAX, signal);
  } catch (error) {
    if (error instanceof UnusableFile) throw new AppError('PSY_INVALID_INPUT', { message: error.message });
    throw error;
  }
}

async function namesStudents(
  ctx: OrgContext,
  header: string,
  { texts, field }: Pick<GuessedColumn, 'texts' | 'field'>,
): Promise<boolean> {
  const { access, resources, schemas } = ctx.services;
  const source = resources.rowChoices['student'];
  const { area } = schemas.entity(ctx.actor.orgId, 'student').schema['x-resource'];
  const isCandidate = ABOUT_STUDENTS.test(header) && (field.type === 'string' || field.type === 'integer');
  if (!source || !isCandidate || texts.length === 0 || !access.decide(ctx.actor, area, OPEN)) return false;
  const found = await source(ctx, texts, []);
  const names = new Set(found.flatMap(({ name, also = [] }) => [name, ...also].map(nameKey)));
  return texts.filter((text) => names.has(nameKey(text))).length >= texts.length * STUDENTS_SHARE;
}
