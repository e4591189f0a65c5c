import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { TSchema } from 'typebox/type';
import type { FailureDetail } from '../../contract/common.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { lazily } from '../../runtime/server/lazily.ts';
import { isDay, isInstant } from '../../schema/days.ts';
import { explain } from '../../schema/explain.ts';
import { isObject, own, pointer } from '../../schema/json.ts';

/** Without the meta-schema: the declarations are typed, and strict mode finds the same errors. */
const options = {
  meta: false,
  validateSchema: false,
  allErrors: true,
  verbose: true,
  formats: { date: isDay, 'date-time': isInstant },
} as const;
/**
 * Path and query are text: numbers in them are parsed, and `1e400` is infinite, which must fail its limit. A body has
 * types of its own.
 */
const ofText = new Ajv({ ...options, coerceTypes: true, strictNumbers: false });
const ofJson = new Ajv(options);

export interface RequestParts {
  params: unknown;
  query: unknown;
  body: unknown;
}
/**
 * Everything that is wrong with a request's parts, each in Chinese at its field. Numbers in path and query become
 * numbers.
 */
export type CheckParts = (parts: RequestParts) => FailureDetail[];

/** Keywords that only report the failure of one of their parts; the part has its own error. */
const WRAPPERS = new Set(['if', 'anyOf', 'oneOf', 'allOf', 'propertyNames']);

/** Keywords of lists and maps, which no field of an entity has. */
const OF_MANY: Readonly<Record<string, (limit: unknown) => string>> = {
  minItems: (n) => `至少 ${String(n)} 项`,
  maxItems: (n) => `最多 ${String(n)} 项`,
  uniqueItems: () => '不能有重复的项',
  maxProperties: (n) => `最多 ${String(n)} 项`,
};

/** Missing and unknown fields are reported at the field, not at the object around them. */
function detail({ instancePath, keyword, params, parentSchema = {} }: ErrorObject): FailureDetail {
  const { missingProperty, additionalProperty, limit } = params as {
    missingProperty?: string;
    additionalProperty?: string;
    limit?: number;
  };
  const key = missingProperty ?? additionalProperty;
  const schema = missingProperty === undefined ? parentSchema : own(own(parentSchema, 'properties'), missingProperty);
  const message =
    OF_MANY[keyword]?.(limit) ?? explain(keyword, { type: 'string', title: '', ...(isObject(schema) ? schema : {}) });
  return { field: key === undefined ? instancePath : instancePath + pointer(key), message };
}

/** Each field once, by the first of its failures. */
function failures(check: ValidateFunction, value: unknown): FailureDetail[] {
  if (check(value)) return [];
  const all = check.errors ?? [];
  const specific = all.filter((error) => !WRAPPERS.has(error.keyword));
  const byField = new Map<string, FailureDetail>();
  for (const one of (specific.length > 0 ? specific : all).map(detail))
    if (!byField.has(one.field)) byField.set(one.field, one);
  return [...byField.values()];
}

/** Compiled with the first request: compiling all at the start would take a third of the start time. */
function checker(ajv: Ajv, schema: TSchema | undefined): ((value: unknown) => FailureDetail[]) | undefined {
  if (!schema) return undefined;
  const compiled = lazily(() => ajv.compile(schema));
  return (value) => failures(compiled(), value);
}

/**
 * The tenant's schema decides which parameters a list accepts: its reader validates all of them, so that all errors are
 * reported together.
 */
const readsOwnQuery = ({ entity }: EndpointSpec): boolean => entity?.op === 'list' || entity?.op === 'export';
const nothing = (): FailureDetail[] => [];

/** Checks an endpoint's path, query and body; the tenant's schema checks the body of an entity's call. */
export function partsCheck(endpoint: EndpointSpec): CheckParts {
  const params = checker(ofText, endpoint.params);
  const checkQuery = readsOwnQuery(endpoint) ? nothing : (checker(ofText, endpoint.query) ?? unexpected);
  const body = checker(ofJson, endpoint.body);
  return (parts) => [
    ...(params?.(parts.params) ?? []),
    ...checkQuery(parts.query),
    ...(body ? body(parts.body ?? null) : parts.body === undefined ? [] : unexpected(parts.body)),
  ];
}

/** An endpoint that declares no query or body takes none; an empty object, as some clients send it, is none. */
function unexpected(part: unknown): FailureDetail[] {
  if (typeof part !== 'object' || part === null || Array.isArray(part))
    return [{ field: '', message: '此接口不接受请求内容' }];
  return Object.keys(part).map((key) => ({ field: pointer(key), message: '不支持的字段' }));
}
