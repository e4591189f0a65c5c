import { qb } from '../../../../platform/db/server/query-builder.ts';
import { ORG_TYPE } from '../../../../platform/identity/identity.ts';
import type { SchoolState } from '../../layer-contract.ts';

/** What an institution sends to its schools; `kind` 0 is for all, else for one edu level. */
export interface LayerVersionsTable {
  org_id: string;
  entity: string;
  kind: number;
  version: number;
  document: unknown;
  note: string;
  user_id: string;
  at: string;
}
/** How far a layer has come at a school; version 0 takes it back. */
export interface LayerSchoolsTable {
  org_id: string;
  entity: string;
  kind: number;
  school_id: string;
  version: number;
  state: SchoolState;
  findings: unknown;
  at: string;
}
declare module '../../../../platform/db/server/tables.ts' {
  interface Tables {
    layer_versions: LayerVersionsTable;
    layer_schools: LayerSchoolsTable;
  }
}

/** Versions of a layer, the latest first, with their publishers. */
export const layerVersionsOf = (orgId: string, entity: string, kind: number) =>
  qb
    .selectFrom('layer_versions as v')
    .leftJoin('accounts as a', 'a.user_id', 'v.user_id')
    .select(['v.version', 'v.document', 'v.note', 'v.at', 'a.real_name'])
    .where('v.org_id', '=', orgId)
    .where('v.entity', '=', entity)
    .where('v.kind', '=', kind)
    .orderBy('v.version', 'desc');

/** The last version of every layer. */
export const lastLayers = (orgId: string) =>
  qb
    .selectFrom('layer_versions')
    .distinctOn(['entity', 'kind'])
    .select(['entity', 'kind', 'version', 'document'])
    .where('org_id', '=', orgId)
    .orderBy('entity')
    .orderBy('kind')
    .orderBy('version', 'desc');

export const insertLayerVersion = (row: Omit<LayerVersionsTable, 'document'> & { document: string }) =>
  qb.insertInto('layer_versions').values(row);

export const layerSchoolsOf = (orgId: string) =>
  qb
    .selectFrom('layer_schools')
    .select(['entity', 'kind', 'school_id', 'version', 'state', 'findings'])
    .where('org_id', '=', orgId);

/** Schools that still wait for a layer, or for its end. */
export const waitingSchools = (orgId: string, entity: string) =>
  layerSchoolsOf(orgId)
    .where('entity', '=', entity)
    .where('state', '=', 'waiting')
    .orderBy('kind')
    .orderBy('school_id');

type Aim = Pick<LayerSchoolsTable, 'org_id' | 'entity' | 'kind' | 'school_id' | 'version' | 'at'>;

/** Aims schools at a version of a layer; a job brings it there. */
export const aimSchools = (aims: readonly Aim[]) =>
  qb
    .insertInto('layer_schools')
    .values(aims.map((aim) => ({ ...aim, state: 'waiting' as const, findings: '[]' })))
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'entity', 'kind', 'school_id']).doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        state: eb.ref('excluded.state'),
        findings: eb.ref('excluded.findings'),
        at: eb.ref('excluded.at'),
      })),
    );

/** Notes the outcome at a school, unless it was aimed at another version meanwhile. */
export const noteOutcome = (
  { org_id, entity, kind, school_id, version }: Omit<Aim, 'at'>,
  state: SchoolState,
  findings: string,
) =>
  qb
    .updateTable('layer_schools')
    .set({ state, findings })
    .where('org_id', '=', org_id)
    .where('entity', '=', entity)
    .where('kind', '=', kind)
    .where('school_id', '=', school_id)
    .where('version', '=', version);

/** The schools of an institution with their kinds. Tenant: the institution. */
export const schoolsWithKinds = (institutionId: string) =>
  qb
    .selectFrom('orgs')
    .select(['org_id', 'org_name', 'edu_level'])
    .where('parent_org_id', '=', institutionId)
    .where('org_type', '=', ORG_TYPE.school)
    .orderBy('org_id');
