import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { myExams as contract, MyExam } from '../../contract/sheets.ts';
import { sheetStatus } from '../../rules/status.ts';
import { sheetsInScope, type ListedSheet } from '../queries/sheets.ts';
import { viewOf } from './result-view.ts';

/** The sheets of the caller, or of the caller's children; without answers. */
export async function myExams(ctx: OrgContext): Promise<DataOf<typeof contract>> {
  const { orgId } = ctx.actor;
  const mayAnswer = ctx.services.access.decide(ctx.actor, 'screening/answer', 'write');
  const scope = ctx.services.access.scope(ctx.actor, 'student');
  const [sheets] = await ctx.read([sheetsInScope(orgId, scope)]);
  const last = new Map<string, ListedSheet>();
  for (const sheet of sheets) {
    const key = `${sheet.exam_id} ${sheet.child_id}`;
    if (!last.has(key)) last.set(key, sheet);
  }
  const isLast = (sheet: ListedSheet) => last.get(`${sheet.exam_id} ${sheet.child_id}`) === sheet;
  const items = sheets.map((sheet) => present(ctx, sheet, mayAnswer && isLast(sheet)));
  return { total: items.length, items, may_answer: mayAnswer };
}

/** @param isLast The caller's own last sheet of that screening */
function present(ctx: OrgContext, sheet: ListedSheet, isLast: boolean): MyExam {
  const { exam_id, child_exam_id, child_id, child_name, exam_name, answered, total, attempt, submitted_at } = sheet;
  const status = sheetStatus(sheet, ctx.now());
  return {
    exam_id,
    child_exam_id,
    child_id,
    child_name,
    exam_name,
    status,
    starts_at: sheet.starts_at ?? '',
    ends_at: sheet.ends_at ?? '',
    answered,
    total,
    attempt,
    ...(submitted_at !== null && { submitted_at }),
    may_retake: isLast && mayRetake(sheet, ctx.now()),
    result: status === 'scored' && viewOf(ctx, sheet.visibility) !== 'none',
  };
}

/** Whether a submitted sheet may be followed by another one now. */
export function mayRetake(sheet: ListedSheet, now: number): boolean {
  const { submitted_at, withdrawn_at, exam_status, starts_at, ends_at, retakes, attempt } = sheet;
  const isRunning =
    exam_status === 'published' && now >= Date.parse(starts_at ?? '') && now <= Date.parse(ends_at ?? '');
  return submitted_at !== null && withdrawn_at === null && isRunning && (retakes === null || attempt <= retakes);
}
