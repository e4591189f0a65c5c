import type { states as zh } from '../zh/states.ts';

export const states: typeof zh = {
  about: '{{name}}: from “{{from}}” to “{{to}}”',
  aboutSame: '{{name}}: stays “{{to}}”',
  note: 'Note',
  noteHint: 'Visible to its creator and to everyone who sees this record',
  noteNeeded: 'Give the reason',
  done: 'Done: {{label}}',
  history: 'History',
  noHistory: 'Nothing was kept from before states were recorded',
  created: 'Created',
  by: '{{name}} {{at}}',
};
