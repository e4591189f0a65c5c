import type { TSchema } from 'typebox/type';
import { Failure } from '../../contract/common.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import { errorCatalogue } from '../../errors/catalogue.ts';
import { fileFields, filesKeyOf } from '../../schema/file-fields.ts';
import { filterFields, wireNames } from '../../schema/filters.ts';
import { shaped } from '../../schema/form.ts';
import { nameKeyOf, ownReferences } from '../../schema/references.ts';
import { isComposed, type EntitySchema } from '../../schema/types.ts';

type Json = Record<string, unknown>;

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown) => ({ 'application/json': { schema } });
const properties = (schema: TSchema | undefined): [string, Json][] =>
  Object.entries((schema as { properties?: Record<string, Json> } | undefined)?.properties ?? {});
const isRequired = (schema: TSchema | undefined, name: string): boolean =>
  ((schema as { required?: string[] } | undefined)?.required ?? []).includes(name);

const SIGNATURE = [
  'MAC id="<access_token>",ts="<ms>",nonce="<16–64 of [A-Za-z0-9_-]>",bodyhash="<b64url>",mac="<b64url>"',
  'bodyhash: base64url(SHA-256(raw body)) without padding, empty where there is no body.',
  'mac: base64url(HMAC-SHA-256(code of the session, lines)) without padding; the lines, each ended by \\n: ts, nonce, METHOD, path with query as sent, host, app-id, org-id, org-type, role-id, secondary-token, bodyhash; absent headers are empty lines.',
  "ts: the client's clock plus its offset from /v2/oauth2/server/time, at most 5 minutes off; a nonce is good once.",
].join('\n');

const HEADERS: Record<string, Json> = {
  'app-id': { required: true, schema: { type: 'string', enum: ['portal-web', 'portal-mobile'] } },
  'org-id': { description: '当前组织', schema: { type: 'string' } },
  'org-type': { description: '当前组织的类型', schema: { type: 'string' } },
  'role-id': { description: '当前角色', schema: { type: 'string' } },
  'idempotency-key': {
    description: '同一个键在 24 小时内得到第一次调用的结果',
    schema: { type: 'string', maxLength: 128 },
  },
};

const headerRefs = ({ access, status, fromServers }: EndpointSpec) => {
  const names = [
    ...(fromServers ? [] : ['app-id']),
    ...(access.auth === 'public' ? [] : ['org-id', 'org-type', 'role-id']),
    ...(access.auth === 'org' && status === 201 ? ['idempotency-key'] : []),
  ];
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
};

const inPath = ({ params }: EndpointSpec) =>
  properties(params).map(([name, schema]) => ({ name, in: 'path', required: true, schema }));

function inQuery({ query, entity }: EndpointSpec, entities: ReadonlyMap<string, EntitySchema>) {
  const declared = properties(query).map(([name, schema]) => ({
    name,
    in: 'query',
    required: isRequired(query, name),
    schema,
  }));
  const of = entity && ['list', 'export'].includes(entity.op) ? entities.get(entity.name) : undefined;
  const filters = of
    ? filterFields(of).flatMap((filter) =>
        wireNames(filter).map((name) => ({
          name,
          in: 'query',
          required: false,
          description: filter.title,
          schema: { type: 'string' },
        })),
      )
    : [];
  return [...declared, ...filters];
}

/** `data` of an entity's call is the entity's own schema. */
function answerOf({ response, entity }: EndpointSpec): unknown {
  if (!entity) return response ?? {};
  if (['get', 'create', 'update', 'transition'].includes(entity.op)) return ref(entity.name);
  if (['list', 'batch-create'].includes(entity.op))
    return {
      type: 'object',
      required: ['total', 'items'],
      properties: { total: { type: 'integer' }, items: { type: 'array', items: ref(entity.name) } },
    };
  return response ?? {};
}

function bodyOf({ body, entity }: EndpointSpec): unknown {
  if (entity?.op === 'create' || entity?.op === 'update') return ref(entity.name);
  if (entity?.op === 'batch-create')
    return { type: 'object', required: ['items'], properties: { items: { type: 'array', items: ref(entity.name) } } };
  return body;
}

function successOf(endpoint: EndpointSpec): Json {
  if (endpoint.kind === 'stream')
    return {
      description: '事件流，直到一方断开',
      content: {
        'text/event-stream': {
          schema: { type: 'string', description: '每个事件的 data 是 JSON，字段见 x-event' },
          'x-event': endpoint.response ?? {},
        },
      },
    };
  if (endpoint.kind === 'blob')
    return {
      description: '文件',
      content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
    };
  return {
    description: '成功',
    content: json({ type: 'object', required: ['data'], properties: { data: answerOf(endpoint) } }),
  };
}

/** Where a call takes less than a signature. */
function securityOf({ access }: EndpointSpec): Json {
  if (access.auth === 'public') return { security: [] };
  return access.auth === 'optional' ? { security: [{}, { mac: [] }] } : {};
}

function operation(endpoint: EndpointSpec, entities: ReadonlyMap<string, EntitySchema>): Json {
  const { name, summary, access, status = 200 } = endpoint;
  const body = bodyOf(endpoint);
  return {
    operationId: name,
    summary,
    tags: [access.auth === 'org' ? access.area : name.split('.')[0]],
    ...securityOf(endpoint),
    ...(access.auth === 'org' ? { 'x-access': { area: access.area, act: access.act } } : {}),
    parameters: [...headerRefs(endpoint), ...inPath(endpoint), ...inQuery(endpoint, entities)],
    ...(endpoint.upload !== undefined
      ? {
          requestBody: {
            required: true,
            content: {
              'application/octet-stream': { schema: { type: 'string', format: 'binary', maxLength: endpoint.upload } },
            },
          },
        }
      : {}),
    ...(body ? { requestBody: { required: true, content: json(body) } } : {}),
    responses: {
      [status]: successOf(endpoint),
      default: { $ref: '#/components/responses/Failure' },
    },
  };
}

/** An entity as JSON Schema, with what answers add: names of references, and files. */
function componentOf({ $schema: _, $id: __, ...schema }: EntitySchema): Json {
  const names = ownReferences({ ...schema, $id: __ }).map(({ field, several }) => [
    nameKeyOf(field),
    {
      ...(several ? { type: 'array', items: { type: 'string' } } : { type: 'string' }),
      title: `${schema.properties[field]?.title ?? field}（名称）`,
      readOnly: true,
    },
  ]);
  const fields = Object.entries(schema.properties).map(([name, field]) => [
    name,
    isComposed(field) ? shaped(field) : field,
  ]);
  const files = fileFields({ ...schema, $id: __ }).map(([name, { title }]) => [
    filesKeyOf(name),
    { type: 'array', items: { type: 'object' }, title: `${title}（文件的名称和地址）`, readOnly: true },
  ]);
  return { ...schema, properties: Object.fromEntries([...fields, ...names, ...files]) as Json };
}

/**
 * The whole API as OpenAPI 3.1, from the declarations that the server mounts and the schemas that all tenants start
 * from (`api.md`).
 */
export function openApi(endpoints: readonly EndpointSpec[], schemas: readonly EntitySchema[], version: string): Json {
  const entities = new Map(schemas.map((schema) => [schema.$id, schema]));
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([a-z_]+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, entities);
  }
  // Resources of a single tenant are described by `GET /v1/portal/schemas`.
  const unknown = Object.fromEntries(
    endpoints.flatMap(({ entity }): [string, Json][] =>
      entity?.param === undefined
        ? []
        : [[entity.name, { type: 'object', description: '字段由租户自己的定义决定，见 /v1/portal/schemas' }]],
    ),
  );
  const components = [...entities].map(([name, schema]) => [name, componentOf(schema)] as const);
  return {
    openapi: '3.1.0',
    info: {
      title: '心育',
      version,
      description:
        '学校心理健康教育管理平台的接口。成功为 {"data": …}，失败为 {"code", "message", "request_id", "details"?}。',
    },
    security: [{ mac: [] }],
    paths,
    components: {
      schemas: { ...Object.fromEntries(components), ...unknown, Failure },
      parameters: Object.fromEntries(
        Object.entries(HEADERS).map(([name, header]) => [name, { name, in: 'header', ...header }]),
      ),
      responses: {
        Failure: {
          description: `失败；code 为 ${[...errorCatalogue().keys()].join('、')} 之一`,
          content: json(ref('Failure')),
        },
      },
      securitySchemes: { mac: { type: 'apiKey', in: 'header', name: 'authorization', description: SIGNATURE } },
    },
  };
}
