import { sql, type Insertable, type Selectable } from 'kysely';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { ScalePacksTable } from './tables.ts';

export type InstalledRow = Selectable<ScalePacksTable>;

export const packTenants = () => qb.selectFrom('scale_pack_tenants').select('org_id').orderBy('org_id');

export const markPackTenant = (orgId: string) =>
  qb
    .insertInto('scale_pack_tenants')
    .values({ org_id: orgId })
    .onConflict((c) => c.doNothing());

/** What a school installed, in the order of installation, removed ones too. */
export const installedPacks = (orgId: string) =>
  qb.selectFrom('scale_packs').selectAll().where('org_id', '=', orgId).orderBy('installed_at').orderBy('version');

/** The versions of a pack that a school installed and has not removed, with the names of those who did. */
export const installedVersions = (orgId: string, scaleId: string) =>
  qb
    .selectFrom('scale_packs as p')
    .leftJoin('accounts as a', 'a.user_id', 'p.installed_by')
    .select(['p.version', 'p.checksum', 'p.signature', 'p.signed_by', 'p.declared_by', 'p.statement'])
    .select(['p.installed_at', 'a.real_name as installed_by_name'])
    .where('p.org_id', '=', orgId)
    .where('p.scale_id', '=', scaleId)
    .where('p.removed_at', 'is', null)
    .orderBy('p.installed_at', 'desc')
    .orderBy('p.version', 'desc');

/** Installs a version; one that was removed is back. */
export const putPack = (row: Insertable<ScalePacksTable>) =>
  qb
    .insertInto('scale_packs')
    .values(row)
    .onConflict((c) =>
      c.columns(['org_id', 'scale_id', 'version']).doUpdateSet((eb) => ({
        declared_by: eb.ref('excluded.declared_by'),
        declared_on: eb.ref('excluded.declared_on'),
        statement: eb.ref('excluded.statement'),
        signature: eb.ref('excluded.signature'),
        signed_by: eb.ref('excluded.signed_by'),
        installed_by: eb.ref('excluded.installed_by'),
        installed_at: eb.ref('excluded.installed_at'),
        removed_at: null,
      })),
    );

export const removePack = (orgId: string, scaleId: string, version: string, at: string) =>
  qb
    .updateTable('scale_packs')
    .set({ removed_at: at })
    .where('org_id', '=', orgId)
    .where('scale_id', '=', scaleId)
    .where('version', '=', version);

/** Plans that use a version: published ones that fixed it, and drafts that name the pack, where `current`. */
export const plansWith = (orgId: string, scaleId: string, version: string, current: boolean) =>
  qb
    .selectFrom('exams')
    .select(['exam_id', 'exam_name'])
    .where('org_id', '=', orgId)
    .where(
      sql<boolean>`(scale_versions ->> ${scaleId} = ${version} or (${current} and status = 'draft' and ${scaleId} = any(scale_ids)))`,
    )
    .orderBy('created_at');

/** Serialises changes to a school's packs. */
export const lockPacks = (orgId: string) =>
  sql<{
    locked: unknown;
  }>`select pg_advisory_xact_lock(hashtextextended(${`scale packs ${orgId}`}, 0)) as locked`.compile(qb);

/** Who confirmed at a school that a version with an unclear licence may be used. */
export const confirmationsOf = (orgId: string, scaleIds: readonly string[]) =>
  qb
    .selectFrom('scale_confirmations as c')
    .leftJoin('accounts as a', 'a.user_id', 'c.user_id')
    .select(['c.scale_id', 'c.version', 'c.reason', 'c.confirmed_at', 'a.real_name as user_name'])
    .where('c.org_id', '=', orgId)
    .where(sql<boolean>`c.scale_id = any(${scaleIds}::text[])`);

export const insertConfirmation = (row: {
  org_id: string;
  scale_id: string;
  version: string;
  user_id: string;
  reason: string;
  confirmed_at: string;
}) =>
  qb
    .insertInto('scale_confirmations')
    .values(row)
    .onConflict((c) => c.doNothing());
