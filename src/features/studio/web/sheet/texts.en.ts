import type { studioSheet as zh } from './texts.zh.ts';

export const studioSheet: typeof zh = {
  open: 'New from a spreadsheet',
  about:
    'Upload a table and make a resource of its columns: look at the name and type of each, check and publish the draft, then import the rows.',
  drop: 'Click or drop a table (XLSX or CSV)',
  dropHint: 'Only the columns are read; nothing is kept in this step',
  reading: 'Reading…',
  another: 'Another table',
  found: '{{count}} rows, {{columns}} columns',
  tooLarge: 'The file is larger than {{max}} MB; please divide it',
  use: 'Use',
  useOf: 'Use {{header}}',
  column: 'Name and examples',
  titleOf: 'Name of {{header}}',
  kindOf: 'Type of {{header}}',
  label: 'Names rows',
  labelOf: '{{header}} names the rows',
  labelHint: 'The column that names a row is filled in each row and never repeats; an import finds existing rows by it',
  noLabel:
    'No column can name the rows: one must be filled in every row and never repeat, such as a number. Please add it to the table and upload it again',
  student: 'Refers to a student',
  moment: 'Date and time',
  empty: 'Empty',
  longHeader: 'The header has more than {{max}} characters, and an import would not find it; please shorten it',
  titleRule: 'Please give each used column a name of its own',
  toDraft: 'Create it, the other columns as a draft',
  pending: '{{count}} rows of “{{name}}” are not imported yet',
  publishFirst: 'Check and publish the draft first',
  import: 'Import the rows of the table',
};
