import type { Services } from '../../../platform/context/server/services.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import type { ZippedPart } from '../../../platform/sheets/server/zip-stream.ts';

declare module '../../../platform/context/server/services.ts' {
  interface Services {
    /** Moves whole organisations. The application provides it: it has logins and keys that features do not have. */
    packages: OrganisationPackages;
  }
}

/** The services that work on a whole organisation uses. */
export type PackageServices = Pick<Services, 'db' | 'clock' | 'keys' | 'ledger' | 'events' | 'state' | 'objects'>;

/** What a package holds, as it stands in the log of the platform. */
export interface PackageFacts {
  rows: number;
  accounts: number;
  objects: number;
  data_keys: number;
  /** The end of the operation log, and the problems that its verification found. */
  log_seq: number;
  log_hash: string;
  log_findings: number;
}

/** The package of an organisation in a folder of this machine. */
export interface PackedOrganisation {
  facts: PackageFacts;
  /** Opens the package; it is nowhere else. */
  key: Uint8Array;
  /** How many files. */
  entries: number;
  /** Bytes of all files. */
  size: number;
  files(): Iterable<ZippedPart>;
  /** Removes the folder. */
  remove(): Promise<void>;
}

/** Called after each table. The embedded engine has one connection, which is taken meanwhile. */
export type OnTable = (done: number, total: number) => Promise<void>;

/** What an erasure would delete, counted without a lock. */
export interface ErasurePreview {
  org_name: string;
  suspended: boolean;
  /** Organisations below it, legal holds in force, and transferred records that other schools have not answered. */
  below: number;
  holds: number;
  packages: number;
  /** Rows of each table. */
  tables: Record<string, number>;
  objects: number;
  log_seq: number;
}

/** What was there, as it stands in the platform's chain. */
export interface ErasureProof {
  org_id: string;
  org_name: string;
  tables: Record<string, number>;
  rows: number;
  objects: number;
  accounts: number;
  data_keys: number;
  /** SHA-256 over the sums of all tables, so that an export of the same state can be recognised. */
  digest: string;
  /** The end of its operation log. */
  log_seq: number;
  log_hash: string;
}

export interface Erasing {
  /** The name of the organisation, typed again. */
  confirmedName: string;
  /** Called with what is there, before anything is deleted. */
  begin(found: ErasureProof): Promise<void>;
  /** Runs in the transaction of the deletion, with the login of the owner of the tables. */
  mark(run: AdminRun, proof: ErasureProof): Promise<void>;
}

export interface OrganisationPackages {
  /**
   * Writes everything of an organisation into a new folder, encrypted under a new transport key.
   *
   * @param name Of the folder; one from an earlier run is replaced
   * @param others Folders that are at work too; all that are left over are removed
   * @throws StartError with a text for the operator; then there is no folder
   */
  pack(
    services: PackageServices,
    orgId: string,
    options: { name: string; others: readonly string[]; onTable?: OnTable | undefined },
  ): Promise<PackedOrganisation>;
  /** @throws StartError with a text for the operator */
  previewErasure(services: PackageServices, orgId: string): Promise<ErasurePreview>;
  /**
   * Deletes everything of a suspended organisation in one transaction, which locks every table for some seconds, and
   * then its objects.
   *
   * @throws StartError where it must not be erased; then nothing was
   */
  erase(services: PackageServices, orgId: string, erasing: Erasing): Promise<ErasureProof>;
}
