import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { ORDINARY_TEACHER } from '../../../platform/identity/choose-role.ts';
import { IMPORT_ROWS_MAX } from '../../../platform/imports/contract.ts';
import { beginImport } from '../../../platform/imports/server/begin.ts';
import { headerOf } from '../../../platform/imports/server/lines.ts';
import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { programCsv } from '../../../platform/sheets/server/csv.ts';
import { UnusableFile } from '../../../platform/sheets/server/messages.ts';
import { classHooks } from '../../classes/server/public.ts';
import { teacherHooks } from '../../staff/server/public.ts';
import { studentHooks } from '../../students/server/public.ts';
import type { Part, Received } from '../contract.ts';
import { readRoster, type GivenClass, type GivenRoster } from './read-roster.ts';
import { Problems, READ_FILES, readTables } from './read-tables.ts';
import { classKey, staffNamed, type SchoolState } from './school-state.ts';

/** Rows of one table: a person has a row in several. */
const ROWS_MAX = 4 * IMPORT_ROWS_MAX;

/** @throws AppError PSY_INVALID_INPUT naming file, row and column of what is wrong */
export async function readUpload(ctx: OrgContext, bytes: Uint8Array, school: SchoolState): Promise<GivenRoster> {
  const problems = new Problems();
  try {
    const tables = await ctx.services.sheets.tables(ctx.caller.userId, new Uint8Array(bytes), READ_FILES, ROWS_MAX);
    const about = {
      orgId: ctx.actor.orgId,
      year: school.year,
      grades: new Set(school.periods.keys()),
      today: dayOf(ctx.now()),
    };
    return readRoster(readTables(tables, problems), about, problems);
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    const { message } = error;
    throw new AppError('PSY_INVALID_INPUT', { message, details: [{ field: '', message }], cause: error });
  }
}

/** How a part of the roster becomes a sheet of the ordinary import. */
interface PartSheet {
  title: string;
  hooks: ResourceHooks;
  fields: readonly string[];
  rows: (roster: GivenRoster, school: SchoolState) => string[][];
}

const gradeLabel = ({ grade }: GivenClass) => labelOf('grade', grade);

const SHEETS: Readonly<Record<Part, PartSheet>> = {
  class: {
    title: '班级',
    hooks: classHooks,
    fields: ['class_name', 'period', 'grade', 'year_id'],
    rows: ({ classes }, { periods, year }) =>
      classes.map((one) => [
        one.name,
        labelOf('class_period', periods.get(one.grade) ?? ''),
        gradeLabel(one),
        year.year_name,
      ]),
  },
  // A roster gives no roles: new staff are ordinary teachers until an administrator changes it.
  teacher: {
    title: '教职工',
    hooks: teacherHooks,
    fields: ['teacher_name', 'login_name', 'teacher_no', 'role_id'],
    rows: ({ teachers }, school) =>
      teachers.map(({ name, login, number }) => [
        name,
        login,
        number,
        staffNamed(school, login) ? '' : labelOf('role', ORDINARY_TEACHER),
      ]),
  },
  // An import changes no class of a student who is here already: that is proposed.
  student: {
    title: '学生',
    hooks: studentHooks,
    fields: ['child_name', 'student_no', 'class_id'],
    rows: ({ students }, school) =>
      students.map(({ name, number, in: place }) => [
        name,
        number,
        place && !school.students.has(number) ? `${gradeLabel(place)} ${place.name}` : '',
      ]),
  },
};

/** Whether every new student's class exists. */
const hasClasses = ({ students }: GivenRoster, school: SchoolState): boolean =>
  students.every(
    ({ number, in: place }) => !place || school.students.has(number) || school.classes.has(classKey(place)),
  );

/** Begins the import of one part. Its lines are previewed, written and undone as those of every import. */
export async function beginPart(
  ctx: OrgContext,
  part: Part,
  roster: GivenRoster,
  school: SchoolState,
  fileName: string,
): Promise<Received['parts'][number]> {
  const { title, hooks, fields, rows: rowsFor } = SHEETS[part];
  const { entity } = resolveResource(ctx, part, hooks);
  const { schema } = entity;
  const rows = rowsFor(roster, school);
  const outcome = { part, rows: rows.length };
  const may =
    schema['x-resource'].acts.includes('import') &&
    ctx.services.access.decide(ctx.actor, schema['x-resource'].area, 'import');
  if (rows.length === 0) return { ...outcome, state: 'empty' };
  if (!may) return { ...outcome, state: 'forbidden' };
  if (part === 'student' && !hasClasses(roster, school)) return { ...outcome, state: 'waiting' };
  const bytes = programCsv([fields.map((field) => headerOf(schema, field)), ...rows]);
  const { import_id } = await beginImport(ctx, part, hooks, `${fileName}（${title}）`, bytes);
  return { ...outcome, state: 'begun', import_id };
}
