import type { Services } from '../../../platform/context/server/services.ts';
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
  /** Bytes of all files. */
  size: number;
  files(): Iterable<ZippedPart>;
  /** Removes the folder. */
  remove(): void;
}

/** Called after each table. The embedded engine has one connection, which is taken meanwhile. */
export type OnTable = (done: number, total: number) => Promise<void>;

export interface OrganisationPackages {
  /**
   * Writes everything of an organisation into a new folder, encrypted under a new transport key.
   *
   * @param name Of the folder; one from an earlier run is replaced
   * @throws StartError with a text for the operator; then there is no folder
   */
  pack(
    services: PackageServices,
    orgId: string,
    options: { name: string; onTable?: OnTable | undefined },
  ): Promise<PackedOrganisation>;
}
