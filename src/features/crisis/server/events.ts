import type { EventKind } from '../../../platform/events/server/events.ts';

/** Ids of warnings and cases only: neither the student nor the level is told. */
export const crisisEvents: readonly EventKind[] = [
  {
    name: 'warning.reported',
    title: { zh: '上报了一条预警', en: 'A warning was reported' },
    resource: 'warn',
    acts: ['create'],
  },
  {
    name: 'warning.verified',
    title: { zh: '一条预警已核实', en: 'A warning was verified' },
    resource: 'warn',
    acts: ['verify'],
  },
  {
    name: 'case.closed',
    title: { zh: '一个个案已结案', en: 'A case was closed' },
    resource: 'crisis-case',
    acts: ['close'],
  },
];
