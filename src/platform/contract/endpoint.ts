import type { Static, TSchema } from 'typebox/type';

/**
 * Who may call an endpoint: everyone (`public`), everyone with or without a session (`optional`: a signature, if sent,
 * must be valid), signed-in users, or the roles that `policies/access.csv` allows.
 */
export type Access =
  | { auth: 'public' }
  | { auth: 'optional' }
  | { auth: 'account' }
  | { auth: 'org'; area: string; act: string };

/** Operation of a resource endpoint; body, filters and response come from the tenant's merged schema of the entity. */
export type EntityOp =
  | 'list'
  | 'get'
  | 'create'
  | 'update'
  | 'delete'
  | 'batch-create'
  | 'batch-delete'
  | 'export'
  | 'import'
  | 'transition'
  | 'transitions';

export interface EndpointSpec {
  /** `area.verb`, unique, names the handler and the OpenAPI operation. */
  name: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `:name` parameters. */
  path: string;
  summary: string;
  access: Access;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Always requires second-step verification, independent of the tenant's setting for the area (`spec §4`, security). */
  verified?: true;
  /**
   * Writes a read-log entry for the row of this resource that the path names before the response is sent; the request
   * fails when the entry cannot be written.
   */
  logged?: string;
  /** Of a list of students: the entries name each student whose item has this field, in place of one for the list. */
  loggedWith?: string;
  /** The shape of `data`; absent for blobs. */
  response?: TSchema;
  /**
   * `blob` responds with a file instead of the envelope, `stream` with events until the client disconnects; `response`
   * is then the data of one event.
   */
  kind?: 'json' | 'blob' | 'stream';
  /**
   * Sessions that are limited to one row may make this call: for the row that this path parameter names, or for the
   * session itself. All other calls are closed to them.
   */
  limited?: { row: string } | 'session';
  /** Open to people who still have to replace an initial password. All other signed calls are closed to them. */
  withInitialPassword?: true;
  /**
   * Open to people whom the identity provider of an organisation vouched for, though it belongs to no organisation. All
   * other calls about the account are closed to them: the provider cannot speak for what the account is elsewhere.
   */
  whenVouchedFor?: true;
  /** Sent by the page, not by a user action: does not extend the session. */
  passive?: true;
  /** 201 where a row is created (`api.md`, envelope). */
  status?: 200 | 201;
  /**
   * Set on endpoints of a schema-declared resource. `param` is the path parameter with the name of a tenant-defined
   * resource, whose own area then applies.
   */
  entity?: { name: string; op: EntityOp; param?: string };
  /** Largest accepted body in bytes; default: the server's limit. */
  bodyLimit?: number;
  /** Accepts a file of any type as the body, up to this many bytes; the handler receives the bytes. */
  upload?: number;
  /** Called by servers of other parties, which know none of the portal's headers: needs no `app-id`. */
  fromServers?: true;
  /** Supports ETag and 304, for large responses that seldom change. */
  etag?: true;
}

type StaticOr<S, Fallback> = S extends TSchema ? Static<S> : Fallback;

export type ParamsOf<E extends EndpointSpec> = StaticOr<E['params'], undefined>;
export type QueryOf<E extends EndpointSpec> = StaticOr<E['query'], undefined>;
export type BodyOf<E extends EndpointSpec> = StaticOr<E['body'], undefined>;
export type DataOf<E extends EndpointSpec> = StaticOr<E['response'], undefined>;

/** The parts of a request for handler and client; parts that an endpoint does not declare are omitted. */
export type InputOf<E extends EndpointSpec> = (E extends { params: TSchema }
  ? { params: ParamsOf<E> }
  : { params?: undefined }) &
  (E extends { query: TSchema } ? { query: QueryOf<E> } : { query?: undefined }) &
  (E extends { upload: number }
    ? { body: Uint8Array }
    : E extends { body: TSchema }
      ? { body: BodyOf<E> }
      : { body?: undefined });

/** Declares an endpoint; server and client derive their types from it. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

/** Fills the `:name` parameters of an endpoint's path, each percent-encoded. */
export function pathOf(e: Pick<EndpointSpec, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return e.path.replace(/:([a-z_]+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new TypeError(`path parameter ${key} of ${e.path} is missing`);
    return encodeURIComponent(value);
  });
}
