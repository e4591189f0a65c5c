import { implement, type Implementation, type OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { beginImport } from '../../../platform/imports/server/begin.ts';
import { getRow, listRows } from '../../../platform/resources/server/reading.ts';
import { templateOf } from '../../../platform/resources/server/template.ts';
import { updateRowById } from '../../../platform/resources/server/write-rows.ts';
import { accountMaker } from '../../account/server/public.ts';
import * as contract from '../contract.ts';
import { changeStudyStatus } from './change-study-status.ts';
import { studentHooks } from './hooks/students.ts';
import { resumeStudy, switchClass } from './move-student.ts';
import { readHistory } from './read-history.ts';
import { registerStudent } from './register-student.ts';

/** @throws AppError PSY_NOT_FOUND when the path names another organisation */
function requireOwn({ actor }: OrgContext, orgId: string): void {
  if (orgId !== actor.orgId) throw new AppError('PSY_NOT_FOUND');
}

/** Endpoints of students besides the generic resource endpoints (`spec §7`). */
export const studentsHandlers: readonly Implementation[] = [
  implement(contract.child, async (ctx, { params }) => {
    const row = await getRow(ctx, 'student', studentHooks, params.id);
    return { ...row, ...(await ctx.services.resources.factsOf(ctx, 'student', String(row['child_id']))) };
  }),
  implement(contract.updateChild, (ctx, { params, body }) =>
    updateRowById(ctx, 'student', studentHooks, params.id, body),
  ),
  implement(contract.studentTemplate, (ctx, { params }) => {
    requireOwn(ctx, params.id);
    return templateOf(ctx, 'student', studentHooks);
  }),
  implement(contract.studentImport, (ctx, { params, query, body }) => {
    requireOwn(ctx, params.id);
    return beginImport(ctx, 'student', studentHooks, query.file_name, body);
  }),
  implement(contract.orgStudents, (ctx, { query }) => listRows(ctx, 'student', studentHooks, query)),
  implement(contract.switchClass, (ctx, { params, body }) =>
    ctx.transaction((tx) => switchClass(ctx, tx, params.id, body.class_id)),
  ),
  implement(contract.resumeStudy, (ctx, { params, body }) =>
    ctx.transaction((tx) => resumeStudy(ctx, tx, params.id, body.class_id)),
  ),
  implement(contract.changeStudyStatus, (ctx, { body }) =>
    ctx.transaction((tx) => changeStudyStatus(ctx, tx, body.student_ids, body.study_status)),
  ),
  implement(contract.registerStudent, async (ctx, { params }) => {
    const make = await accountMaker(ctx);
    return ctx.transaction((tx) => registerStudent(ctx, tx, make, params.id));
  }),
  implement(contract.semestersHistory, (ctx, { params }) => readHistory(ctx, params.id)),
];
