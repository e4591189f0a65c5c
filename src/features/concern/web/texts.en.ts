/** Texts of the concern level of a student. */
export const concern = {
  title: 'Concern level',
  none: 'No level has been set',
  by: '{{name}}, {{at}}',
  set: 'Set the level',
  change: 'Change the level',
  of: 'Concern level of {{name}}',
  level: 'Level',
  levelRequired: 'Choose a level',
  reason: 'Reason',
  reasonHint: 'What was seen, and how the student will be watched',
  reasonRequired: 'Write a reason',
  save: 'Save the level',
  saved: 'Saved',
  history: 'Earlier levels',
  about: 'Only staff who work on cases see the reasons. Each change is written to the operation log.',
};
