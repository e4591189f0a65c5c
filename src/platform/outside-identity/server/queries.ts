import { sql } from 'kysely';
import { qb } from '../../db/server/query-builder.ts';

/** An identity at a provider, bound to one account. Accounts belong to no single tenant. */
export interface OutsideIdentitiesTable {
  provider: string;
  subject: string;
  user_id: string;
  display_name: string;
  bound_at: string;
}

/** Whom the identity server of an organisation means by a subject. */
export interface SsoSubjectsTable {
  org_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  bound_at: string;
}

/** The newest ticket of a suite of the operator. */
export interface WworkSuiteTicketsTable {
  suite_id: string;
  /** Encrypted. */
  ticket: string;
  pushed_at: string;
}
declare module '../../db/server/tables.ts' {
  interface Tables {
    wwork_suite_tickets: WworkSuiteTicketsTable;
    outside_identities: OutsideIdentitiesTable;
    sso_subjects: SsoSubjectsTable;
  }
}

const isOneOf = (userIds: readonly string[]) => sql<boolean>`user_id = any(${userIds}::text[])`;

export const bindingsOf = (userId: string) =>
  qb
    .selectFrom('outside_identities')
    .select(['provider', 'display_name', 'bound_at'])
    .where('user_id', '=', userId)
    .orderBy('bound_at');

/** Removes all ways in from outside that accounts have bound. */
export const deleteBindingsOf = (userIds: readonly string[]) =>
  qb.deleteFrom('outside_identities').where(isOneOf(userIds)).returning(['user_id', 'provider']);

/** Frees accounts for other subjects of the identity server. Tenant: the organisation. */
export const deleteSubjectsOf = (orgId: string, userIds: readonly string[]) =>
  qb.deleteFrom('sso_subjects').where('org_id', '=', orgId).where(isOneOf(userIds)).returning('user_id');

export const suiteTicket = (suiteId: string) =>
  qb.selectFrom('wwork_suite_tickets').select(['ticket', 'pushed_at']).where('suite_id', '=', suiteId);

/** A ticket that was pushed before the stored one changes nothing. */
export const putSuiteTicket = (row: WworkSuiteTicketsTable) =>
  qb
    .insertInto('wwork_suite_tickets')
    .values(row)
    .onConflict((c) =>
      c
        .column('suite_id')
        .doUpdateSet(row)
        .whereRef('wwork_suite_tickets.pushed_at', '<=', sql<string>`excluded.pushed_at`),
    );
