import { account } from './account.ts';
import { codes } from './codes.ts';
import { recovery } from './recovery.ts';

/** What comes with its page (`provideTexts`); here for the types and the tests alone. */
export const later = { account, codes, recovery };
export type Later = typeof later;
