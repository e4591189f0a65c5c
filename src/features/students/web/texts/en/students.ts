/** Texts of the students' page. */
export const students = {
  acts: { report: 'Crisis report', switch: 'Switch class', resume: 'Resume', suspend: 'Suspend', leave: 'Leave', graduate: 'Graduate', register: 'Open account', history: 'History', guardians: 'Guardians', comment: 'Comment', archive: 'Archive', archives: 'Export archive', consent: 'Guardian consent', record: 'Export whole record', erase: 'Erase record' },
  intoClass: 'Into class',
  classRequired: 'please select class',
  noClass: 'no class',
  switch: { title: '{{name}} switches class', text: '{{name}} is in {{from}} now. The former class stays in the history.', verb: 'Switch class', done: '{{name}} has switched class' },
  resume: { title: '{{name}} resumes study', text: '{{name}} was in {{from}}. Choose a class of the current year.', verb: 'Resume study', done: '{{name}} has resumed study' },
  suspend: { text: 'These students will be suspended. They keep their class, leave the list of those enrolled and can resume later:', verb: 'Suspend {{count}} students', done: '{{count}} students suspended' },
  leave: { text: 'These students will have left. Their records stay, and they can resume later:', verb: 'Let {{count}} students leave', done: '{{count}} students have left' },
  graduate: { text: 'These students will have graduated. Their records stay:', verb: 'Graduate {{count}} students', done: '{{count}} students graduated' },
  register: {
    title: 'Open an account for {{name}}', text: '{{name}} can then sign in with a login name and a first password. It takes one of the school\'s places.', verb: 'Open account',
    once: 'The account is open. The first password is shown only now: please hand it on.',
  },
  archives: { text: 'A PDF for each of these students, packed into one file in the background; fetch it from the export task list:', verb: 'Export {{count}} archives', done: 'Packing {{count}} archives' },
  history: { title: 'History of {{name}}', since: 'since {{since}}', between: '{{since}} to {{until}}' },
};
