import * as Type from 'typebox/type';
import { Done, Id, Instant, Text, listOf } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import type { JsonObject } from '../../platform/schema/json.ts';
import type { EntitySchema, FieldSchema } from '../../platform/schema/types.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'schema-studio', act }) as const;
const path = '/v1/portal/schema_studio/resources';
export const params = Type.Object(
  { entity: Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z][a-z0-9-]*$' }) },
  { additionalProperties: false },
);

/** A whole schema; the vocabulary validates it. */
export const Schema = Type.Unsafe<EntitySchema>(Type.Unknown());
/** JSON Merge Patch on the entity as the tenant's file leaves it. */
export const Overlay = Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown()));
/** Version that a change is based on; 0 before the first publication. */
export const Version = Type.Integer({ minimum: 0 });
export const bodyLimit = 256 * 1024;

const Published = {
  version: Version,
  published_at: Type.Optional(Instant),
  published_by: Type.Optional(Type.String()),
};

/** A removed field with the number of rows that still have a value, and its last declaration, if known. */
const Former = Type.Object({
  field: Type.String(),
  title: Type.String(),
  rows: Type.Integer(),
  schema: Type.Optional(Type.Unsafe<FieldSchema>(Type.Unknown())),
});
export type Former = Type.Static<typeof Former>;

/** A problem of an overlay: JSON Pointer, reason and fix (the same as `npm run schemas`). */
export const Finding = Type.Object({ pointer: Type.String(), reason: Type.String(), fix: Type.String() });

/**
 * Effect of a draft on stored values. `removed`, `hidden`: rows with a value that is no longer shown; `converted`:
 * values converted to the new type; `retyped`: values that cannot be converted and stay; `required`, `rules`: rows that
 * become invalid and stay until they are edited; `computed`: computed values that change; `revived`: old values that
 * are shown again; `stated`: rows without a state, which get the initial one; `unseen`: not counted, because the
 * caller's role does not see the field.
 */
export const IMPACTS = [
  'removed',
  'hidden',
  'converted',
  'retyped',
  'required',
  'rules',
  'computed',
  'revived',
  'stated',
  'unseen',
] as const;
export type ImpactKind = (typeof IMPACTS)[number];
export const Impact = Type.Object({
  /** Number of rows of the tenant. */
  total: Type.Integer(),
  changes: Type.Array(
    Type.Object({
      kind: Type.Unsafe<ImpactKind>(Type.String()),
      field: Type.String(),
      title: Type.String(),
      rows: Type.Integer(),
      examples: Type.Optional(
        Type.Array(Type.Object({ from: Type.String(), to: Type.Optional(Type.String()) }), {
          description: 'some of the values, masked where the field is',
        }),
      ),
    }),
  ),
  /** Digest of this preview; publishing sends it back. */
  seen: Type.String(),
});
export type Impact = Type.Static<typeof Impact>;

export const studioResources = endpoint({
  name: 'studio.resources',
  method: 'GET',
  path,
  summary: '可以设置字段的资源',
  access: may('open'),
  response: listOf(
    Type.Object({
      entity: Type.String(),
      title: Type.String(),
      help: Type.String(),
      own: Type.Boolean(),
      automated: Type.Optional(Type.Boolean({ description: '自动化可以新增它的行' })),
      tenant_fields: Type.Integer(),
      ...Published,
    }),
  ),
});

const Title = Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' });

/** A resource with one field that names its rows. */
export const NewResource = Type.Object(
  {
    entity: Type.String({ minLength: 2, maxLength: 32, pattern: '^[a-z][a-z0-9-]*[a-z0-9]$' }),
    title: Title,
    label: Title,
    help: Type.Optional(Text(200)),
  },
  { additionalProperties: false },
);

/** Creates a resource of this school only, with one field that names its rows; all others are added in the studio. */
export const studioCreate = endpoint({
  name: 'studio.create',
  method: 'POST',
  path,
  summary: '新建一个本校自己的资源',
  access: may('create'),
  status: 201,
  body: NewResource,
  response: Type.Object({ entity: Type.String() }),
});

/** Removes a resource that was created in the studio and has no rows; its key is not used again. */
export const studioRemove = endpoint({
  name: 'studio.remove',
  method: 'DELETE',
  path: `${path}/:entity`,
  summary: '删除一个在这里新建的、没有记录的资源',
  access: may('create'),
  verified: true,
  params,
  response: Done,
});

export const studioResource = endpoint({
  name: 'studio.resource',
  method: 'GET',
  path: `${path}/:entity`,
  summary: '一个资源的定义：产品与文件的、已发布的、正在使用的',
  access: may('open'),
  params,
  response: Type.Object({
    entity: Type.String(),
    ...Published,
    ground: Schema,
    overlay: Overlay,
    schema: Schema,
    core: Type.Array(Type.String()),
    core_required: Type.Array(Type.String()),
    elsewhere: Type.Array(Type.String(), { description: 'fields that only other kinds of school have' }),
    roles: Type.Array(Type.Integer(), { description: 'roles that may change rows' }),
    readers: Type.Array(Type.Integer(), { description: 'roles that may open the rows' }),
    former: Type.Array(Former),
    problems: Type.Array(Finding),
    keeping: Type.Boolean({ description: 'stored rows are still being prepared for filters and sorting' }),
  }),
});

export const studioCheck = endpoint({
  name: 'studio.check',
  method: 'POST',
  path: `${path}/:entity/check`,
  summary: '检查一份改动，不写入',
  access: may('open'),
  params,
  bodyLimit,
  body: Type.Object({ overlay: Overlay }, { additionalProperties: false }),
  response: Type.Object({ findings: Type.Array(Finding), schema: Type.Optional(Schema) }),
});

export const studioImpact = endpoint({
  name: 'studio.impact',
  method: 'POST',
  path: `${path}/:entity/impact`,
  summary: '一份改动对已有数据的影响，按全部行计数',
  access: may('open'),
  params,
  bodyLimit,
  body: Type.Object({ overlay: Overlay }, { additionalProperties: false }),
  response: Impact,
});

/** Values of a tenant field, most frequent first: candidates for its options. */
export const studioValues = endpoint({
  name: 'studio.values',
  method: 'GET',
  path: `${path}/:entity/values`,
  summary: '本校字段里已有的值',
  access: may('open'),
  params,
  query: Type.Object(
    { field: Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z][a-z0-9_]*$' }) },
    { additionalProperties: false },
  ),
  response: listOf(Type.Object({ value: Type.String(), rows: Type.Integer() })),
});

export const studioPublish = endpoint({
  name: 'studio.publish',
  method: 'POST',
  path: `${path}/:entity/publish`,
  summary: '发布一份改动',
  access: may('publish'),
  verified: true,
  params,
  bodyLimit,
  body: Type.Object(
    { overlay: Overlay, version: Version, seen: Text(64), note: Type.Optional(Text(200)) },
    { additionalProperties: false },
  ),
  response: Type.Object({ version: Version, changed: Type.Boolean() }),
});

/** A published version, with the schema that it gives by now; without one where it can no longer be used. */
export const StoredVersion = Type.Object({
  version: Version,
  note: Type.String(),
  published_at: Instant,
  published_by: Type.Optional(Type.String()),
  overlay: Overlay,
  schema: Type.Optional(Schema),
});

export const studioVersions = endpoint({
  name: 'studio.versions',
  method: 'GET',
  path: `${path}/:entity/versions`,
  summary: '发布记录，最近的在前',
  access: may('open'),
  params,
  response: listOf(StoredVersion),
});

/** `rows` is the number from the preview; the call is refused when it has changed. */
export const studioPurge = endpoint({
  name: 'studio.purge',
  method: 'POST',
  path: `${path}/:entity/purge`,
  summary: '清除一个已删除字段的全部值，不能恢复',
  access: may('purge'),
  verified: true,
  params,
  body: Type.Object(
    {
      field: Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z][a-z0-9_]*$' }),
      rows: Type.Integer({ minimum: 1 }),
    },
    { additionalProperties: false },
  ),
  response: Type.Object({ rows: Type.Integer() }),
});

/** A row of the resource as a print template of the draft prints it, under the published schema. */
export const studioPrint = endpoint({
  name: 'studio.print',
  method: 'POST',
  path: `${path}/:entity/print`,
  summary: '用一行预览草稿中的打印模板（PDF）；记入操作日志',
  access: may('open'),
  params,
  bodyLimit,
  body: Type.Object(
    { overlay: Overlay, key: Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }), id: Id },
    { additionalProperties: false },
  ),
  kind: 'blob',
});
