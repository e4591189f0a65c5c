import type { Tx } from '../../../../platform/db/server/database.ts';
import * as store from '../queries/sheets.ts';

/** Sheets that are scored in one transaction. */
export const BATCH = 500;

/** Locked sheets without a result. */
export interface Unscored {
  sheets: store.StoredSheet[];
  /** The first screening that another transaction changes, and whose sheets were therefore passed over. */
  busy: string | undefined;
}

/**
 * Locks the next submitted sheets without a result, of the screening that waits longest first. Each screening is locked
 * before its sheets: a recalculation waits for the batch and then finds its results, or the batch scores by the new
 * norm sets. A screening that is being changed is passed over, so that it delays no other one.
 *
 * @param awaited Waits for this screening first, holding no other one; pass `busy` when nothing else was left
 */
export async function lockUnscored(tx: Tx, orgId: string, awaited?: string): Promise<Unscored> {
  if (awaited !== undefined) await tx.run(store.holdExam(orgId, awaited));
  const sheets: store.StoredSheet[] = [];
  let busy: string | undefined;
  for (const { exam_id } of await tx.run(store.waitingExams(orgId))) {
    if (sheets.length === BATCH) break;
    const [held] = await tx.run(store.holdExam(orgId, exam_id).skipLocked());
    if (held) sheets.push(...(await tx.run(store.lockUnscored(orgId, exam_id, BATCH - sheets.length))));
    else busy ??= exam_id;
  }
  return { sheets, busy };
}

/**
 * Whether sheets may be left after a batch, and for which screening the next batch has to wait.
 *
 * @param scored How many sheets of the batch were scored
 */
export function leftAfter({ sheets, busy }: Unscored, scored: number): { more: boolean; awaited: string | undefined } {
  const more = sheets.length === BATCH || scored < sheets.length || busy !== undefined;
  return { more, awaited: sheets.length === 0 ? busy : undefined };
}
