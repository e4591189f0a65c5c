import { account } from './account.ts';
import { codes } from './codes.ts';
import { recovery } from './recovery.ts';

export const later = { account, codes, recovery };
