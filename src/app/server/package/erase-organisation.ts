import { createHash } from 'node:crypto';
import {
  hasOpenWork,
  logPlatform,
  readOpenWork,
  type ErasurePreview,
  type ErasureProof,
  type Erasing,
  type Operator,
} from '../../../features/tenants/server/public.ts';
import { canonical } from '../../../platform/audit/server/ledger.ts';
import { PLATFORM_ORG } from '../../../platform/context/server/platform-org.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import { withQuietTables } from '../../../platform/db/server/quiet-tables.ts';
import type { TableContent } from '../../../platform/db/server/read-tables.ts';
import { deleteUnusedAccounts, readTenantAccounts } from '../../../platform/db/server/tenant-accounts.ts';
import { countTenant, deleteTenant, readTenant, readTenantTables } from '../../../platform/db/server/tenant-tables.ts';
import { ORG_TOPIC } from '../../../platform/identity/server/revocation.ts';
import { forgetStrays } from '../../../platform/media/server/queries/stray-objects.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import type { Operating } from '../operating.ts';
import { objectKeys } from './package-objects.ts';
import { explainedBusy, readingAll, writingAsOwner } from './reading-login.ts';

export interface ErasureOptions {
  reason: string;
  /** The name of the organisation, typed again. */
  confirmedName: string;
  confirmsOpenCases: boolean;
}

interface Facts {
  name: string;
  suspended: boolean;
  below: number;
  holds: number;
  packages: number;
}

const FACTS = `
  select o.org_name as name, t.suspended_at is not null as suspended,
    (select count(*)::int from orgs b where b.parent_org_id = o.org_id) as below,
    (select count(*)::int from legal_holds h where h.org_id = o.org_id and h.lifted_at is null) as holds,
    (select count(*)::int from transfer_packages p where p.from_org_id = o.org_id and p.state = 'waiting') as packages
  from orgs o join tenants t on t.org_id = o.org_id where o.org_id = $1`;

/** Schedules objects for removal. The provider's organisation exists once it has an operator. */
const NOTE_OBJECTS = `
  insert into stray_objects (org_id, object_key, due_at)
  select $1, k, $3::timestamptz from unnest($2::text[]) k where exists (select from orgs where org_id = $1)
  on conflict do nothing`;

const LOG_END = 'select seq, hash from audit_heads where org_id = $1';

async function readFacts(run: AdminRun, orgId: string): Promise<Facts> {
  const [row] = await run(FACTS, [orgId]);
  if (!row) throw new StartError(`没有编号为 ${orgId} 的单位`);
  return {
    name: String(row['name']),
    suspended: row['suspended'] === true,
    below: Number(row['below']),
    holds: Number(row['holds']),
    packages: Number(row['packages']),
  };
}

/** @throws StartError where the organisation must not be erased */
function requireErasable(orgId: string, { name, suspended, below, holds, packages }: Facts, given: string): void {
  if (given !== name) throw new StartError(`--confirm 应为单位的名称“${name}”，什么都没有清除`);
  if (!suspended) throw new StartError(`${name}还在服务中：请先运行 npm run org -- suspend ${orgId}，并导出交给学校`);
  if (below > 0) throw new StartError(`${name}下面还有 ${below} 个单位：请先用 set --parent 把它们移到别处`);
  if (holds > 0) throw new StartError(`${name}有 ${holds} 项依法保留没有解除，不能清除：请恢复服务，由学校解除`);
  if (packages > 0)
    throw new StartError(`${name}转出的 ${packages} 份档案还在等待接收：请等接收学校答复，或恢复服务后撤回`);
}

const count = (tables: Readonly<Record<string, TableContent>>): Record<string, number> =>
  Object.fromEntries(Object.entries(tables).map(([name, { rows }]) => [name, rows]));

const readEnd = async (run: AdminRun, orgId: string): Promise<Pick<ErasureProof, 'log_seq' | 'log_hash'>> => {
  const [end] = await run(LOG_END, [orgId]);
  return { log_seq: Number(end?.['seq'] ?? 0), log_hash: String(end?.['hash'] ?? '') };
};

/** What is there, and the keys of its objects. */
interface Found {
  proof: ErasureProof;
  objects: string[];
}

/** What the organisation has, without changing anything. */
async function readProof(run: AdminRun, orgId: string, name: string): Promise<Found> {
  const { tables } = await readTenantTables(run);
  const contents = await readTenant(run, tables, orgId);
  const objects = (await objectKeys(run, tables, orgId)).map(({ key }) => key);
  const rows = count(contents);
  const proof: ErasureProof = {
    org_id: orgId,
    org_name: name,
    tables: rows,
    rows: Object.values(rows).reduce((sum, one) => sum + one, 0),
    objects: objects.length,
    accounts: 0,
    data_keys: rows['data_keys'] ?? 0,
    digest: createHash('sha256').update(canonical(contents)).digest('hex'),
    ...(await readEnd(run, orgId)),
  };
  return { proof, objects };
}

/**
 * Deletes every row and reads all tables again. Call it with quiet tables.
 *
 * @returns How many accounts belonged to this organisation alone
 * @throws StartError where a row is left; everything is rolled back
 */
async function deleteRows(run: AdminRun, orgId: string): Promise<number> {
  const { tables } = await readTenantTables(run);
  const { members, mentioned } = await readTenantAccounts(run, tables, orgId);
  await run(
    `delete from sessions where only_org = $1 or limited_to ->> 'orgId' = $1 or service ->> 'orgId' = $1
       or user_id = any($2::text[])`,
    [orgId, members],
  );
  await deleteTenant(run, tables, orgId);
  await run('set constraints all immediate');
  // Name-only accounts that an import created for other organisations' people are removed as well.
  const accounts = await deleteUnusedAccounts(run, members);
  await run(
    "delete from accounts where user_id = any($1::text[]) and password_hash = '-' and not exists (select from memberships m where m.user_id = accounts.user_id)",
    [mentioned],
  );
  const left = await readTenant(run, tables, orgId);
  if (Object.keys(left).length > 0) throw new StartError(`清除后还有内容：${Object.keys(left).join('、')}，已全部撤回`);
  return accounts;
}

/** What is there differs from what was found and logged. Nothing was erased, and it can be tried again. */
class ContentChanged extends Error {
  override readonly name = 'ContentChanged';
}

/** @throws ContentChanged where rows, objects or the end of the log are not those that were found */
function requireSame(found: Found, now: Found): void {
  const what = ({ proof: { tables, log_seq, log_hash }, objects }: Found) =>
    canonical({ tables, log_seq, log_hash, objects: objects.toSorted() });
  if (what(found) !== what(now)) throw new ContentChanged('the contents have changed since they were read');
}

/** What would be erased. */
export const previewErasure = (parts: Operating, orgId: string): Promise<ErasureProof> =>
  writingAsOwner(parts, (run) =>
    withQuietTables(run, async () => {
      const { name } = await readFacts(run, orgId);
      return (await readProof(run, orgId, name)).proof;
    }),
  ).catch((error: unknown) => {
    throw explainedBusy(error);
  });

/** What would be erased, and what stands against it, counted in one snapshot that locks nothing. */
export const countErasure = (parts: Operating, orgId: string): Promise<ErasurePreview> =>
  readingAll(parts, async (run) => {
    const { name, ...facts } = await readFacts(run, orgId);
    const { tables } = await readTenantTables(run);
    const objects = await objectKeys(run, tables, orgId);
    const { log_seq } = await readEnd(run, orgId);
    return {
      org_name: name,
      ...facts,
      tables: await countTenant(run, tables, orgId),
      objects: objects.length,
      log_seq,
    };
  });

const readToErase = (parts: Operating, orgId: string, confirmedName: string): Promise<Found> =>
  writingAsOwner(parts, (run) =>
    withQuietTables(run, async () => {
      const facts = await readFacts(run, orgId);
      requireErasable(orgId, facts, confirmedName);
      return readProof(run, orgId, facts.name);
    }),
  ).catch((error: unknown) => {
    throw explainedBusy(error);
  });

/**
 * Deletes what was found in one transaction, with its data keys, and then the objects, which nothing can decrypt any
 * more. The transaction schedules them for removal, so that a process that dies leaves none for long.
 */
async function eraseFound(
  parts: Operating,
  found: Found,
  confirmedName: string,
  mark?: Erasing['mark'],
): Promise<ErasureProof> {
  const { objects } = found;
  const { org_id: orgId } = found.proof;
  const done = await writingAsOwner(parts, (run) =>
    withQuietTables(run, async () => {
      requireErasable(orgId, await readFacts(run, orgId), confirmedName);
      // The proof counts what is deleted: the locks keep every other connection from changing it.
      const now = await readProof(run, orgId, found.proof.org_name);
      requireSame(found, now);
      const erased = { ...now.proof, accounts: await deleteRows(run, orgId) };
      await run(NOTE_OBJECTS, [PLATFORM_ORG, objects, nowIso(parts.clock)]);
      await mark?.(run, erased);
      return erased;
    }),
  );
  for (const key of objects) await parts.objects.remove(key);
  await parts.db.write({ orgId: PLATFORM_ORG, userId: null }, [forgetStrays(PLATFORM_ORG, objects)]);
  await parts.state.publish(ORG_TOPIC, orgId);
  return done;
}

/**
 * Erases a suspended organisation: every row with its id, its data keys, its objects, and the accounts that no other
 * organisation has. The platform's chain says first that it begins and what is there, and afterwards that nothing is
 * left.
 *
 * @throws StartError where it must not be erased; then nothing was
 */
export async function eraseOrganisation(
  parts: Operating,
  by: Operator,
  orgId: string,
  { reason, confirmedName, confirmsOpenCases }: ErasureOptions,
): Promise<ErasureProof> {
  if (hasOpenWork(await readOpenWork(parts, orgId)) && !confirmsOpenCases)
    throw new StartError('还有没处理完的预警或个案：确认学校已经接手以后，加上 --confirm-open-cases');
  const found = await readToErase(parts, orgId, confirmedName);
  const entry = { act: 'erase', resource: 'organisation', rowId: orgId, rowLabel: found.proof.org_name };
  await logPlatform(parts, by, { ...entry, before: { ...found.proof }, after: { reason, finished: false } });
  const done = await eraseFound(parts, found, confirmedName).catch((error: unknown) => {
    throw error instanceof ContentChanged
      ? new StartError('单位的内容在读取以后又有改动，什么都没有清除：请再运行一次', { cause: error })
      : explainedBusy(error);
  });
  await logPlatform(parts, by, { ...entry, after: { ...done, finished: true } });
  return done;
}

/** The same while the portal serves others: what is there is read without a lock. */
export async function eraseWhileServing(
  parts: Operating,
  orgId: string,
  { confirmedName, begin, mark }: Erasing,
): Promise<ErasureProof> {
  const found = await readingAll(parts, async (run) => {
    const facts = await readFacts(run, orgId);
    requireErasable(orgId, facts, confirmedName);
    return readProof(run, orgId, facts.name);
  });
  await begin(found.proof);
  return eraseFound(parts, found, confirmedName, mark);
}
