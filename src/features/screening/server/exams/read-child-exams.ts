import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf, QueryOf } from '../../../../platform/contract/endpoint.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import { requireChild } from '../../../students/server/public.ts';
import { CHILD_EXAMS_PAGE, type childExams } from '../../contract/exams.ts';
import { sheetStatus } from '../../rules/status.ts';
import { childExamsCount, childExamsPage } from '../queries/child-exams.ts';
import { packsOf } from '../sheets/sheet-packs.ts';

/** The screenings of a student. @throws AppError `notFoundInScope` */
export async function readChildExams(
  ctx: OrgContext,
  id: string,
  { page = 1, size = CHILD_EXAMS_PAGE }: QueryOf<typeof childExams>,
): Promise<DataOf<typeof childExams>> {
  const { orgId } = ctx.actor;
  const childId = await requireChild(ctx, id);
  const [sheets, [count]] = await ctx.read([
    childExamsPage(orgId, childId, page, size),
    childExamsCount(orgId, childId),
  ]);
  return {
    total: count?.total ?? 0,
    items: sheets.map((sheet) => {
      const { exam_id, child_exam_id, exam_name, starts_at, ends_at, attempt, submitted_at } = sheet;
      const status = sheetStatus(sheet, ctx.now());
      const scales =
        status === 'scored'
          ? packsOf(ctx.services, orgId, sheet).map(({ id: scale_id, title }) => ({ scale_id, title }))
          : null;
      const times = { starts_at, ends_at, submitted_at };
      return withoutNulls({ exam_id, child_exam_id, exam_name, status, attempt, scales, ...times });
    }),
  };
}
