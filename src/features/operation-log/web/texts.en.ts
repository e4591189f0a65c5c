import type { log as zh } from './texts.zh.ts';

export const log: typeof zh = {
  detail: 'Details',
  changes: 'What changed',
  field: 'Field',
  before: 'Before',
  after: 'After',
};
