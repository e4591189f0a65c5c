import type { teachers as zhTeachers } from './texts.zh.ts';

export const teachers: typeof zhTeachers = {
  roles: 'Roles',
  rolesTitle: 'Roles of {{name}}',
  rolesHelp: 'Takes effect when saved. A person without a role is an ordinary teacher.',
  claimed: 'Given by single sign-on: {{roles}}. These come and end with signing in and are not changed here.',
  saveRoles: 'Save roles',
  notYours: 'Also holds {{roles}}: you cannot manage the roles of this person.',
  scopes: {
    periods: 'Periods in charge',
    grade_combos: 'Grades managed',
    college_ids: 'Colleges in charge',
    major_ids: 'Majors in charge',
    class_ids: 'Classes managed',
    school_ids: 'Schools in charge',
  },
  scopeHelp: {
    periods:
      'Sees classes and students of these periods and of the other selections; without any selection, of the whole school',
    grade_combos: 'Sees classes and students of these grades only; without a selection, none',
    college_ids:
      'Sees classes and students of these colleges and of the other selections; without any selection, of the whole school',
    major_ids:
      'Sees classes and students of these majors and of the other selections; without any selection, of the whole school',
    class_ids: 'Sees students of these classes only; without a selection, none',
    school_ids:
      'Sees these schools only. Without a selection, psychology teachers of the institution see none and all other roles see all',
  },
  pick: 'Please choose',
  formerClass: 'Class of a former year',
  formerScope: 'No longer there',
  disable: {
    act: 'Disable',
    verb: 'Disable account',
    text: 'This person loses access here at once; record and roles are kept, and access can be given back at any time.',
    done: '{{name}} disabled',
  },
  enable: {
    act: 'Enable',
    verb: 'Enable account',
    text: 'This person has access again, with the roles held before.',
    done: '{{name}} enabled',
  },
  authenticator: {
    act: 'Reset authenticator app',
    verb: 'Reset',
    text: 'For a person who lost the phone and the recovery codes. The app and the codes stop working at once; the person sets up another.',
    done: 'The authenticator app of {{name}} is reset',
  },
  reset: 'Reset password',
  resetTitle: 'Reset the password of {{name}}',
  resetText: 'The old password stops working and every session ends. The new one is generated and shown once.',
  passwordTitle: 'Login of {{name}}',
  passwordOnce: 'The password is shown here once. Hand it over now; after closing it can only be reset.',
  making: 'Generating a password…',
  firstFailed: 'The teacher is saved but has no password yet; it can be reset in the list at any time.',
};
