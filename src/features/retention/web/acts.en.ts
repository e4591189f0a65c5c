import type { retentionActs as zh } from './acts.zh.ts';

export const retentionActs: typeof zh = {
  hold: 'Legal hold',
};
