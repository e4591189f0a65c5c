import { audit } from '../../audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Requester } from '../../jobs/server/jobs.ts';
import { labelOf } from '../../schema/labels.ts';
import { IMPORT_JOB } from './job.ts';
import { deleteFileRows } from './queries/import-rows.ts';
import { moveImport, type ImportFacts, type ImportStatus } from './queries/imports.ts';
import { actsOf } from './state.ts';

const notNow = ({ status }: ImportFacts, act: string) =>
  new AppError('PSY_CONFLICT', { message: `这次导入现在是“${labelOf('import_status', status)}”，不能${act}` });

/**
 * Moves the import into its next state exactly once: a second call, or another user, gets a conflict. The move is
 * logged in the same transaction.
 */
async function begin(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  facts: ImportFacts,
  from: ImportStatus[],
  to: ImportStatus,
  act: string,
  extra: { written_at?: string } = {},
): Promise<void> {
  const {
    actor: { orgId },
    services: { jobs, schemas },
  } = ctx;
  if (
    (await tx.run(
      moveImport(orgId, facts.import_id, from, {
        status: to,
        problem: null,
        stop: false,
        finished_at: null,
        ...extra,
      }),
    )) === 0
  )
    return;
  const total = to === 'writing' ? facts.new + facts.changed : facts.created + facts.updated;
  const { title } = schemas.entity(orgId, facts.resource).schema;
  await audit(tx, ctx, {
    act,
    resource: facts.resource,
    rowId: facts.import_id,
    rowLabel: `${title} ${total} 行`,
    after: { file_name: facts.file_name, total },
  });
  await jobs.add(tx, { kind: IMPORT_JOB, orgId, subject: facts.import_id, request: { requester } });
  tx.afterCommit(() => jobs.wake(IMPORT_JOB));
}

/**
 * Starts to write the lines of a preview.
 *
 * @param ignore Unknown columns of the file, those that the role may not fill in, those of files, and repeating groups;
 *   each must be named, so that no content is omitted by accident
 * @throws AppError PSY_INVALID_INPUT naming columns that are not unknown, PSY_CONFLICT where the import cannot be
 *   written now
 */
export async function writeImport(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  facts: ImportFacts,
  ignore: readonly string[],
): Promise<void> {
  // A second click while the write runs.
  if (facts.status === 'writing') return;
  if (!actsOf(facts, ctx.services.clock.now()).write) throw notNow(facts, '写入');
  const { unknown = [], closed = [], files = [], groups = [] } = facts.found?.layout ?? {};
  for (const [what, names] of [
    ['文件中有不认识的列', unknown],
    ['您的角色不能填写这些列', closed],
    ['文件和图片不能从表格导入', files],
    ['这些列是可以有几行的内容，只能在表单中填写', groups],
  ] as const) {
    const lost = names.filter((name) => !ignore.includes(name));
    if (lost.length > 0)
      throw new AppError('PSY_INVALID_INPUT', {
        message: `${what}：${lost.join('、')}。请确认不导入这些列`,
        details: lost.map((name) => ({ field: '/ignore', message: name })),
      });
  }
  await begin(ctx, tx, requester, facts, ['ready', 'stopped'], 'writing', 'import', { written_at: ctx.nowIso() });
}

/**
 * Ends a preview, or asks a running write to stop after its current lines. @throws AppError PSY_CONFLICT where nothing
 * can be stopped
 */
export async function cancelImport(ctx: OrgContext, tx: Tx, facts: ImportFacts): Promise<void> {
  const {
    actor: { orgId },
    services: { clock },
  } = ctx;
  if (facts.status === 'cancelled') return;
  if (!actsOf(facts, clock.now()).cancel) throw notNow(facts, '停止');
  const ended = await tx.run(
    moveImport(orgId, facts.import_id, ['ready'], { status: 'cancelled', file: null, finished_at: ctx.nowIso() }),
  );
  if (ended > 0) await tx.run(deleteFileRows(orgId, facts.import_id));
  else await tx.run(moveImport(orgId, facts.import_id, ['reading', 'writing'], { stop: true }));
}

/** Starts to undo what was written. @throws AppError PSY_CONFLICT where it cannot be undone any more */
export async function undoImport(ctx: OrgContext, tx: Tx, requester: Requester, facts: ImportFacts): Promise<void> {
  if (facts.status === 'undoing') return;
  if (!actsOf(facts, ctx.services.clock.now()).undo)
    throw notNow(facts, facts.status === 'done' ? '撤销了：已经过了 7 天，或者没有写入任何行' : '撤销');
  await begin(ctx, tx, requester, facts, ['done', 'stopped'], 'undoing', 'undo_import');
}
