import type { EventKind } from '../../../platform/events/server/events.ts';

/** An id is `<resource>/<id of the row>`, as after `/v1/portal/x/`. */
export const automationEvents: readonly EventKind[] = [
  {
    name: 'row.automation',
    title: { zh: '自动化推送了一条记录', en: 'An automation sent a record' },
    resource: 'automation',
    acts: ['run'],
    when: ({ after }) => after?.['webhook'] === true,
  },
];
