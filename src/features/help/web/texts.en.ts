import type { helpCentre as zh } from './texts.zh.ts';

export const helpCentre: typeof zh = {
  open: 'Help',
  search: 'Search the help',
  placeholder: 'A Chinese word, or a title',
  found: 'Found: {{count}}',
  none: 'Nothing found for “{{text}}”. Try another word, or choose from the list.',
  list: 'Articles',
  toList: 'All articles',
  missing: 'This article does not exist, or does not concern your identity and rights. Please choose from the list.',
  chineseOnly: 'Articles are in Chinese only.',
  about: 'Pages',
  more: 'Related articles',
  whole: 'Open in the help centre',
  tour: { name: 'Tour', again: 'Take the tour again', skip: 'Skip', step: 'Step {{at}} of {{count}}' },
  topics: {
    account: 'Sign-in and accounts',
    school: 'School and rolls',
    screening: 'Screening',
    crisis: 'Warnings and crises',
    records: 'Archives and records',
    settings: 'Security and settings',
    own: 'Students and guardians',
  },
};
