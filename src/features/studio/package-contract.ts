import * as Type from 'typebox/type';
import { Text } from '../../platform/contract/common.ts';
import { endpoint } from '../../platform/contract/endpoint.ts';
import type { Difference } from '../../platform/schema/compare.ts';
import type { JsonObject } from '../../platform/schema/json.ts';
import { PACKAGE_FORMAT, PACKAGE_MAX } from '../../platform/schema/package.ts';
import { Finding, Impact } from './contract.ts';

const may = <const A extends string>(act: A) => ({ auth: 'org', area: 'schema-studio', act }) as const;
const path = '/v1/portal/schema_studio/package';
/** Maximum size of a package in bytes. */
export const PACKAGE_BYTES_MAX = 2 * 1024 * 1024;

/** A package of schemas: what an organisation has changed, by entity, each in the form of a schema file. */
const Package = Type.Object(
  {
    format: Type.Literal(PACKAGE_FORMAT),
    entities: Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9-]{0,31}$' }),
      Type.Unsafe<JsonObject>(Type.Record(Type.String(), Type.Unknown())),
      { maxProperties: PACKAGE_MAX, additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
export type PackageFile = Type.Static<typeof Package>;

/** @param exact Also undoes changes of entities that the package does not have */
const request = {
  package: Package,
  exact: Type.Optional(Type.Boolean({ description: 'also undoes what the package does not have' })),
};

/**
 * What a package would do with an entity. `create`: a resource that the organisation does not have; `change`; `undo`
 * and `remove`: only with `exact`; `refused`: with findings, and then nothing of the package is applied.
 */
export const PLAN_KINDS = ['create', 'change', 'undo', 'remove', 'refused'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

const Plan = Type.Object({
  items: Type.Array(
    Type.Object({
      entity: Type.String(),
      title: Type.String(),
      kind: Type.Unsafe<PlanKind>(Type.String()),
      differences: Type.Array(Type.Unsafe<Difference>(Type.Unknown())),
      impact: Type.Optional(Impact),
      findings: Type.Array(Finding),
    }),
  ),
  /** Titles of entities that the organisation has changed and the package does not have; they stay without `exact`. */
  kept: Type.Array(Type.String()),
  /** Titles of entities of the package that no role of the organisation works with; they are left out. */
  skipped: Type.Array(Type.String()),
  /** Digest of this plan; applying sends it back. */
  seen: Type.String(),
});
export type PackagePlan = Type.Static<typeof Plan>;

export const studioPackage = endpoint({
  name: 'studio.package',
  method: 'GET',
  path,
  summary: '本单位的全部字段设置，作为一个设置包',
  access: may('open'),
  response: Package,
});

/** Compares a package with what is in force; writes nothing. */
export const studioPackageDiff = endpoint({
  name: 'studio.package-diff',
  method: 'POST',
  path: `${path}/diff`,
  summary: '设置包与正在使用的设置的差别，以及对已有数据的影响',
  access: may('open'),
  bodyLimit: PACKAGE_BYTES_MAX + 4096,
  body: Type.Object(request, { additionalProperties: false }),
  response: Plan,
});

/** Applies a package as a whole or not at all; a second time it changes nothing. */
export const studioPackageApply = endpoint({
  name: 'studio.package-apply',
  method: 'POST',
  path: `${path}/apply`,
  summary: '使设置包生效：全部发布，或者都不发布',
  access: may('publish'),
  verified: true,
  bodyLimit: PACKAGE_BYTES_MAX + 4096,
  body: Type.Object({ ...request, seen: Text(64), note: Type.Optional(Text(200)) }, { additionalProperties: false }),
  response: Type.Object({ changed: Type.Array(Type.String({ description: 'entity' })) }),
});
