import type { Generated } from 'kysely';
import type { Part, TransferState } from '../../rules.ts';

interface SchoolNamesTable {
  org_id: string;
  school_name: string;
}
/** What a school has handed over about a student. */
export interface TransfersSentTable {
  org_id: string;
  transfer_id: string;
  child_id: string;
  /** Null: a file for another system. */
  to_org_id: string | null;
  to_name: string;
  parts: Part[];
  /** Encrypted. */
  basis: string;
  leaves_on: string | null;
  sent_by: string;
  sent_at: string;
}
/** A package on its way; of the receiving school, and encrypted under its key. */
export interface TransferPackagesTable {
  org_id: string;
  transfer_id: string;
  from_org_id: string;
  from_name: string;
  parts: Part[];
  state: Generated<Exclude<TransferState, 'handed_out'>>;
  student: string | null;
  content: string | null;
  summary: string | null;
  sent_at: string;
  expires_at: string;
  informed_at: Generated<string | null>;
  answered_at: Generated<string | null>;
  answered_by: Generated<string | null>;
  /** Encrypted under the key of the sending school. */
  answer: Generated<string | null>;
  told_at: Generated<string | null>;
}
/** An accepted package. */
export interface ReceivedRecordsTable {
  org_id: string;
  transfer_id: string;
  child_id: string;
  from_name: string;
  sent_at: string;
  accepted_by: string;
  accepted_at: string;
  /** Encrypted: a PDF as base64. */
  summary: string | null;
}
/** A section of an accepted package; `body` is encrypted. */
export interface ReceivedSectionsTable {
  org_id: string;
  section_id: string;
  transfer_id: string;
  child_id: string;
  position: number;
  part: Part;
  title: string;
  body: string;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    school_names: SchoolNamesTable;
    transfers_sent: TransfersSentTable;
    transfer_packages: TransferPackagesTable;
    received_records: ReceivedRecordsTable;
    received_sections: ReceivedSectionsTable;
  }
}
