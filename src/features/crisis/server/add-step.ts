import { isEncryptedText } from '../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { isContact } from '../rules/crisis.ts';
import { now, type CrisisActor } from './crisis-actor.ts';
import * as store from './queries/crisis-cases.ts';

/** A new step; `at` is given when the event was at another time than now. */
export interface NewStep {
  caseId: string;
  /** `case_step_kind` of `schemas/enums.json`. */
  kind: string;
  content?: string | undefined;
  recordTable?: string | undefined;
  recordId?: string | undefined;
  warnId?: string | undefined;
  level?: number | undefined;
  authorId?: string | undefined;
  at?: string | undefined;
  /** The only role group that may read it. */
  restrictedTo?: string | undefined;
  amends?: string | undefined;
  /** Who was informed, when and how; of the kind `informed`. */
  informed?: { who: readonly string[]; at: string; how: number } | undefined;
  /** When and how a guardian was contacted, and with what result; of the kind `family`. */
  contact?: { at: string; how: number; result: number } | undefined;
}

/** Location of the encrypted text of a step. */
export const stepFieldLocation = (stepId: string) => ({ table: 'case_steps', row: stepId, field: 'body' });

/**
 * Adds a step to a case in the transaction of the event. The caller must have checked access. The first contact with
 * the student or the family is recorded on the case.
 *
 * @returns id of the step
 */
export async function addStep(
  tx: Tx,
  ctx: CrisisActor,
  {
    caseId,
    kind,
    content,
    recordTable,
    recordId,
    warnId,
    level,
    authorId = ctx.caller.userId,
    at: happened,
    restrictedTo,
    amends,
    informed,
    contact,
  }: NewStep,
): Promise<string> {
  const {
    actor: { orgId },
    services: { clock, keys },
  } = ctx;
  const stepId = newId(clock);
  const at = happened ?? now(ctx);
  const body =
    content === undefined || content === ''
      ? null
      : await keys.within(tx).encryptText(orgId, content, stepFieldLocation(stepId));
  await tx.run(
    (happened === undefined ? store.appendStep : store.insertStep)({
      org_id: orgId,
      step_id: stepId,
      case_id: caseId,
      warn_id: warnId ?? null,
      kind,
      record_table: recordTable ?? null,
      record_id: recordId ?? null,
      level: level ?? null,
      author_id: authorId,
      at,
      body,
      restricted_to: restrictedTo ?? null,
      amends: amends ?? null,
      ...(informed && { informed: [...informed.who], informed_at: informed.at, informed_how: informed.how }),
      ...(contact && { informed_at: contact.at, informed_how: contact.how, contact_result: contact.result }),
    }),
  );
  if (isContact(kind)) await tx.run(store.noteContact(orgId, caseId, at));
  return stepId;
}

/** Decrypts the text of a step; rows that are not encrypted yet are returned unchanged. */
export async function decryptStepBody(
  { actor: { orgId }, services: { keys } }: CrisisActor,
  { step_id, body }: { step_id: string; body: string | null },
): Promise<string | undefined> {
  if (body === null) return undefined;
  return isEncryptedText(body) ? keys.decryptText(orgId, body, stepFieldLocation(step_id)) : body;
}
