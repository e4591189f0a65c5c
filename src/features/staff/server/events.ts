import type { EventKind } from '../../../platform/events/server/events.ts';

/** An id is the `user_id` of a member of staff. */
export const staffEvents: readonly EventKind[] = [
  {
    name: 'staff.changed',
    title: { zh: '教职工资料或角色有变化', en: 'A member of staff was added, changed or removed' },
    resource: 'teacher',
    acts: ['create', 'update', 'delete'],
  },
  {
    name: 'account.disabled',
    title: { zh: '教职工账号被停用', en: 'An account of staff was disabled' },
    resource: 'teacher',
    acts: ['update'],
    when: ({ after }) => after?.['enabled'] === false,
  },
];
