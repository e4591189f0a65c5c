import type { roster as zh } from './texts.zh.ts';

export const roster: typeof zh = {
  about: 'Exchanges the roster with timetables, learning platforms and other systems as OneRoster 1.2 (CSV).',
  out: {
    title: 'Export the roster',
    text: 'One ZIP: the school, its years, the classes of the current year, enrolled students, staff, roles and memberships. Phone numbers, ID numbers and addresses are left out.',
    verb: 'Export the roster',
    done: 'Packing of the roster has begun; find it in the export task list',
    system:
      'Systems fetch it themselves with a service account, without a person: give the account the right to export “Roster exchange”.',
  },
};
