import type { warnStatistics as zh } from '../zh/warn-statistics.ts';

export const warnStatistics: typeof zh = {
  aboutSchool: 'Warnings about the students within your reach; no drills',
  aboutInstitution: 'Students of your schools with warnings; no drills. Fewer than {{smallest}} are not shown, other numbers are rounded to multiples of {{smallest}}, so that parts and totals differ.',
  year: 'School year', yearOf: 'School year {{from}}–{{to}}', from: 'From', to: 'To', source: 'Source', level: 'Crisis level', all: 'All',
  export: 'Export', exported: 'Exported', exportFailed: 'Export failed: {{reason}}', back: 'Back to {{name}}', up: 'Up',
  warnings: 'Warnings', students: 'Students', ofWarnings: 'warnings', ofStudents: 'students', few: 'fewer than {{smallest}}', total: 'Total',
  verdicts: 'Verdicts and levels', sources: 'Sources', months: 'Months', parts: { school: 'Schools', grade: 'Grades', class: 'Classes' },
  rules: 'Share found valid', rule: 'Source or rule', valid: 'Valid', invalid: 'Invalid', share: 'Share', unknown: '—',
  times: 'Times', verify: 'From report to verdict', contact: 'From verdict to first contact', median: 'Median', p90: 'Nine of ten within', noTimes: 'Not enough records yet',
  minutes: '{{n}} min', hours: '{{n}} h', days: '{{n}} days', nothing: 'No warnings in this period', item: 'Item',
  openList: 'Show the {{n}} warnings: {{label}}',
};
