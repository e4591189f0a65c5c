import type { Texts } from '../../i18n/web/texts.ts';

export const charts: Texts['charts'] = {
  view: 'How {{title}} is shown',
  chart: 'Chart',
  table: 'Table',
  nothing: 'No data',
  failed: 'The chart could not be loaded. Please see the table.',
};
