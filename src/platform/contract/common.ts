import * as Type from 'typebox/type';

/** Limits of the wire (`api.md`, envelope). */
export const PAGE_SIZE_DEFAULT = 10;
export const PAGE_SIZE_MAX = 200;
/** Sizes that lists offer (`spec §9`). */
export const PAGE_SIZES: readonly number[] = [10, 20, 30, 40, 50];
/** Last row that paging can reach; beyond it the caller must narrow the filter. */
export const PAGE_OFFSET_MAX = 1_000_000;

export const Id = Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });
export const Text = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength });
/** Length in characters of a reason that is logged. */
export const REASON_MIN = 2;
export const REASON_MAX = 200;
/** A reason that says something. */
export const Reason = Type.String({ minLength: REASON_MIN, maxLength: REASON_MAX, pattern: '\\S\\s*\\S' });
/** Optional text that clients may also send empty. */
export const spare = (maxLength: number) => Type.Optional(Type.Union([Text(maxLength), Type.Null()]));
export const Instant = Type.String({ format: 'date-time' });
/** Lower-case hex MD5 of the typed password (`spec §5`); the server treats it as the secret itself. */
export const PasswordDigest = Type.String({ pattern: '^[0-9a-f]{32}$' });

/** A mobile number (`spec §5`). */
export const MOBILE = /^1\d{10}$/;
export const Mobile = Type.String({ pattern: MOBILE.source });

export const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_OFFSET_MAX, description: '1-based' })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX })),
};

export const idParam = <K extends string>(key: K) =>
  Type.Object({ [key]: Id } as Record<K, typeof Id>, { additionalProperties: false });

/** A page of rows with the number of all rows that match. */
export const listOf = <T extends Type.TSchema>(item: T) =>
  Type.Object({ total: Type.Integer({ minimum: 0 }), items: Type.Array(item) });

/** `data` of an endpoint that only reports success. */
export const Done = Type.Object({ ok: Type.Literal(true) });

/** Failure body of every call (`api.md`, envelope). */
export const Failure = Type.Object({
  code: Type.String(),
  message: Type.String(),
  request_id: Type.String(),
  details: Type.Optional(
    Type.Array(
      Type.Object({
        field: Type.String({ description: 'JSON Pointer into the body or query' }),
        message: Type.String(),
      }),
    ),
  ),
});
export type Failure = Type.Static<typeof Failure>;
export type FailureDetail = NonNullable<Failure['details']>[number];
