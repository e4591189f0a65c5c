import type { Generated } from 'kysely';

/** Years that a school keeps a kind of data after a student has left, where it is not the default. */
export interface RetentionTermsTable {
  org_id: string;
  kind: string;
  years: number;
}
/** While one is in force, the student is not erased. */
export interface LegalHoldsTable {
  org_id: string;
  hold_id: string;
  /** The child; the row may outlive the student's. */
  subject_id: string;
  /** Encrypted. */
  reason: string;
  set_by: string;
  set_at: string;
  lifted_by: string | null;
  lifted_at: string | null;
  /** Encrypted. */
  lift_reason: string | null;
}
/** A list of data to be erased: proposed by one person, approved or refused by another. */
export interface ErasureRunsTable {
  org_id: string;
  run_id: string;
  /** `RUN` of `rules.ts`. */
  status: number;
  /** Encrypted. */
  reason: string;
  proposed_by: string;
  proposed_at: string;
  decided_by: string | null;
  decided_at: string | null;
  /** Encrypted. */
  refusal: string | null;
  /** The end of the quarantine. */
  erase_after: string | null;
  ended_at: string | null;
}
/** A student on such a list. */
export interface ErasureItemsTable {
  org_id: string;
  run_id: string;
  subject_id: string;
  kinds: string[];
  /** `ITEM` of `rules.ts`. */
  status: number;
  why: Generated<string[]>;
  total: Generated<number>;
  changed_by: string | null;
  changed_at: string | null;
}
/** A row in quarantine, as it was. */
export interface QuarantinedRowsTable {
  org_id: string;
  run_id: string;
  subject_id: string;
  row_no: Generated<string>;
  of_table: string;
  body: Record<string, unknown>;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    retention_terms: RetentionTermsTable;
    legal_holds: LegalHoldsTable;
    erasure_runs: ErasureRunsTable;
    erasure_items: ErasureItemsTable;
    quarantined_rows: QuarantinedRowsTable;
  }
}
