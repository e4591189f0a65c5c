import type { Readable } from 'node:stream';
import type { Security } from '../../access/security.ts';
import type { ServiceTerms } from '../../access/service-stage.ts';
import type { DataOf, EndpointSpec, InputOf } from '../../contract/endpoint.ts';
import type { Answers, Statement, TransactionOptions, Tx } from '../../db/server/database.ts';
import type { Services } from './services.ts';

/** The header `app-id`: `web` for `portal-web`, `mobile` for `portal-mobile`. */
export type AppKind = 'web' | 'mobile';

/** One row that a session without an account may act on: a student's sheet, opened with a code. */
export interface SessionLimit {
  readonly orgId: string;
  /** `identity` of `schemas/enums.json`. */
  readonly identity: number;
  /** The student that acts. */
  readonly childId: string;
  readonly area: string;
  readonly rowId: string;
}

/** What a service account may do. Fixed while a session lasts; a change ends its sessions. */
export interface ServiceGrant {
  readonly orgId: string;
  /** The person who answers for it: the one who made it, or who gave it its present secret. */
  readonly responsible: string;
  /** The role of this person, whose rights it never exceeds. */
  readonly roleId: number;
  /** The acts that it was given, as `area act`. */
  readonly rights: readonly string[];
  /** Networks that it may call from (CIDR); empty: from everywhere. */
  readonly networks: readonly string[];
  /** When the account ends. */
  readonly until: string;
}

/** The user who signed the request. */
export interface Caller {
  userId: string;
  sessionId: string;
  /** A session in the user's sense: from signing in on, across every exchange of tokens. */
  chainId: string;
  /** The kind of app that signed in: one session per kind. */
  appKind: AppKind;
  /** The session belongs to no account, and `userId` names it only. */
  limit?: SessionLimit;
  /** The session belongs to a service account. */
  service?: ServiceGrant;
  /** Somebody else has set the password, and the holder has to replace it first. */
  mustChangePassword?: true;
  /** The organisation whose identity provider vouched for the user: the session acts in no other one. */
  onlyOrg?: string;
  /** Roles that the organisation's identity server stated when the user signed in. */
  claimedRoles?: readonly number[];
}

/** What a session leaves of the roles of its user. */
export type SessionBounds = Pick<Caller, 'onlyOrg' | 'claimedRoles'>;

/** As which role, in which organisation: proved against the person's memberships, never merely claimed. */
export interface Actor {
  userId: string;
  /** A student who acts without an account. */
  childId?: string;
  orgId: string;
  orgType: number;
  eduLevel: number | null;
  identity: number;
  roleId: number;
  /** Limits the rights of identity and role to these, as `area act`: a service account has those it was given. */
  within?: ReadonlySet<string>;
  roleExtend: Readonly<Record<string, unknown>>;
  /** The role comes from a claim: only sessions whose sign-in stated it act in it. */
  byClaim?: true;
  /** Software features that the school has opened (`spec §6`); empty for institutions. */
  features: ReadonlySet<string>;
  /** Determines the stage of the organisation's service, together with the clock. */
  service: ServiceTerms;
  /** The effective security settings for the role. */
  security: Security;
}

interface OrgTenant {
  readonly orgId: string;
  readonly userId: null;
}
interface OwnTenant {
  readonly orgId: null;
  readonly userId: string;
}
type InTenant = <const Q extends readonly Statement[]>(statements: Q) => Promise<Answers<Q>>;

/** The cookie by which the server recognises a browser that signed in before. */
export interface DeviceCookie {
  /** As sent; empty without one. */
  readonly value: string;
  /** Sets it with the answer. */
  replace(value: string): void;
}

/** A request as handlers see it: the caller, its origin, and the process's services. Handlers never see Fastify. */
export interface RequestContext {
  services: Services;
  caller: Caller | null;
  actor: Actor | null;
  requestId: string;
  /** The app that sends the request. */
  appKind: AppKind;
  /** Origin under which the client reaches the portal, such as `https://portal.example`; one of the allowed hosts. */
  origin: string;
  /** Network address of the client. */
  address: string;
  /** The client's platform, as text for users. */
  device: string;
  deviceCookie: DeviceCookie;
  /** The header `secondary-token` as sent; nothing has proved it. Registrations carry their ticket in it. */
  secondaryToken: string;
  /** The entity of the request, where it has one. */
  resource?: string | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The current time as an ISO text in UTC. */
  nowIso(): string;
}

/** A request of a signed-in person, in an organisation or in none. */
export interface AccountContext extends RequestContext {
  caller: Caller;
  /** For queries over the caller's own rows in any organisation. */
  accountTenant: OwnTenant;
}

/** The database under one tenant, or, in a context that is bound to a transaction, this transaction. */
export interface TenantDatabase {
  /** Read-only statements in one round trip. */
  read: InTenant;
  /** Statements that take effect together or not at all, in one message. */
  write: InTenant;
  /** Opens a transaction: committed when the work returns, rolled back when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** A request of a role in an organisation. `read`, `write` and `transaction` are those of `tenant`. */
export interface OrgContext extends AccountContext, TenantDatabase {
  actor: Actor;
  /** For queries over the organisation's rows. */
  tenant: OrgTenant;
  /** For queries over the organisation's rows and the caller's own rows in any organisation. */
  personal: TenantDatabase;
  /**
   * For an area that depends on the content and not on the address: requires the second-step token where the area is
   * protected.
   *
   * @throws AppError PSY_INVALID_SECONDARY_TOKEN
   */
  proveVerified(area: string): Promise<void>;
}

/** A request that is answered with a stream of events. */
export interface StreamContext extends OrgContext {
  /** The last event that had arrived when an earlier stream broke. */
  lastEventId: string | undefined;
  /** Whether session, role and right are still there. */
  stillMay(): Promise<boolean>;
}

export type ContextOf<E extends EndpointSpec> = E['kind'] extends 'stream'
  ? StreamContext
  : E['access']['auth'] extends 'org'
    ? OrgContext
    : E['access']['auth'] extends 'account'
      ? AccountContext
      : RequestContext;

/** A file in place of the envelope. */
export interface Blob {
  contentType: string;
  /** Suggested file name; absent for images that are shown inline. */
  fileName?: string;
  /** Bytes of a body that is streamed, where they are known. */
  size?: number;
  body: Buffer | NodeJS.ReadableStream;
}

export type Handler<E extends EndpointSpec> = (
  ctx: ContextOf<E>,
  input: InputOf<E>,
) => Promise<E['kind'] extends 'blob' ? Blob : E['kind'] extends 'stream' ? Readable : DataOf<E>>;

/** An endpoint with its handler; the server mounts these and nothing else. */
export interface Implementation {
  endpoint: EndpointSpec;
  /** To be called with the kind of context that the endpoint declares (`contextFor`), and with checked input. */
  handle: (ctx: never, input: never) => Promise<unknown>;
}

/** Binds a handler to its declaration; the compiler checks that they match. */
export const implement = <E extends EndpointSpec>(endpoint: E, handler: Handler<E>): Implementation => ({
  endpoint,
  handle: handler,
});
