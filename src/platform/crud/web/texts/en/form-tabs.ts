import type { formTabs as zh } from '../zh/form-tabs.ts';

export const formTabs: typeof zh = {
  label: 'Tabs of the form',
  wrong_one: '{{count}} to correct',
  wrong_other: '{{count}} to correct',
};
