import { createContext, useContext } from 'react';
import { call } from '../../../platform/http/web/call.ts';
import * as first from '../contract/first-passwords.ts';
import * as school from '../contract/passwords.ts';
import type { BatchCalls, Chosen, PasswordBatch, Plan } from '../contract/passwords.ts';

/** A whole school is looked up. */
const LOOKING = { quiet: true, timeout: 120_000 };

export const WAYS = ['classes', 'list', 'staff'] as const;
export type Way = (typeof WAYS)[number];

/** Whose passwords a page is about, and the calls for them. */
export interface Whose {
  ways: readonly Way[];
  calls: BatchCalls;
  preview: (chosen: Chosen) => Promise<Plan>;
  start: (chosen: Chosen) => Promise<PasswordBatch>;
}

export const OF_SCHOOL: Whose = {
  ways: WAYS,
  calls: school,
  preview: (body) => call(school.previewReset, { body }, LOOKING),
  start: (body) => call(school.startReset, { body }, LOOKING),
};
/** An institution has no students. */
export const OF_INSTITUTION: Whose = {
  ways: ['staff'],
  calls: first,
  preview: () => call(first.previewFirst, {}, LOOKING),
  start: () => call(first.startFirst, {}, LOOKING),
};

const Context = createContext(OF_SCHOOL);
export const WhoseProvider = Context.Provider;
export const useWhose = (): Whose => useContext(Context);
