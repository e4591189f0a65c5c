import { createContext, useContext } from 'react';
import { call } from '../../../platform/http/web/call.ts';
import * as firstPasswords from '../contract/first-passwords.ts';
import * as resets from '../contract/passwords.ts';
import type { BatchCalls, Chosen, PasswordBatch, Plan } from '../contract/passwords.ts';

/** Milliseconds; the server may look up a whole school. */
const SLOW_CALL = { quiet: true, timeout: 120_000 };

export const SELECTIONS = ['classes', 'list', 'staff'] as const;
export type Selection = (typeof SELECTIONS)[number];

/** The selections that a page offers, and its calls. */
export interface PasswordCalls {
  selections: readonly Selection[];
  calls: BatchCalls;
  preview: (chosen: Chosen) => Promise<Plan>;
  start: (chosen: Chosen) => Promise<PasswordBatch>;
}

export const SCHOOL_CALLS: PasswordCalls = {
  selections: SELECTIONS,
  calls: resets,
  preview: (body) => call(resets.previewReset, { body }, SLOW_CALL),
  start: (body) => call(resets.startReset, { body }, SLOW_CALL),
};
/** An institution has staff only, no students. */
export const INSTITUTION_CALLS: PasswordCalls = {
  selections: ['staff'],
  calls: firstPasswords,
  preview: () => call(firstPasswords.previewFirst, {}, SLOW_CALL),
  start: () => call(firstPasswords.startFirst, {}, SLOW_CALL),
};

const Context = createContext(SCHOOL_CALLS);
export const PasswordCallsProvider = Context.Provider;
export const usePasswordCalls = (): PasswordCalls => useContext(Context);
