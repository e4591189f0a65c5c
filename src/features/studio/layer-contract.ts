import * as Type from 'typebox/type';
import { Id, Instant, Text, listOf } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import type { Difference } from '../../platform/schema/compare.ts';
import {
  bodyLimit,
  Finding,
  Impact,
  NewResource,
  Overlay,
  params,
  Schema,
  StoredVersion,
  Version,
} from './contract.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'schema-layer', act }) as const;
const path = '/v1/portal/schema_layers';

/** The schools that a layer is for: 0 all of the institution, else those of one edu level. */
export const ALL_SCHOOLS = 0;
const Kind = Type.Integer({ minimum: 0, maximum: 3, description: '0 all schools, else an edu level' });
const Schools = Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true });

/** `waiting` for a job, `done`, or `refused` with the findings of the school, which keeps what it has. */
export const SCHOOL_STATES = ['waiting', 'done', 'refused'] as const;
export type SchoolState = (typeof SCHOOL_STATES)[number];

export const layerEntities = endpoint({
  name: 'layers.entities',
  method: 'GET',
  path,
  summary: '可以向学校下发设置的资源',
  access: may('open'),
  response: listOf(
    Type.Object({
      entity: Type.String(),
      title: Type.String(),
      own: Type.Boolean({ description: 'a resource that the institution brings' }),
      schools: Type.Integer({ description: 'schools where a layer is in force' }),
    }),
  ),
});

export const layerCreate = endpoint({
  name: 'layers.create',
  method: 'POST',
  path,
  summary: '新建一个下发给学校的台账，先不下发',
  access: may('publish'),
  status: 201,
  body: NewResource,
  response: Type.Object({ entity: Type.String() }),
});

export const layerSubject = endpoint({
  name: 'layers.subject',
  method: 'GET',
  path: `${path}/:entity`,
  summary: '一个资源下发的设置，以及各学校的情况',
  access: may('open'),
  params,
  query: Type.Object({ kind: Kind }, { additionalProperties: false }),
  response: Type.Object({
    entity: Type.String(),
    version: Version,
    published_at: Type.Optional(Instant),
    published_by: Type.Optional(Type.String()),
    ground: Schema,
    overlay: Overlay,
    schema: Schema,
    core: Type.Array(Type.String()),
    core_required: Type.Array(Type.String()),
    roles: Type.Array(Type.Integer(), { description: 'roles of schools that may change rows' }),
    readers: Type.Array(Type.Integer(), { description: 'roles of schools that may open the rows' }),
    schools: Type.Array(
      Type.Object({
        school_id: Type.String(),
        school_name: Type.String(),
        version: Type.Optional(Version),
        state: Type.Optional(Type.Unsafe<SchoolState>(Type.String())),
        findings: Type.Array(Finding),
      }),
    ),
  }),
});

export const layerVersions = endpoint({
  name: 'layers.versions',
  method: 'GET',
  path: `${path}/:entity/versions`,
  summary: '下发记录，最近的在前',
  access: may('open'),
  params,
  query: Type.Object({ kind: Kind }, { additionalProperties: false }),
  response: listOf(StoredVersion),
});

export const layerCheck = endpoint({
  name: 'layers.check',
  method: 'POST',
  path: `${path}/:entity/check`,
  summary: '检查一份要下发的设置，不写入',
  access: may('open'),
  params,
  bodyLimit,
  body: Type.Object({ kind: Kind, overlay: Overlay }, { additionalProperties: false }),
  response: Type.Object({ findings: Type.Array(Finding), schema: Type.Optional(Schema) }),
});

/** What would change at schools, one by one; without an overlay, what taking the layer back would change. */
export const layerPreview = endpoint({
  name: 'layers.preview',
  method: 'POST',
  path: `${path}/:entity/preview`,
  summary: '下发或收回以后各学校有什么改变、有什么冲突',
  access: may('open'),
  params,
  bodyLimit,
  body: Type.Object(
    { kind: Kind, overlay: Type.Optional(Overlay), school_ids: Schools },
    { additionalProperties: false },
  ),
  response: listOf(
    Type.Object({
      school_id: Type.String(),
      school_name: Type.String(),
      differences: Type.Array(Type.Unsafe<Difference>(Type.Unknown())),
      impact: Type.Optional(Impact),
      joined: Type.Array(Type.String(), {
        description: 'fields of the school that become one with fields of the layer',
      }),
      findings: Type.Array(Finding),
    }),
  ),
});

export const layerPublish = endpoint({
  name: 'layers.publish',
  method: 'POST',
  path: `${path}/:entity/publish`,
  summary: '把设置下发给选定的学校',
  access: may('publish'),
  verified: true,
  params,
  bodyLimit,
  body: Type.Object(
    { kind: Kind, overlay: Overlay, version: Version, school_ids: Schools, note: Type.Optional(Text(200)) },
    { additionalProperties: false },
  ),
  response: Type.Object({ version: Version }),
});

export const layerTakeBack = endpoint({
  name: 'layers.take-back',
  method: 'POST',
  path: `${path}/:entity/take_back`,
  summary: '从选定的学校收回设置；已填的值保留',
  access: may('publish'),
  verified: true,
  params,
  body: Type.Object({ kind: Kind, school_ids: Schools }, { additionalProperties: false }),
  response: Type.Object({ schools: Type.Integer() }),
});
