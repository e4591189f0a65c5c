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
  in: {
    title: 'Import a roster',
    text: 'Upload the ZIP that another system has exported. Classes, staff and students are previewed one by one and written after you confirm; new staff are ordinary teachers, and passwords and other roles are set by an administrator.',
    choose: 'Choose a file',
    sending: 'Reading the roster',
    failed: 'This roster cannot be used',
    more: '{{count}} more problems',
    tooLarge: 'The file is larger than {{max}} MB',
    school: 'School in the roster: ',
    mostlyAbsent: 'Most people of this school are not in this roster',
    absent: {
      student: 'Of {{of}} enrolled students, {{count}} are not in the roster',
      teacher: 'Of {{of}} active staff, {{count}} are not in the roster',
    },
    absentHelp:
      'It may be that of another school, or incomplete. Check the roster before you write it or follow any difference.',
    part: { class: 'Classes', teacher: 'Staff', student: 'Students' },
    rows: '{{count}} rows',
    state: {
      empty: 'None in the roster',
      waiting: 'Write the classes first, then preview the students',
      forbidden: 'You may not import these',
    },
    preview: 'Preview',
    previewOf: 'Preview of {{part}}',
    go: 'Classes are written: preview the students',
    leftOut:
      'Another {{count}} rows are about guardians, courses, people who are disabled or not here today, other years or other schools and are left out.',
  },
  proposals: {
    title: 'Differences from the roster',
    text: 'People whom the latest roster does not have, and students in another class. Nothing changes by itself: decide on each.',
    none: 'Nothing to decide on',
    all: 'All on this page',
    moved: '{{from}} → {{to}}',
    noClass: 'No class',
    follow: 'Follow the roster',
    keep: 'Keep as it is',
    followHelp: 'Students leave or change class, staff are disabled',
    chosen: '{{count}} selected',
    followTitle: 'Follow the roster for {{count}}?',
    followText:
      'Students who are not in the roster leave, those in another class move, and staff who are not in it are disabled. All records stay, and each change can be taken back.',
    followed: '{{count}} done',
    kept: '{{count}} kept; they are not shown again while the roster says the same',
  },
};
