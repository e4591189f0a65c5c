import type { EventKind } from '../../../platform/events/server/events.ts';

/** An id is the `child_id` of a student; one who is gone answers 404. */
export const studentEvents: readonly EventKind[] = [
  {
    name: 'student.changed',
    title: { zh: '学生资料、班级或学籍有变化', en: 'A student was added, changed or removed' },
    resource: 'student',
    acts: [
      'create',
      'update',
      'delete',
      'hand_over',
      'take_in',
      'turn_back',
      'recall',
      'quarantine',
      'restore',
      'erase',
    ],
  },
];
