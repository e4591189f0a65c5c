import { createHash } from 'node:crypto';
import type { OrgContext } from '../../context/server/context.ts';
import { newId } from '../../db/server/ids.ts';
import { AppError } from '../../errors/app-error.ts';
import { requesterOf } from '../../jobs/server/requester.ts';
import type { ResourceHooks } from '../../resources/server/hooks.ts';
import { resolveResource, requireImportable } from '../../resources/server/reading.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import type { Import } from '../contract.ts';
import { importFileLocation } from './encrypted-lines.ts';
import { IMPORT_JOB } from './job.ts';
import { deleteOldFileRows } from './queries/import-rows.ts';
import { deleteOldImports, importById, insertImport, sameImport } from './queries/imports.ts';
import { KEPT_MS, shownImport } from './state.ts';

/** Milliseconds for which a finished preview is returned again for the same file. */
const SAME_MS = 60_000;

/** Removes control characters and folders from a displayed file name. */
const nameOf = (fileName: string) =>
  fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\p{Cc}/gu, '')
    .trim() || '导入文件';

/**
 * Accepts a file and starts to read it. The same file, uploaded again by the same person while its preview is open, is
 * the same import. Opens its transaction itself, after it has encrypted the file, because several handlers call it.
 *
 * @throws AppError PSY_INVALID_INPUT without a file
 */
export async function beginImport(
  ctx: OrgContext,
  resource: string,
  hooks: ResourceHooks,
  fileName: string,
  bytes: Uint8Array,
): Promise<Import> {
  const { entity } = resolveResource(ctx, resource, hooks);
  requireImportable(entity);
  if (bytes.length === 0) throw new AppError('PSY_INVALID_INPUT', { message: '文件是空的，请重新选择' });
  const {
    actor: { orgId, roleId },
    caller: { userId },
    services: { clock, jobs, keys },
  } = ctx;
  const now = clock.now();
  const importId = newId(clock);
  const hash = createHash('sha256').update(`${roleId}\n${entity.version}\n`).update(bytes).digest('base64url');
  const requester = await requesterOf(ctx);
  const file = await keys.encryptBytes(orgId, bytes, importFileLocation(importId));
  const facts = await ctx.transaction(async (tx) => {
    const old = isoTime(now - KEPT_MS);
    const [, , [known]] = await tx.batch([
      deleteOldFileRows(orgId, old),
      deleteOldImports(orgId, old),
      sameImport(orgId, userId, resource, hash, isoTime(now - SAME_MS)),
    ]);
    if (known) return known;
    const at = isoTime(now);
    await tx.run(
      insertImport({
        org_id: orgId,
        import_id: importId,
        resource,
        user_id: userId,
        role_id: roleId,
        file_name: nameOf(fileName),
        file_hash: hash,
        file,
        status: 'reading',
        created_at: at,
      }),
    );
    await jobs.add(tx, { kind: IMPORT_JOB, orgId, subject: importId, request: { requester } });
    tx.afterCommit(() => jobs.wake(IMPORT_JOB));
    return (await tx.run(importById(orgId, importId)))[0];
  });
  if (!facts) throw new AppError('PSY_NOT_FOUND');
  return shownImport(ctx, facts);
}
