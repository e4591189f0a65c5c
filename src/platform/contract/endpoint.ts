import type { Static, TSchema } from 'typebox/type';

/**
 * Who may call an endpoint: anybody without signing in, with a session or without one (`optional`: a signature that
 * comes along must be right), anyone signed in, or a role of an organisation that `policies/access.csv` allows.
 */
export type Access =
  | { auth: 'public' }
  | { auth: 'optional' }
  | { auth: 'account' }
  | { auth: 'org'; area: string; act: string };

/** What a resource call does; the body, filters and answer then come from the tenant's merged schema of that entity. */
export type EntityOp =
  | 'list'
  | 'get'
  | 'create'
  | 'update'
  | 'delete'
  | 'batch-create'
  | 'batch-delete'
  | 'export'
  | 'import';

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
  /** Wants second-step verification always, whatever the tenant has set for its area (`spec §4`, security). */
  verified?: true;
  /**
   * Whoever reads this stands in the operation log first, as a reader of a row of this resource, the one that the path
   * names; what cannot be logged is not answered.
   */
  logged?: string;
  /** The shape of `data`; absent for blobs. */
  response?: TSchema;
  /**
   * `blob` answers with a file instead of the envelope, `stream` with events for as long as somebody listens;
   * `response` is then the data of one.
   */
  kind?: 'json' | 'blob' | 'stream';
  /** Made by the page itself and not by a person: it keeps no session awake. */
  passive?: true;
  /** 201 where a row is created (`api.md`, envelope). */
  status?: 200 | 201;
  /**
   * Set on calls of a schema-declared resource. `param` is the path parameter that names it, where the tenant alone
   * knows it; its own area then decides.
   */
  entity?: { name: string; op: EntityOp; param?: string };
  /** Largest accepted body in bytes; the server's default where absent. */
  bodyLimit?: number;
  /** Takes a file as its body, of so many bytes at most, whatever its type; the handler gets the bytes. */
  upload?: number;
  /** Answers with an ETag, and 304 to whoever holds the same: for large answers that seldom change. */
  etag?: true;
}

type StaticOr<S, Fallback> = S extends TSchema ? Static<S> : Fallback;

export type ParamsOf<E extends EndpointSpec> = StaticOr<E['params'], undefined>;
export type QueryOf<E extends EndpointSpec> = StaticOr<E['query'], undefined>;
export type BodyOf<E extends EndpointSpec> = StaticOr<E['body'], undefined>;
export type DataOf<E extends EndpointSpec> = StaticOr<E['response'], undefined>;

/**
 * The parts of a request, as the server's handler receives them and the client hands them in; parts an endpoint lacks
 * are left out.
 */
export type InputOf<E extends EndpointSpec> = (E extends { params: TSchema }
  ? { params: ParamsOf<E> }
  : { params?: undefined }) &
  (E extends { query: TSchema } ? { query: QueryOf<E> } : { query?: undefined }) &
  (E extends { upload: number }
    ? { body: Uint8Array }
    : E extends { body: TSchema }
      ? { body: BodyOf<E> }
      : { body?: undefined });

/** Declares one call of the wire; both ends derive their types from the value. */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec;

/** Fills the `:name` parameters of an endpoint's path, each percent-encoded. */
export function pathOf(e: Pick<EndpointSpec, 'path'>, params: Readonly<Record<string, string>> = {}): string {
  return e.path.replace(/:([a-z_]+)/g, (_, key: string) => {
    const value = params[key];
    if (value === undefined) throw new TypeError(`path parameter ${key} of ${e.path} is missing`);
    return encodeURIComponent(value);
  });
}
