import type { Random } from './random.ts';
import type { AccountRow, DemoRows } from './rows.ts';
import type { SharedStaffSpec, TenantSpec } from './tenant-spec.ts';

declare module '../../feature/server/feature.ts' {
  interface ServerFeature {
    /** Its part of the demo. Loaded only where a demo is seeded. */
    demo?: () => Promise<{ demo: DemoPart }>;
  }
}

/** A feature's rows of each demo tenant. */
export interface DemoPart {
  /** Names of the features whose people, facts or rows this part reads or whose rows its own refer to. */
  after?: readonly string[];
  /** Adds people and facts to a tenant. All tenants are drawn before any rows are made. */
  draw?(tenant: DemoTenant): void;
  /** Its tables, each before those that refer to it. No table has rows of two parts. */
  rows?(tenant: DemoTenant): Partial<DemoRows>;
}

/** A person with an account, and one membership. A person with several is listed once for each. */
export interface DemoPerson {
  login: string;
  name: string;
  sex: number;
  identity: number;
  role_id?: number;
  role_extend: Record<string, unknown>;
}

/** A tenant while it is made. A part that others read from adds its facts as properties by `declare module`. */
export interface DemoTenant {
  readonly spec: TenantSpec;
  readonly demo: Demo;
  /** The stream of staff, students and guardians, in this order. Everything else has streams of its own. */
  readonly random: Random;
  readonly people: DemoPerson[];
  /** Rows of the parts before. */
  readonly rows: Partial<DemoRows>;
}

export interface Demo {
  /** Milliseconds since the epoch; the days of events count from it. */
  readonly now: number;
  readonly sharedStaff: readonly (SharedStaffSpec & { name: string })[];
  readonly tenants: ReadonlyMap<string, DemoTenant>;
  /** By user id. Complete before any rows are made. */
  readonly accounts: ReadonlyMap<string, AccountRow>;
}
