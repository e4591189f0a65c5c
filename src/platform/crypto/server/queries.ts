import { sql, type Generated } from 'kysely';
import { qb } from '../../db/server/query-builder.ts';

/** Wrapped data keys of tenants. The last version encrypts; all versions decrypt. */
export interface DataKeysTable {
  org_id: string;
  version: number;
  wrapped: string;
  /** `master:<fingerprint>`, or `renewal:<fingerprint>` while the tenant's keys are locked. */
  wrapped_by: string;
  created_at: string;
}
/** All tenants; readable without a tenant. */
export interface TenantsTable {
  org_id: string;
  /** When the next stage of the subscription begins. */
  due_at: Generated<string>;
  /** Since when the operator has suspended the service; null while it runs. */
  suspended_at: Generated<string | null>;
  suspended_for: Generated<string | null>;
}
/** Values that a server checks at its start; they belong to no tenant. */
export interface InstallationChecksTable {
  name: string;
  value: string;
}
declare module '../../db/server/tables.ts' {
  interface Tables {
    installation_checks: InstallationChecksTable;
    data_keys: DataKeysTable;
    tenants: TenantsTable;
  }
}

/** Whether the row was written by the current, uncommitted transaction. */
const uncommitted = sql<boolean>`xmin::text = coalesce(pg_current_xact_id_if_assigned()::xid::text, '')`;

/** A tenant's data keys, the current one first. */
export const dataKeysOf = (orgId: string) =>
  qb
    .selectFrom('data_keys')
    .select(['version', 'wrapped', 'wrapped_by', 'created_at', uncommitted.as('uncommitted')])
    .where('org_id', '=', orgId)
    .orderBy('version', 'desc');

/** Like `dataKeysOf`, with a row lock. */
export const lockDataKeys = (orgId: string) => dataKeysOf(orgId).forUpdate();

/** Inserts a key unless a concurrent transaction has inserted this version. */
export const insertDataKey = (row: DataKeysTable) =>
  qb
    .insertInto('data_keys')
    .values(row)
    .onConflict((c) => c.doNothing());

export const rewrapDataKey = (
  orgId: string,
  version: number,
  { wrapped, wrapped_by }: Pick<DataKeysTable, 'wrapped' | 'wrapped_by'>,
) =>
  qb.updateTable('data_keys').set({ wrapped, wrapped_by }).where('org_id', '=', orgId).where('version', '=', version);

export const checkValue = (name: string) =>
  qb.selectFrom('installation_checks').select('value').where('name', '=', name);

/** Like `checkValue`, with a row lock. */
export const lockCheckValue = (name: string) => checkValue(name).forUpdate();

export const setCheckValue = (name: string, value: string) =>
  qb
    .insertInto('installation_checks')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }));

/** Like `setCheckValue`, but keeps a value that is there. */
export const addCheckValue = (name: string, value: string) =>
  qb
    .insertInto('installation_checks')
    .values({ name, value })
    .onConflict((c) => c.doNothing());
