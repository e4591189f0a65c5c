import type { Blob, OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { digestedBytes, markFile, type FileMark, type Maker } from '../../../platform/file-codes/server/file-mark.ts';
import { markedPdf } from '../../../platform/file-codes/server/marked-pdf.ts';
import { cleanFileName } from '../../../platform/media/attachments.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { printCase, type WholeCase } from './print-case.ts';
import { warnsOfCase } from './queries/warns.ts';
import { caseDetail } from './read-case.ts';
import { presentWarning } from './read-warnings.ts';
import { readSafetyPlans } from './safety-plans.ts';

/** Most steps of a file: more than any case has had. */
const STEPS_MAX = 2000;

/**
 * A case with everything that the caller may read of it.
 *
 * @throws AppError `notFoundInScope`, and the refusals of its warnings
 */
export async function readWholeCase(ctx: OrgContext, caseId: string): Promise<WholeCase> {
  const detail = await caseDetail(ctx, caseId, { size: STEPS_MAX, whole: true });
  if (detail.steps.total > STEPS_MAX)
    throw new AppError('PSY_INVALID_INPUT', { message: `经过超过 ${STEPS_MAX} 条，不能放进一个文件` });
  const [plan] = await readSafetyPlans(ctx, caseId);
  const [warns] = await ctx.read([warnsOfCase(ctx.actor.orgId, caseId)]);
  const mayReadWarns = await mayRead(ctx, 'crisis/warn');
  const warnings = mayReadWarns ? await Promise.all(warns.map((warn) => presentWarning(ctx, warn))) : [];
  return { detail, plan, warnings };
}

/** Logs that a case leaves as a file, and gives the file its mark. */
export const markCase = (ctx: OrgContext, tx: Tx, { detail }: WholeCase, maker: Maker): Promise<FileMark> =>
  markFile(ctx, tx, maker, 'case', {
    act: 'export',
    resource: 'crisis-case',
    rowId: detail.case_id,
    rowLabel: detail.child_name,
  });

/** The case as a PDF. */
export async function caseFile(ctx: OrgContext, whole: WholeCase, mark: FileMark): Promise<Blob> {
  const pdf = await markedPdf(ctx, mark, printCase(ctx, whole));
  return {
    contentType: 'application/pdf',
    fileName: cleanFileName(`${whole.detail.child_name}_危机个案_${dayOf(mark.at)}.pdf`),
    body: await digestedBytes(ctx, mark, Buffer.from(pdf)),
  };
}
