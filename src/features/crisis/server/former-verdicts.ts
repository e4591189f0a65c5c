import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { formerOf, keepVersion } from '../../../platform/resources/server/versions.ts';

const ENTITY = 'warn';

/** A verdict before a change by its author. */
export interface FormerVerdict {
  /** Version of the warning at that time. */
  version: number;
  level: number | undefined;
  reason: string;
  fileIds: readonly string[];
  /** The case step of the verdict, if there is a case. */
  stepId: string | undefined;
}

/** Keeps the former verdict with its files, in the transaction that changes it. */
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

/** Former verdicts of warnings, latest change first. The caller must have checked read access. */
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
