import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { formerOf, keepVersion } from '../../../platform/resources/server/versions.ts';

const ENTITY = 'warn';

/** A verdict as it was before its author changed it. */
export interface FormerVerdict {
  /** Of the warning, at that time. */
  version: number;
  level: number | undefined;
  reason: string;
  fileIds: readonly string[];
  /** The step of the case that says it, where there is a case. */
  stepId: string | undefined;
}

/** Keeps what a verdict was, its files among it, in the transaction that changes it. */
export const keepVerdict = (
  tx: Tx,
  ctx: OrgContext,
  warnId: string,
  { version, level, reason, fileIds, stepId }: FormerVerdict,
): Promise<void> =>
  keepVersion(tx, ctx, ENTITY, warnId, {
    version,
    crisis_level: level ?? null,
    reason,
    file_ids: fileIds,
    step_id: stepId ?? null,
  });

const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/**
 * What the verdicts on warnings were before each of their changes, the latest change first. To be called for whoever
 * may read them.
 */
export async function formerVerdicts(
  ctx: OrgContext,
  warnIds: readonly string[],
): Promise<(FormerVerdict & { warnId: string; at: string })[]> {
  return (await formerOf(ctx, ENTITY, warnIds))
    .map(({ row_id, at, former: { version, crisis_level, reason, file_ids, step_id } }) => ({
      warnId: row_id,
      at,
      version: Number(version),
      level: typeof crisis_level === 'number' ? crisis_level : undefined,
      reason: typeof reason === 'string' ? reason : '',
      fileIds: texts(file_ids),
      stepId: typeof step_id === 'string' ? step_id : undefined,
    }))
    .sort((a, b) => b.version - a.version);
}
