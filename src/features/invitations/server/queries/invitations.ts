import { sql, type Generated, type Insertable } from 'kysely';
import type { RowTable } from '../../../../platform/access/server/queries/row-table.ts';
import { qb } from '../../../../platform/db/server/query-builder.ts';
import type { Requester } from '../../../../platform/jobs/server/jobs.ts';
import { slot } from '../../../../platform/resources/server/queries/rows/plan.ts';

/** An invitation to register. Its code is stored as a hash only. */
export interface InvitationsTable {
  org_id: string;
  invitation_id: string;
  code_hash: string;
  code_type: number;
  valid_minutes: number;
  max_registrations: number;
  used: Generated<number>;
  class_id: string | null;
  /** With whose rights a registration is accepted without a review. */
  maker: Requester;
  created_by: string;
  expires_at: string;
  revoked_at: string | null;
  revoked_by: string | null;
  ext: Generated<Record<string, unknown>>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}
/** Which school a code belongs to, outside of row-level security. */
export interface InvitationTenantsTable {
  code_hash: string;
  tenant: string;
  expires_at: string;
}
export interface InvitationSettingsTable {
  org_id: string;
  review: Generated<boolean>;
  mobile_required: Generated<boolean>;
  updated_at: Generated<string>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    invitations: InvitationsTable;
    invitation_tenants: InvitationTenantsTable;
    invitation_settings: InvitationSettingsTable;
  }
}

/** Mirrors `invitationState` of `rules/state.ts`. */
const state = sql`(case when t.revoked_at is not null then 'revoked' when t.used >= t.max_registrations then 'used_up'
  when t.expires_at <= ${slot('now')}::timestamptz then 'expired' else 'open' end)`;

/** Invitations as a resource: administrators see all, everyone else the own ones. */
export const invitationRows: RowTable = {
  computed: {
    made_at: sql`t.created_at`,
    state,
    class_name: sql`(select c.class_name from classes c where c.org_id = t.org_id and c.class_id = t.class_id)`,
    made_by_name: sql`(select a.real_name from accounts a where a.user_id = t.created_by)`,
  },
  readable: sql<boolean>`(t.created_by = ${slot('userId')} or ${slot('roleGroup')} = 'administration')`,
  within: (scope) => (scope.kind === 'none' ? sql<boolean>`false` : sql<boolean>`true`),
};

export const insertInvitation = (row: Insertable<InvitationsTable>) => qb.insertInto('invitations').values(row);
export const insertTenant = (row: InvitationTenantsTable) => qb.insertInto('invitation_tenants').values(row);

/** Tenant: none. */
export const tenantOfCode = (hash: string) =>
  qb.selectFrom('invitation_tenants').select('tenant').where('code_hash', '=', hash);

/** Codes that ended before an instant: their holders are told that the address is not valid. */
export const forgetTenants = (before: string) => qb.deleteFrom('invitation_tenants').where('expires_at', '<', before);

const columns = [
  'invitation_id',
  'code_hash',
  'code_type',
  'max_registrations',
  'used',
  'class_id',
  'maker',
  'expires_at',
  'revoked_at',
] as const;

export const invitationOfCode = (orgId: string, hash: string) =>
  qb.selectFrom('invitations').select(columns).where('org_id', '=', orgId).where('code_hash', '=', hash);

/** Who made an invitation. */
export const inviterOf = (orgId: string, id: string) =>
  qb
    .selectFrom('invitations as i')
    .innerJoin('accounts as a', 'a.user_id', 'i.created_by')
    .select('a.real_name')
    .where('i.org_id', '=', orgId)
    .where('i.invitation_id', '=', id);

export const invitationById = (orgId: string, id: string) =>
  qb.selectFrom('invitations').select(columns).where('org_id', '=', orgId).where('invitation_id', '=', id);

/** Locked until the transaction ends, so that its places are counted in turn. */
export const lockInvitation = (orgId: string, hash: string) => invitationOfCode(orgId, hash).forUpdate();

const placed = (orgId: string, id: string) =>
  qb.updateTable('invitations').where('org_id', '=', orgId).where('invitation_id', '=', id);

export const useInvitation = (orgId: string, id: string, at: string) =>
  placed(orgId, id)
    .set((eb) => ({ used: eb('used', '+', 1), updated_at: at }))
    .whereRef('used', '<', 'max_registrations');

/** A refused registration makes room for another one. */
export const freeInvitation = (orgId: string, id: string, at: string) =>
  placed(orgId, id)
    .set((eb) => ({ used: eb('used', '-', 1), updated_at: at }))
    .where('used', '>', 0);

export const revokeInvitation = (orgId: string, id: string, by: string, at: string) =>
  placed(orgId, id).set({ revoked_at: at, revoked_by: by, updated_at: at });

export const settingsOf = (orgId: string) =>
  qb.selectFrom('invitation_settings').select(['review', 'mobile_required']).where('org_id', '=', orgId);

export const setSettings = (row: { org_id: string; review: boolean; mobile_required: boolean; updated_at: string }) =>
  qb
    .insertInto('invitation_settings')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('org_id')
        .doUpdateSet({ review: row.review, mobile_required: row.mobile_required, updated_at: row.updated_at }),
    );
