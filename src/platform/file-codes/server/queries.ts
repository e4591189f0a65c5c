import type { Generated } from 'kysely';
import { qb } from '../../db/server/query-builder.ts';
import type { FileKind } from '../file-code.ts';

interface FileCodesTable {
  org_id: string;
  code_hash: string;
  kind: FileKind;
  made_by: string;
  made_at: string;
  log_id: string;
  /** SHA-256 of the file and of the files in it, as hex. */
  digests: Generated<string[]>;
}
interface FileCodeTenantsTable {
  code_hash: string;
  tenant: string;
}
declare module '../../db/server/tables.ts' {
  interface Tables {
    file_codes: FileCodesTable;
    file_code_tenants: FileCodeTenantsTable;
  }
}

interface NewCode {
  org_id: string;
  code_hash: string;
  kind: FileKind;
  made_by: string;
  made_at: string;
  log_id: string;
  digests?: string[];
}

export const insertCode = (row: NewCode) => qb.insertInto('file_codes').values(row);
export const insertTenant = (code_hash: string, tenant: string) =>
  qb.insertInto('file_code_tenants').values({ code_hash, tenant });
export const setDigests = (orgId: string, codeHash: string, digests: string[]) =>
  qb.updateTable('file_codes').set({ digests }).where('org_id', '=', orgId).where('code_hash', '=', codeHash);

export const tenantOfCode = (codeHash: string) =>
  qb.selectFrom('file_code_tenants').select('tenant').where('code_hash', '=', codeHash);
export const fileOfCode = (orgId: string, codeHash: string) =>
  qb
    .selectFrom('file_codes as f')
    .innerJoin('orgs as o', 'o.org_id', 'f.org_id')
    .select(['o.org_name', 'f.kind', 'f.made_at', 'f.digests'])
    .where('f.org_id', '=', orgId)
    .where('f.code_hash', '=', codeHash);
