import type { schemaPackage as zh } from './texts.zh.ts';

/** Texts of the package of schemas. */
export const schemaPackage: typeof zh = {
  title: 'Package',
  about:
    'A package is one file with everything that your organisation has changed of its fields, and no data. Try changes out elsewhere and bring them here, or keep it to compare.',
  save: 'Export package',
  saved: 'Exported the settings of {{count}} objects',
  fileName: 'fields',
  choose: 'Choose a package',
  another: 'Another file',
  drop: 'Click to choose a package, or drop it here',
  dropHint: 'It is compared first and applied once you confirm',
  notPackage: 'This is no package of fields: choose a JSON file that was exported here',
  tooLarge: 'This file is too large for a package of fields',
  comparing: 'Comparing',
  equal: 'No differences: everything in the package is in force',
  summary: '{{count}} changes',
  refusedCount: '{{count}} objects cannot be used; nothing is applied until they are corrected',
  kinds: { create: 'New', change: 'Changed', undo: 'Undone', remove: 'Removed', refused: 'Refused' },
  kept: 'Not in the package and unchanged: {{titles}}',
  skipped: 'Not available to your organisation and left out: {{titles}}',
  exact: 'Also undo what the package does not have, so that both are the same',
  apply: 'Apply {{count}} changes',
  applied: 'Applied: the settings of {{count}} objects',
  again: 'Compare again',
};
