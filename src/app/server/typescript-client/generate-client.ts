import { readFileSync } from 'node:fs';
import path from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { root } from '../../../platform/runtime/server/root.ts';

type Json = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-access'?: object;
  readonly parameters: readonly { $ref?: string; name: string; in: string; required?: boolean; schema: Json }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: Json }>> };
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Json }>> }>>;
}

/** What is read of `GET /openapi.json`. */
interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
}

/** What is written below the types as it is. */
const RUNTIME = 'src/app/server/typescript-client/runtime.ts';

const JSON_TYPE = 'application/json';
const FILE_TYPE = 'application/octet-stream';
const COMPONENTS = '#/components/schemas/';
const BYTES = { tsType: 'Uint8Array' };

const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of an entity there are three types: what is answered, what a new one needs, and what a change may name. */
type Use = '' | 'New' | 'Change';

/**
 * A schema as the compiler takes it: titles become comments, since each title would name a type; our own keywords and
 * limits that no type can hold are left out.
 */
function typed(schema: unknown, use: Use): unknown {
  if (Array.isArray(schema)) return schema.map((one) => typed(one, use));
  if (!isObject(schema)) return schema;
  const { $ref, title, description } = schema;
  // A schema that refers to a part of itself, such as a condition within a condition, has no name outside.
  if (typeof $ref === 'string' && !$ref.startsWith(COMPONENTS)) return { tsType: 'unknown' };
  if (typeof $ref === 'string') return { $ref: `#/definitions/${pascal($ref.slice(COMPONENTS.length))}${use}` };
  const words = [title, description].filter((text) => typeof text === 'string').join('。');
  const out: Json = words === '' ? {} : { description: words };
  for (const key of ['type', 'enum', 'const', 'required', 'additionalProperties'])
    if (schema[key] !== undefined) out[key] = isObject(schema[key]) ? typed(schema[key], use) : schema[key];
  for (const key of ['items', 'anyOf', 'oneOf', 'allOf', 'prefixItems'])
    if (schema[key] !== undefined) out[key] = typed(schema[key], use);
  if (isObject(schema['properties']))
    out['properties'] = Object.fromEntries(
      Object.entries(schema['properties']).map(([name, one]) => [name, typed(one, use)]),
    );
  return out;
}

/** An entity for one use: what is answered has its id, and fields that only the server writes are in no body. */
function entityFor(schema: Json, use: Use): Json {
  const properties = isObject(schema['properties']) ? schema['properties'] : undefined;
  const resource = isObject(schema['x-resource']) ? schema['x-resource'] : undefined;
  if (properties === undefined || resource === undefined) return typed(schema, use) as Json;
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : [];
  const id = String(resource['id']);
  if (use === '') {
    const all = { [id]: { type: 'string', title: '编号' }, ...properties };
    const always = Object.keys(all).filter((name) => name === id || required.includes(name));
    return typed({ ...schema, properties: all, required: always }, use) as Json;
  }
  const written = Object.entries(properties).filter(
    ([name, one]) => !(isObject(one) && one['readOnly'] === true) || (use === 'Change' && name === 'updated_at'),
  );
  const body = { properties: Object.fromEntries(written), required: use === 'New' ? required : [] };
  return typed({ ...schema, ...body, additionalProperties: false }, use) as Json;
}

const closed = (properties: Json, required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

/** The parameters of one place; undefined where there are none. */
function parametersOf({ parameters }: Operation, place: 'path' | 'query') {
  const those = parameters.filter((one) => one.$ref === undefined && one.in === place);
  if (those.length === 0) return undefined;
  const required = those.filter((one) => one.required === true).map(({ name }) => name);
  const properties = those.map(({ name, schema }): [string, unknown] => [name, typed(schema, '')]);
  return { schema: closed(Object.fromEntries(properties), required), isRequired: required.length > 0 };
}

/** The successful answer of a call. */
const successOf = ({ responses }: Operation) =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};

function callType(operation: Operation, method: string) {
  const content = operation.requestBody?.content;
  const isCreation = Object.keys(operation.responses).includes('201');
  const use = method === 'put' ? 'Change' : 'New';
  const body = content && (content[JSON_TYPE] ? typed(content[JSON_TYPE].schema, use) : BYTES);
  const [inPath, inQuery] = [parametersOf(operation, 'path'), parametersOf(operation, 'query')];
  const takes: [name: string, schema: unknown, isRequired: boolean][] = [];
  if (inPath) takes.push(['path', inPath.schema, true]);
  if (inQuery) takes.push(['query', inQuery.schema, inQuery.isRequired]);
  if (body) takes.push(['body', body, true]);
  if (isCreation) takes.push(['idempotencyKey', { type: 'string' }, false]);
  const answer = successOf(operation)[JSON_TYPE]?.schema['properties'];
  const properties = Object.fromEntries(takes.map(([name, schema]) => [name, schema]));
  const required = takes.filter(([, , isRequired]) => isRequired).map(([name]) => name);
  return {
    description: operation.summary,
    ...closed({ takes: closed(properties, required), answers: isObject(answer) ? typed(answer['data'], '') : BYTES }, [
      'takes',
      'answers',
    ]),
  };
}

const routeOf = (operation: Operation, method: string, path: string): string => {
  const sent = operation.requestBody?.content[FILE_TYPE] ? 'file' : undefined;
  const received = successOf(operation)[FILE_TYPE] ? 'file' : undefined;
  const parts = [method.toUpperCase(), path, ...((sent ?? received) ? [sent] : []), ...(received ? [received] : [])];
  return `[${parts.map((part) => (part === undefined ? 'undefined' : JSON.stringify(part))).join(', ')}]`;
};

/** The calls that a system's account can have rights to: those with a right, without streams. */
const callsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ operation }) => operation['x-access'] !== undefined && !successOf(operation)['text/event-stream']);

/** A client in one file without dependencies: the types of an organisation's calls, and what signs and sends them. */
export async function generateClient(openApi: Json): Promise<string> {
  const document = openApi as unknown as OpenApiDocument;
  const calls = callsOf(document);
  const definitions = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    (['', 'New', 'Change'] as const).map((use): [string, Json] => [`${pascal(name)}${use}`, entityFor(schema, use)]),
  );
  const all = {
    ...closed(
      Object.fromEntries(calls.map(({ operation, method }) => [operation.operationId, callType(operation, method)])),
      calls.map(({ operation }) => operation.operationId),
    ),
    definitions: Object.fromEntries(definitions),
  };
  const types = await compile(all as JSONSchema, 'Calls', {
    bannerComment: '',
    unknownAny: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  const routes = calls.map(
    ({ operation, method, path }) => `  ${JSON.stringify(operation.operationId)}: ${routeOf(operation, method, path)},`,
  );
  return `// Generated from the interface of an organisation, version ${document.info.version}. Generate it again after its fields changed.
${types}
${readFileSync(path.join(root, RUNTIME), 'utf8')}
const ROUTES: Readonly<Record<keyof Calls & string, Route>> = {
${routes.join('\n')}
};

/** A client of the organisation that the account belongs to. */
export const createClient = (options: ClientOptions): Client<Calls> => connect<Calls>(ROUTES, options);
`;
}
