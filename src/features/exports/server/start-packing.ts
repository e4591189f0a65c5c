import type { Area } from '../../../platform/access/generated/areas.ts';
import { addEntries, loggedEntry, type AuditEntry } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { FileKind } from '../../../platform/file-codes/file-code.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import type { JobKind } from '../../../platform/jobs/server/kinds.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import * as store from './queries/tasks.ts';
import { rightsOf } from './rights.ts';
import { KEPT_MS } from './tasks.ts';

/** Maximum number of open exports per person. */
const AT_ONCE = 3;

export interface Package {
  /** `async_file` */
  type: number;
  kind: FileKind;
  /** Area whose right to export, and second proof where it is protected, the download needs. */
  area: Area;
  /** Its ending says what it is (`CONTENT_TYPES`). */
  fileName: string;
  /** Total number of steps that `done` counts. */
  total: number;
  /** Audit entries of the disclosure, written before any data is packed. */
  entries: readonly AuditEntry[];
  /** Ids of the packed rows. */
  ids: readonly string[];
  /** Ids that the download asks about again (`exportRefusals`). */
  about?: readonly string[];
  /** Starts the task although the person has others running: it was not requested by a person. */
  isAutomatic?: boolean;
}

/**
 * Queues an export and adds it to the caller's list.
 *
 * @param kind created by `packing`
 * @param requester with whose rights it is packed (`requesterOf`)
 * @throws AppError AC_TOO_MANY_REQUESTS
 */
export async function startPacking(
  ctx: OrgContext,
  tx: Tx,
  requester: Requester,
  { name: kind }: JobKind,
  { ids, entries, about = [], isAutomatic = false, ...request }: Package,
): Promise<{ task_id: string }> {
  const {
    actor: { orgId, roleId },
    caller: { userId },
    services: { clock, jobs, ledger },
  } = ctx;
  const now = clock.now();
  const fileId = newId(clock);
  const logged = entries.map((entry) => loggedEntry(ctx, entry));
  const [{ n } = { n: 0 }] = await tx.run(store.countPacking(orgId, userId));
  if (n >= AT_ONCE && !isAutomatic)
    throw new AppError('AC_TOO_MANY_REQUESTS', { message: '您还有任务正在打包，请等它们完成' });
  await tx.run(
    store.insertTask({
      org_id: orgId,
      file_id: fileId,
      user_id: userId,
      role_id: roleId,
      type: request.type,
      kind: request.kind,
      area: request.area,
      log_id: logged[0]?.log_id ?? '',
      file_name: request.fileName,
      status: store.PACKING,
      total: request.total,
      done: 0,
      object_key: null,
      file_size: null,
      form: null,
      mark: null,
      rights: rightsOf(ctx),
      about: [...about],
      problem: null,
      created_at: isoTime(now),
      expires_at: isoTime(now + KEPT_MS),
    }),
  );
  await jobs.add(tx, { kind, orgId, subject: fileId, request: { requester, ids } });
  addEntries(tx, ledger, orgId, logged);
  tx.afterCommit(() => jobs.wake(kind));
  return { task_id: fileId };
}
