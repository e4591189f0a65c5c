import type { transferActs as zh } from './acts.zh.ts';

export const transferActs: typeof zh = {
  send: 'Hand over the file',
};
