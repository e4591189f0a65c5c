import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import type { Assent } from '../../contract/rooms.ts';
import { agree, readConsents } from '../own/consents.ts';
import type { StoredSheet } from '../queries/sheets.ts';
import { lockOwnSheet } from '../sheets/open-sheet.ts';

/** The words of the assent for a sheet of the caller. @throws AppError `notFoundInScope` */
export async function readAssent(ctx: OrgContext, sheet: Pick<StoredSheet, 'exam_id' | 'child_id'>): Promise<Assent> {
  const consents = await readConsents(ctx);
  const consent = consents.find((one) => one.exam_id === sheet.exam_id && one.child_id === sheet.child_id);
  if (!consent) throw notFoundInScope(ctx.services.access.scope(ctx.actor, 'student'));
  return { text: consent.text, given: consent.state === 'given', may_agree: consent.may_agree };
}

/** Records the student's assent to a sheet of the caller. @throws AppError as `agree`, and `notFoundInScope` */
export async function assent(ctx: OrgContext, tx: Tx, id: string): Promise<{ consent_id: string }> {
  const { exam_id, child_id } = await lockOwnSheet(ctx, tx, id);
  return agree(ctx, tx, { exam_id, child_id, agree: true });
}
