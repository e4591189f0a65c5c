import type { ArchivePart } from '../../../platform/archive/server/parts.ts';
import { mayRead } from '../../../platform/resources/server/reading.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { historyOf } from '../rules/enrolment-history.ts';
import { enrolmentsOf } from './queries/enrolments.ts';

/** Classes and states of a student. */
export const enrolmentPart: ArchivePart = {
  kinds: ['enrolment'],
  async read(ctx, childId) {
    if (!(await mayRead(ctx, 'org-manage/student'))) return undefined;
    const [entries] = await ctx.read([enrolmentsOf(ctx.actor.orgId, childId)]);
    return {
      events: historyOf(entries).map(({ since, change, class_name, year_name, study_status }) => ({
        event_id: `enrolment-${since}`,
        kind: 'enrolment',
        at: since,
        title: labelOf('enrolment_change', change),
        facts: [
          ...(year_name ? [{ title: '学年', text: year_name }] : []),
          ...(class_name ? [{ title: '班级', text: class_name }] : []),
          { title: '学籍状态', text: labelOf('study_status', study_status) },
        ],
      })),
    };
  },
};
