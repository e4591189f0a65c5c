import type { Tx } from '../../../../platform/db/server/database.ts';
import * as store from '../queries/sheets.ts';

/** Sheets that are scored in one transaction. */
export const BATCH = 500;

/** What another transaction holds: a screening that it changes, or a sheet that it may leave without a result. */
export type Held = { exam: string } | { sheet: string };

/** Locked sheets without a result. */
export interface Unscored {
  sheets: store.StoredSheet[];
  /** What was passed over because another transaction holds it. */
  busy: Held | undefined;
}

/**
 * Locks the next submitted sheets without a result, of the screening that waits longest first. Each screening is locked
 * before its sheets: a recalculation waits for the batch and then finds its results, or the batch scores by the new
 * norm sets. What another transaction holds is passed over, so that it delays nothing else; it is not forgotten,
 * because that transaction may be rolled back.
 *
 * @param awaited Waits for this first, holding nothing else; pass `busy` when nothing else was left
 */
export async function lockUnscored(tx: Tx, orgId: string, awaited?: Held): Promise<Unscored> {
  if (awaited !== undefined) await waitFor(tx, orgId, awaited);
  const sheets: store.StoredSheet[] = [];
  let busy: Held | undefined;
  for (const { exam_id } of await tx.run(store.waitingExams(orgId))) {
    if (sheets.length === BATCH) break;
    const [held] = await tx.run(store.holdExam(orgId, exam_id).skipLocked());
    if (held) sheets.push(...(await tx.run(store.lockUnscored(orgId, exam_id, BATCH - sheets.length))));
    else busy ??= { exam: exam_id };
  }
  if (sheets.length < BATCH) busy ??= await heldSheet(tx, orgId, sheets);
  return { sheets, busy };
}

async function waitFor(tx: Tx, orgId: string, held: Held): Promise<void> {
  await tx.run('exam' in held ? store.holdExam(orgId, held.exam) : store.holdSheet(orgId, held.sheet));
}

async function heldSheet(tx: Tx, orgId: string, locked: readonly store.StoredSheet[]): Promise<Held | undefined> {
  const ids = locked.map(({ child_exam_id }) => child_exam_id);
  const [other] = await tx.run(store.otherUnscored(orgId, ids));
  return other && { sheet: other.child_exam_id };
}

/**
 * Whether sheets may be left after a batch, and what the next batch has to wait for.
 *
 * @param scored How many sheets of the batch were scored
 */
export function leftAfter({ sheets, busy }: Unscored, scored: number): { more: boolean; awaited: Held | undefined } {
  const more = sheets.length === BATCH || scored < sheets.length || busy !== undefined;
  return { more, awaited: sheets.length === 0 ? busy : undefined };
}
