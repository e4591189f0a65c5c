import { setImmediate as othersTurn } from 'node:timers/promises';
import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { markFoot } from '../../../platform/file-codes/server/file-mark.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { pdfWriter } from '../../../platform/pdf/server/write-pdf.ts';
import { childrenNamed } from '../../../platform/resources/server/queries/children.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { packingOfStudents, startPacking, type Packing } from '../../exports/server/public.ts';
import { NOT_REACHED, NOT_REACHED_CHILD, studentHooks } from '../../students/server/public.ts';
import { ARCHIVE_IDS_MAX, ARCHIVES_MAX } from '../contract.ts';
import { studentArchive } from './child-archive.ts';
import { classesAmong, studentsOfClasses } from './queries.ts';

/** `async_file`: archives of several students. */
const GROUP_ARCHIVES = 1;

async function pack(ctx: OrgContext, childIds: readonly string[], { mark, stop }: Packing) {
  const write = await pdfWriter();
  const files = [];
  for (const childId of childIds) {
    if (stop.aborted) return undefined;
    const archive = await studentArchive(ctx, childId, mark);
    if (archive) {
      const bytes = write({ ...archive.document, mark: markFoot(mark) });
      files.push({ childId, name: cleanFileName(`${archive.name}.pdf`), bytes });
    }
    await othersTurn();
  }
  return files;
}

export const archivesJob = packingOfStudents('export-archives', pack);

/** Students by their ids, of children or enrolments, or all of some classes. */
export type Chosen = { studentIds: readonly string[] } | { classIds: readonly string[] };

const idsOf = (list: string) => [...new Set(list.split(','))];

/** @throws AppError PSY_INVALID_INPUT unless exactly one of them is named */
export function chosenOf({ student_ids, class_ids }: { student_ids?: string; class_ids?: string }): Chosen {
  if (student_ids !== undefined && class_ids === undefined) return { studentIds: idsOf(student_ids) };
  if (class_ids !== undefined && student_ids === undefined) return { classIds: idsOf(class_ids) };
  throw invalid('student_ids', '请选择学生或班级，只选一种');
}

const invalid = (field: string, message: string) =>
  new AppError('PSY_INVALID_INPUT', { message, details: [{ field: `/${field}`, message }] });

interface Student {
  child_id: string;
  child_name: string;
}

async function studentsNamed(ctx: OrgContext, tx: Tx, wanted: readonly string[]): Promise<Student[]> {
  if (wanted.length > ARCHIVE_IDS_MAX)
    throw invalid('student_ids', `一次最多选 ${ARCHIVE_IDS_MAX} 名学生，更多时请按班级打包`);
  const { rows } = resolveResource(ctx, 'student', studentHooks);
  const named = await tx.run(childrenNamed(ctx.actor.orgId, wanted));
  const found = await tx.run(
    rowsOfIds(
      rows,
      named.map(({ child_id }) => child_id),
    ),
  );
  if (found.length === 0 || found.length < wanted.length)
    throw notFoundInScope(rows.scope, { message: NOT_REACHED_CHILD });
  return found.map((row) => ({ child_id: String(row['child_id']), child_name: String(row['child_name']) }));
}

async function studentsIn({ actor, services: { access } }: OrgContext, tx: Tx, classIds: readonly string[]) {
  const { orgId } = actor;
  const [scope, students] = [access.scope(actor, 'class'), access.scope(actor, 'student')];
  const classes = await tx.run(classesAmong(orgId, scope, classIds));
  if (classes.length < classIds.length) throw notFoundInScope(scope, { message: NOT_REACHED });
  const found = await tx.run(studentsOfClasses(orgId, students, classIds, ARCHIVES_MAX + 1));
  if (found.length === 0) throw invalid('class_ids', '所选班级里没有在校的学生');
  if (found.length > ARCHIVES_MAX) throw invalid('class_ids', `一次最多打包 ${ARCHIVES_MAX} 名学生，请少选几个班级`);
  return found;
}

/**
 * Queues the archives of students. The audit log records each disclosure before any data is packed.
 *
 * @throws AppError PSY_INVALID_INPUT; `notFoundInScope` when any student or class is out of scope; AC_TOO_MANY_REQUESTS
 */
export async function packArchives(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  chosen: Chosen,
): Promise<{ task_id: string }> {
  const students =
    'classIds' in chosen ? await studentsIn(ctx, tx, chosen.classIds) : await studentsNamed(ctx, tx, chosen.studentIds);
  return startPacking(ctx, tx, requester, archivesJob, {
    type: GROUP_ARCHIVES,
    kind: 'archives',
    area: 'student/archive',
    total: students.length,
    fileName: `学生档案_${dayOf(ctx.now())}_${students.length}人.zip`,
    entries: students.map(({ child_id, child_name }) => ({
      act: 'export',
      resource: 'student',
      rowId: child_id,
      rowLabel: child_name,
      after: { file_name: '学生档案' },
    })),
    ids: students.map(({ child_id }) => child_id),
  });
}
