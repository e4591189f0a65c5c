import type { EventKind } from '../../../platform/events/server/events.ts';

/** An id is the `class_id` of a class. */
export const classEvents: readonly EventKind[] = [
  {
    name: 'class.changed',
    title: { zh: '班级有变化', en: 'A class was added, changed or removed' },
    resource: 'class',
    acts: ['create', 'update', 'delete'],
  },
];
