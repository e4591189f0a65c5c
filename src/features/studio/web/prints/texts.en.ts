import type { studioPrints as zh } from './texts.zh.ts';

export const studioPrints: typeof zh = {
  open: 'Print templates',
  about:
    'How a record is printed. Once published, the details of a record offer it as a PDF, limited to what the reader sees, and logged.',
  item: 'Print template {{n}}',
  title: 'Title',
  titleHint: 'At the top of the paper, for example Room slip',
  titleRule: 'A title of its own, of 1 to 20 characters',
  fields: 'Fields to print',
  fieldsHint: 'In the order in which they are chosen',
  fieldsRule: 'Choose at least one field',
  earlier: 'Move {{title}} up',
  leave: 'Leave out {{title}}',
  columns: 'Layout',
  columnsOf: { one: 'One field a line', two: 'Two fields a line' },
  header: 'Words above',
  footer: 'Words below',
  signatures: 'Signature lines',
  signaturesHint: 'Press Enter after each, at most {{max}}, for example Teacher',
  add: 'Add a print template',
  remove: 'Remove the print template {{title}}',
  preview: 'Preview',
  previewHint: 'Makes a PDF, which is logged too',
  row: 'With which record',
};
