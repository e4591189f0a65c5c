import type { year as zh } from './texts.zh.ts';

export const year: typeof zh = {
  makeCurrent: 'Make current',
  makeCurrentOf: 'Make {{year}} the current year',
  makeCurrentText:
    'The whole school will be shown {{year}}. Classes and students do not move; use “Move up” when a new year begins.',
  current: 'The current year is now {{year}}',
  rollOver: 'Move up',
  needsNext: 'To move the school up into the next year, add that year first.',
  needsCurrent: 'To move the school up, choose the current year first.',
  rollOverTo: 'Move up to {{year}}',
  rollOverVerb: 'Move up to {{year}}',
  rollOverText:
    'The school moves from {{from}} to {{to}}: classes go up a grade, the last grades graduate, class teachers go with their class. It happens at once and cannot be undone.',
  previewAgain: 'Preview again',
  promoted: 'promoted',
  graduated: 'graduate',
  newClasses: 'new classes',
  keepBack: 'kept back',
  early: 'graduate early',
  suspended: '{{count}} suspended students stay with their old class until they resume.',
  exceptions: 'Students who do not go with their class',
  exceptionsText:
    'Students who repeat a grade join a class of that grade in the new year, or no class if there is none yet.',
  chooseClass: 'Please choose a class',
  chooseStudent: 'Please choose a student',
  class: 'Class',
  student: 'Student',
  students: 'Students',
  goesTo: 'New year',
  moves: 'Where each class goes',
  graduates: 'Graduates',
  joins: 'joins the class that is there',
  acts: { keep_back: 'Kept back', graduate: 'Graduates early' },
  actOf: 'What becomes of {{name}}',
  removeException: 'Remove {{name}}',
  rolled: 'Moved up to {{year}}: {{promoted}} promoted, {{graduated}} graduated, {{kept}} kept back',
  rolledWithout:
    'Moved up to {{year}}: {{promoted}} promoted, {{graduated}} graduated, {{kept}} kept back, {{without}} of them without a class',
};
