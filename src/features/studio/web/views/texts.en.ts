import type { studioViews as zh } from './texts.zh.ts';

export const studioViews: typeof zh = {
  open: 'Views',
  about:
    'Besides the table, a list can be a board by a state, a calendar by a date, a tree by the record above, cards, or a gallery. People choose in the toolbar of the list.',
  view: 'View {{n}}',
  title: 'Name',
  titleHint: 'As the switch names it, for example Board',
  kind: 'Kind',
  kinds: { board: 'Board', calendar: 'Calendar', cards: 'Cards', gallery: 'Gallery', tree: 'Tree' },
  by: 'By field',
  titleField: 'Name of a record',
  titleDefault: 'As in the list',
  noField: {
    board: 'No options field with at most {{max}} options',
    calendar: 'No field of dates or times',
    gallery: 'No field of pictures',
    tree: 'No field that refers to one record; for levels, add one that refers to this resource',
  },
  add: 'Add a view',
  remove: 'Remove the view {{title}}',
  titleRule: 'A name of its own, of 1 to {{max}} characters',
};
