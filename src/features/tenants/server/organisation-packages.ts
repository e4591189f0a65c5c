import type { Services } from '../../../platform/context/server/services.ts';
import type { AdminRun } from '../../../platform/db/server/database.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import type { ZippedPart } from '../../../platform/sheets/server/zip-stream.ts';
import type { PackagePreview } from '../contract/imports.ts';

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

/** A package whose key is not the given one, or whose manifest was changed. */
export class WrongKey extends StartError {}

/** An uploaded package, as a ZIP of which any range can be read. */
export interface UploadedPackage {
  /** Of the folder that it is unpacked into; one from an earlier run is replaced. */
  name: string;
  /** Folders that are at work too; all that are left over are removed. */
  others: readonly string[];
  /** Bytes. */
  size: number;
  read(from: number, to: number): AsyncIterable<Uint8Array>;
  /** The transport key. */
  key: Uint8Array;
  /** Called with the percentage that is done. */
  onProgress(percent: number): Promise<void>;
}

/** What a package holds, with the rows of each table, and what stands against its import. */
export interface PackageInspection extends Omit<PackagePreview, 'tables'> {
  tables: Record<string, number>;
}

/** What an import has written, as it stands in the log of the platform. */
export interface ImportFacts extends PackageFacts {
  /** Accounts that were here already, and those that got another login name or lost their mobile. */
  present: number;
  renamed: number;
  /** The institution that the organisation had above it and that is not here. */
  lost_parent?: string;
}

export interface TakingIn {
  /** The organisation that was confirmed. */
  orgId: string;
  /** Whether accounts whose login name or mobile is taken here are renamed; otherwise nothing is imported. */
  renamesTaken: boolean;
  /** Runs in the transaction of the insertion, with the login of the owner of the tables. */
  mark(run: AdminRun, facts: ImportFacts): Promise<void>;
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
  /**
   * Opens a package and compares it with what is here. Nothing is written or locked.
   *
   * @throws WrongKey; StartError where it is no whole package, with a text for the operator
   */
  inspect(services: PackageServices, uploaded: UploadedPackage): Promise<PackageInspection>;
  /**
   * Inserts everything of a package in one transaction, which locks every table for some seconds. The organisation is
   * suspended until an operator resumes it.
   *
   * @throws StartError where nothing was imported
   */
  takeIn(services: PackageServices, uploaded: UploadedPackage, taking: TakingIn): Promise<void>;
  /**
   * Verifies the operation log of an imported organisation.
   *
   * @param facts What `takeIn` has passed to `mark`
   * @throws StartError where it is not as it was exported
   */
  verifyImported(services: PackageServices, orgId: string, facts: Readonly<Record<string, unknown>>): Promise<void>;
}
