import type { Tx } from '../../../platform/db/server/database.ts';

/** Of transactions in which a run creates a row: how many automations led to it. */
const depths = new WeakMap<Tx, number>();

export const setDepth = (tx: Tx, depth: number): void => void depths.set(tx, depth);
export const depthOf = (tx: Tx): number => depths.get(tx) ?? 0;
