import { existsSync } from 'node:fs';
import path from 'node:path';
import { Check } from 'typebox/schema';
import * as Type from 'typebox/type';
import type { PackageInspection } from '../../../features/tenants/server/public.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import { appliedVersion } from '../../../platform/db/server/migrate.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { digests } from '../backup/manifest.ts';
import type { Operating } from '../operating.ts';
import { countTaken } from './account-rows.ts';
import { requireSameVersion } from './import-organisation.ts';
import { ACCOUNTS, schemasDir, tableFile } from './layout.ts';
import { factsIn, verifiedPackage, type PackageManifest } from './package-manifest.ts';
import { readingAll } from './reading-login.ts';
import { readSealed, type Transport } from './sealed-file.ts';

const text = Type.Union([Type.String(), Type.Null()]);
const orgRow = Type.Object({
  org_id: Type.String(),
  org_type: Type.Integer(),
  parent_org_id: text,
  service_type: Type.Integer(),
  account_expire_at: text,
  protection_days: Type.Integer({ minimum: 0 }),
});
const siteRow = Type.Object({ host: Type.String() });

/** The only row of a table that has one for each organisation. */
async function firstRow(dir: string, name: string, transport: Transport): Promise<unknown> {
  for await (const [row] of readSealed(tableFile(dir, name), name, transport))
    if (row !== undefined) return JSON.parse(row);
  return undefined;
}

async function readOrg(dir: string, transport: Transport, check: () => void): Promise<Type.Static<typeof orgRow>> {
  const row = await firstRow(dir, 'orgs', transport);
  if (Check(orgRow, row) && row.org_id === transport.orgId && (row.org_type === 1 || row.org_type === 2)) return row;
  // Rows of another version may have other columns.
  check();
  throw new StartError('数据包里的不是学校或机构，什么都没有导入');
}

const HOST_TAKEN = 'select 1 from sites where host = $1';

/** Whether a host is another organisation's, or of the platform itself. */
async function isHostTaken(run: AdminRun, { config }: Operating, host: string): Promise<boolean> {
  return (config.sharedHosts ?? []).includes(host) || (await run(HOST_TAKEN, [host])).length > 0;
}

/** Whether files with the organisation's own fields are here, and other ones. */
async function differsInFields({ ownSchemas }: Operating, dir: string, orgId: string): Promise<boolean> {
  const [theirs, ours] = [schemasDir(dir), path.join(ownSchemas, orgId)];
  if (!existsSync(theirs) || !existsSync(ours)) return false;
  return JSON.stringify(await digests(theirs)) !== JSON.stringify(await digests(ours));
}

async function hindrancesOf(
  parts: Operating,
  dir: string,
  { org_id, schema }: PackageManifest,
  { here, host }: { here: number; host: string | undefined },
): Promise<PackageInspection['hindrances']> {
  const { db } = parts;
  const [[present]] = await db.read({ orgId: org_id, userId: null }, [orgById(org_id)]);
  const versions = `${schema} / ${here}`;
  return [
    ...(present ? [{ kind: 'exists' as const, about: present.org_name }] : []),
    ...(schema > here ? [{ kind: 'newer' as const, about: versions }] : []),
    ...(schema < here ? [{ kind: 'older' as const, about: versions }] : []),
    ...(host === undefined || present ? [] : [{ kind: 'host' as const, about: host }]),
    ...((await differsInFields(parts, dir, org_id)) ? [{ kind: 'own_fields' as const, about: org_id }] : []),
  ];
}

async function parentName({ db }: Operating, orgId: string | null): Promise<string | undefined> {
  if (orgId === null) return undefined;
  const [[above]] = await db.read({ orgId, userId: null }, [orgById(orgId)]);
  return above?.org_type === 1 ? above.org_name : undefined;
}

/**
 * Says what a package holds and what stands against its import. Nothing is written or locked.
 *
 * @param key The transport key
 * @throws WrongKey; StartError where it is not a whole package
 */
export async function inspectPackage(parts: Operating, dir: string, key: Uint8Array): Promise<PackageInspection> {
  const manifest = await verifiedPackage(dir, key);
  const { org_id, org_name, made_at, tables } = manifest;
  const transport = { key, orgId: org_id };
  const here = await parts.db.admin(appliedVersion);
  const org = await readOrg(dir, transport, () => requireSameVersion(manifest, here));
  const site = await firstRow(dir, 'sites', transport);
  const found = await readingAll(parts, async (run) => ({
    here,
    host: Check(siteRow, site) && (await isHostTaken(run, parts, site.host)) ? site.host : undefined,
    taken: await countTaken(run, readSealed(tableFile(dir, ACCOUNTS), ACCOUNTS, transport)),
  }));
  const parent = await parentName(parts, org.parent_org_id);
  const { rows, accounts, objects, log_seq, log_findings } = factsIn(manifest);
  return {
    org_id,
    org_name,
    org_type: org.org_type,
    ...(org.parent_org_id !== null && { parent_org_id: org.parent_org_id }),
    ...(parent !== undefined && { parent_name: parent }),
    service_type: org.service_type,
    ...(org.account_expire_at !== null && { service_until: dayOf(Date.parse(org.account_expire_at)) }),
    protection_days: org.protection_days,
    made_at,
    rows,
    tables: Object.fromEntries(Object.entries(tables).map(([name, content]) => [name, content.rows])),
    accounts,
    objects,
    log_seq,
    log_findings,
    present: found.taken.present,
    taken_logins: found.taken.logins,
    taken_mobiles: found.taken.mobiles,
    hindrances: await hindrancesOf(parts, dir, manifest, found),
  };
}
