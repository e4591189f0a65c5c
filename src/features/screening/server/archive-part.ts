import type { ArchivePart } from '../../../platform/archive/server/parts.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { sheetStatus } from '../rules/status.ts';
import { childExamsPage } from './queries/child-exams.ts';
import { scoreCurves } from './score-curves.ts';

/** At most this many sheets of a student. */
const SHEETS = 200;
const STATES = {
  waiting_consent: ['yellow', '等待同意'],
  planned: ['grey', '未开始'],
  open: ['yellow', '待作答'],
  submitted: ['done', '已提交'],
  scored: ['done', '已完成'],
  closed: ['grey', '未作答'],
} as const;

/** The screenings of a student; results are on the page of the report. */
export const screeningPart: ArchivePart = {
  kinds: ['screening'],
  async read(ctx, childId) {
    if (!(await mayRead(ctx, 'student/archive'))) return undefined;
    const readsResults = await mayRead(ctx, 'screening/result');
    const [sheets] = await ctx.read([childExamsPage(ctx.actor.orgId, childId, 1, SHEETS)]);
    const submitted = sheets.flatMap(({ submitted_at, child_exam_id: id }) => (submitted_at === null ? [] : [id]));
    return {
      ...(readsResults && { curves: await scoreCurves(ctx, submitted) }),
      events: sheets.map((sheet) => {
        const { exam_id, child_exam_id, exam_name, starts_at, submitted_at, attempt } = sheet;
        const [tone, text] = STATES[sheetStatus(sheet, ctx.now())];
        return {
          event_id: child_exam_id,
          kind: 'screening',
          at: submitted_at ?? starts_at ?? '',
          title: exam_name,
          facts: attempt > 1 ? [{ title: '第几次作答', text: String(attempt) }] : [],
          state: { tone, text },
          ...(readsResults &&
            submitted_at !== null && { path: `/exam/personal-report/show/${exam_id}/${child_exam_id}` }),
        };
      }),
    };
  },
};
