import type { RoomName } from './rooms.ts';

/** A mutant that no test can notice, or that none should. */
export interface Accepted {
  room: RoomName;
  file: string;
  original: string;
  replacement: string;
  /** Number among equal changes of the file; 1 where absent. */
  nth?: number;
  reason: string;
}

/** A mutant is accepted only when it changes nothing that the product promises. */
export const ACCEPTED: readonly Accepted[] = [];
