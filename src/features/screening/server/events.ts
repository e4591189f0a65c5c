import type { EventKind } from '../../../platform/events/server/events.ts';

/** An id is the `exam_id` of a screening. One whose window has passed is over without an event. */
export const screeningEvents: readonly EventKind[] = [
  {
    name: 'exam.published',
    title: { zh: '一次测评已发布', en: 'A screening was published' },
    resource: 'exam',
    acts: ['publish'],
  },
  {
    name: 'exam.closed',
    title: { zh: '一次测评被结束', en: 'A screening was closed' },
    resource: 'exam',
    acts: ['end'],
  },
];
