import { qb } from '../../../platform/db/server/query-builder.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';

interface ScreenLinksTable {
  org_id: string;
  link_id: string;
  /** Of the place where the screen hangs. */
  name: string;
  key_hash: string;
  created_by: string;
  /** In which the maker made it. */
  role_id: number;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  last_used_at: string | null;
  last_address: string | null;
}
declare module '../../../platform/db/server/tables.ts' {
  interface Tables {
    screen_links: ScreenLinksTable;
  }
}

/** The links that have not ended before a time, the latest first, with the names of their makers. */
export const linksSince = (orgId: string, since: string) =>
  qb
    .selectFrom('screen_links as l')
    .leftJoin('accounts as a', 'a.user_id', 'l.created_by')
    .selectAll('l')
    .select('a.real_name as maker')
    .where('l.org_id', '=', orgId)
    .where('l.expires_at', '>', since)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.link_id');

export const linkOfKey = (orgId: string, keyHash: string) =>
  qb.selectFrom('screen_links').selectAll().where('org_id', '=', orgId).where('key_hash', '=', keyHash);

export const usedLinks = (orgId: string, at: string) =>
  qb
    .selectFrom('screen_links')
    .select('link_id')
    .where('org_id', '=', orgId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at);

export const insertLink = (row: Omit<ScreenLinksTable, 'revoked_at' | 'last_used_at' | 'last_address'>) =>
  qb.insertInto('screen_links').values({ ...row, revoked_at: null, last_used_at: null, last_address: null });

/** Returns no row where the link is revoked already or does not exist. */
export const setRevoked = (orgId: string, linkId: string, at: string) =>
  qb
    .updateTable('screen_links')
    .set({ revoked_at: at })
    .where('org_id', '=', orgId)
    .where('link_id', '=', linkId)
    .where('revoked_at', 'is', null)
    .returning('name');

export const noteUse = (orgId: string, linkId: string, at: string, address: string) =>
  qb
    .updateTable('screen_links')
    .set({ last_used_at: at, last_address: address })
    .where('org_id', '=', orgId)
    .where('link_id', '=', linkId);

/** Removes links that ended before a time. */
export const dropLinks = (orgId: string, before: string) =>
  qb.deleteFrom('screen_links').where('org_id', '=', orgId).where('expires_at', '<=', before);

/** The schools of an institution with what determines the stage of their service. Tenant: the institution. */
export const schoolsInService = (institutionId: string) =>
  qb
    .selectFrom('orgs')
    .select(['org_id', 'org_name', 'edu_level', 'service_type', 'account_expire_at', 'protection_days'])
    .where('parent_org_id', '=', institutionId)
    .where('org_type', '=', ORG_TYPE.school)
    .orderBy('org_id');
