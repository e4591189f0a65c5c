import type { studioLayout as zh } from './texts.zh.ts';

export const studioLayout: typeof zh = {
  open: 'Tabs and columns',
  about:
    'A long form can be divided into tabs, and the fields of a group can stand in two or three columns, when a record is added, edited and shown. The group of a field is set with the field.',
  tabs: 'Tabs',
  tab: 'Tab {{n}}',
  title: 'Name',
  titleHint: 'For example Basics',
  titleRule: 'A name of its own, of 1 to {{max}} characters',
  groups: 'Groups in it',
  groupsRule: 'Choose one group at least',
  twoRule: 'Two tabs at least; remove all of them for a form without tabs',
  rest: 'Groups without a tab ({{groups}}) stand at the end of the first tab',
  add: 'Add a tab',
  earlier: 'Move the tab {{title}} forward',
  later: 'Move the tab {{title}} back',
  remove: 'Remove the tab {{title}}',
  columns: 'Columns',
  columnsHint:
    'Always one column on phones. Long and formatted texts, groups of values and files always take a whole line.',
  columnsOf: '{{n}} columns',
};
