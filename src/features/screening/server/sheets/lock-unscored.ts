import type { Tx } from '../../../../platform/db/server/database.ts';
import * as store from '../queries/sheets.ts';

/** Sheets of a transaction: many share its fixed cost. Fewer on the embedded engine, whose requests wait meanwhile. */
export const BATCH = { embedded: 500, server: 1500 } as const;

/** What another transaction holds: a screening that it changes, or a sheet that it may leave without a result. */
export type Held = { exam: string } | { sheet: string };

/** Locked sheets without a result. */
export interface Unscored {
  sheets: store.UnscoredSheet[];
  /** How many it looked for. */
  limit: number;
  /** What was passed over because another transaction holds it. */
  busy: Held | undefined;
}

/**
 * Locks the next submitted sheets without a result, of the screening that waits longest first. Each screening is locked
 * before its sheets: a recalculation waits for the batch and then finds its results, or the batch scores by the new
 * norm sets. What another transaction holds is passed over, so that it delays nothing else; it is not forgotten,
 * because that transaction may be rolled back.
 *
 * @param limit Sheets at most
 * @param awaited Waits for this first, holding nothing else; pass `busy` when nothing else was left
 */
export async function lockUnscored(tx: Tx, orgId: string, limit: number, awaited?: Held): Promise<Unscored> {
  if (awaited !== undefined) await waitFor(tx, orgId, awaited);
  const sheets: store.UnscoredSheet[] = [];
  let busy: Held | undefined;
  for (const { exam_id } of await tx.run(store.waitingExams(orgId))) {
    if (sheets.length === limit) break;
    const [held] = await tx.run(store.holdExam(orgId, exam_id).skipLocked());
    if (!held) {
      busy ??= { exam: exam_id };
      continue;
    }
    const found = await tx.run(store.lockUnscored(orgId, exam_id, limit - sheets.length));
    sheets.push(...found.map((sheet) => Object.assign(sheet, held)));
  }
  if (sheets.length < limit) busy ??= await heldSheet(tx, orgId, sheets);
  return { sheets, limit, busy };
}

async function waitFor(tx: Tx, orgId: string, held: Held): Promise<void> {
  await tx.run('exam' in held ? store.holdExam(orgId, held.exam) : store.holdSheet(orgId, held.sheet));
}

async function heldSheet(tx: Tx, orgId: string, locked: readonly store.UnscoredSheet[]): Promise<Held | undefined> {
  const ids = locked.map(({ child_exam_id }) => child_exam_id);
  const [other] = await tx.run(store.otherUnscored(orgId, ids));
  return other && { sheet: other.child_exam_id };
}

export interface Left {
  /** Whether sheets may be left. */
  more: boolean;
  /** What the next batch has to wait for. */
  awaited: Held | undefined;
  /** How many sheets the next batch locks. */
  limit: number;
}

/**
 * What follows a batch. One that ended early, for its positive sheets, locked and read some for nothing: the next one
 * locks no more than it scored.
 *
 * @param scored How many sheets of the batch were scored
 * @param most Sheets of a batch at most
 */
export function leftAfter({ sheets, limit, busy }: Unscored, scored: number, most: number): Left {
  const early = scored < sheets.length;
  return {
    more: sheets.length === limit || early || busy !== undefined,
    awaited: sheets.length === 0 ? busy : undefined,
    limit: early ? scored : Math.min(most, limit * 2),
  };
}
