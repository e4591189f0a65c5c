import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { StartError } from '../../../../platform/runtime/server/start-error.ts';
import type { Erasure } from '../../contract/erasures.ts';
import { tableTitle } from '../../table-titles.ts';
import type { ErasurePreview } from '../organisation-packages.ts';
import { operatorAuditor, operatorIn, withPlatformEntry } from '../platform-log.ts';
import { insertTask, openTaskAbout, proposedErasure } from '../queries/tasks.ts';
import { hasOpenWork, readOpenWork } from '../read-open-work.ts';

const sum = (tables: Readonly<Record<string, number>>): number =>
  Object.values(tables).reduce((total, rows) => total + rows, 0);

const hindrancesOf = ({ suspended, below, holds, packages }: ErasurePreview): Erasure['hindrances'] =>
  [
    { kind: 'in_service' as const, count: suspended ? 0 : 1 },
    { kind: 'below' as const, count: below },
    { kind: 'holds' as const, count: holds },
    { kind: 'packages' as const, count: packages },
  ].filter(({ count }) => count > 0);

/**
 * What an erasure would delete now. Nothing is locked, and nothing is changed.
 *
 * @throws AppError PSY_ERASURE_HINDERED where the installation cannot read it, with what to do
 */
export async function readErasure(services: Services, orgId: string): Promise<Erasure> {
  const preview = await services.packages.previewErasure(services, orgId).catch((error: unknown) => {
    throw error instanceof StartError
      ? new AppError('PSY_ERASURE_HINDERED', { message: error.message, cause: error })
      : error;
  });
  const open = await readOpenWork(services, orgId);
  return {
    org_name: preview.org_name,
    rows: sum(preview.tables),
    tables: Object.entries(preview.tables)
      .map(([name, rows]) => ({ name, title: tableTitle(name), rows }))
      .toSorted((a, b) => b.rows - a.rows || a.name.localeCompare(b.name)),
    objects: preview.objects,
    log_seq: preview.log_seq,
    open_warnings: open.warnings.length,
    open_cases: open.cases.length,
    hindrances: hindrancesOf(preview),
  };
}

/** @throws AppError PSY_ERASURE_HINDERED */
export function requireUnhindered({ hindrances }: Erasure): void {
  if (hindrances.length > 0) throw new AppError('PSY_ERASURE_HINDERED');
}

/**
 * Proposes the erasure of an organisation. Nothing is erased until it is approved.
 *
 * @returns The id of the task
 * @throws AppError PSY_ERASURE_HINDERED; PSY_OPEN_CASES where open work is not confirmed; PSY_TENANT_TASK
 */
export async function proposeErasure(
  ctx: OrgContext,
  orgId: string,
  { reason, confirmsOpenCases }: { reason: string; confirmsOpenCases: boolean },
): Promise<string> {
  const { services, caller } = ctx;
  const { db, clock } = services;
  const erasure = await readErasure(services, orgId);
  requireUnhindered(erasure);
  if (hasOpenWork(await readOpenWork(services, orgId)) && !confirmsOpenCases) throw new AppError('PSY_OPEN_CASES');
  const [[open], [proposed]] = await ctx.read([openTaskAbout(orgId), proposedErasure(orgId)]);
  if (open || proposed) throw new AppError('PSY_TENANT_TASK');
  const by = operatorIn(ctx);
  const taskId = newId(clock);
  const { rows, objects, open_warnings, open_cases } = erasure;
  const facts = { rows, objects, open_warnings, open_cases };
  const entry = {
    act: 'propose_erasure',
    resource: 'organisation',
    rowId: orgId,
    rowLabel: erasure.org_name,
    after: { reason, ...facts },
  };
  const propose = async () => {
    await db.transaction({ orgId, userId: null }, (tx) => audit(tx, operatorAuditor(services, by, orgId), entry));
    await ctx.transaction((tx) =>
      tx.run(
        insertTask({
          task_id: taskId,
          kind: 'erase',
          state: 'proposed',
          about_org: orgId,
          about_name: erasure.org_name,
          reason,
          requested_by: caller.userId,
          requested_at: ctx.nowIso(),
          facts,
        }),
      ),
    );
  };
  await withPlatformEntry(services, by, entry, propose).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('PSY_TENANT_TASK', { cause: error }) : error;
  });
  return taskId;
}
