import type { EventKind } from '../../../platform/events/server/events.ts';

/** An id is the `guardian_id` of a guardian. */
export const guardianEvents: readonly EventKind[] = [
  {
    name: 'guardian.changed',
    title: { zh: '监护人资料有变化', en: 'A guardian was added, changed or removed' },
    resource: 'guardian',
    acts: ['create', 'update', 'delete'],
  },
];
