import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import { isEncryptedText } from '../../../platform/crypto/server/data-keys.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { notify } from '../../notices/server/public.ts';
import { addStep } from './add-step.ts';
import type { CrisisActor } from './crisis-actor.ts';
import * as escalations from './queries/escalations.ts';
import * as store from './queries/warns.ts';
import { warnFieldLocation } from './report-warning.ts';

/** What became known after a warning was reported. */
export interface Addition {
  text: string;
  /** Suggested level; a more urgent one replaces the former one. */
  level?: number | undefined;
}

/**
 * Adds to a warning what its source reports later. Everyone who was notified of the warning, acknowledged or verified
 * it is notified again; on an open case it is a step of its own.
 */
export async function addToWarning(tx: Tx, ctx: CrisisActor, warnId: string, { text, level }: Addition): Promise<void> {
  const { orgId } = ctx.actor;
  const keys = ctx.services.keys.within(tx);
  const [warn] = await tx.run(store.lockWarn(orgId, { kind: 'all' }, warnId));
  if (!warn) return;
  const at = warnFieldLocation(warnId, 'warn_content');
  const before = isEncryptedText(warn.warn_content)
    ? await keys.decryptText(orgId, warn.warn_content, at)
    : warn.warn_content;
  const isMoreUrgent = level !== undefined && (warn.suggested_level === null || level < warn.suggested_level);
  await tx.run(
    store.updateWarn(orgId, warnId, {
      warn_content: await keys.encryptText(orgId, `${before}\n${text}`, at),
      ...(isMoreUrgent && { suggested_level: level }),
    }),
  );
  if (isMoreUrgent) await tx.run(escalations.changeLevel(orgId, warnId, level));
  if (warn.case_id !== null) await addStep(tx, ctx, { caseId: warn.case_id, kind: 'note', warnId, content: text });
  const told = await tx.run(escalations.recipientsOf(orgId, warnId));
  const people = [...told.map(({ user_id }) => user_id), warn.acknowledged_by, warn.verified_by];
  await notify(
    tx,
    ctx.services,
    orgId,
    people.filter((id) => id !== null),
    { kind: 'warning', subject: { type: 'warn', id: warnId } },
  );
  await audit(tx, ctx, {
    act: 'update',
    resource: 'warn',
    rowId: warnId,
    rowLabel: warn.child_name,
    after: { text_length: [...text].length },
  });
}
