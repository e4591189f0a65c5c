import { reportPacks } from '../../features/screening/server/packs/report-packs.ts';
import { areasIn } from '../../platform/access/server/access-table.ts';
import { loadPolicies } from '../../platform/access/server/policies.ts';
import { PolicyError } from '../../platform/access/server/policy-file.ts';
import { allTenants } from '../../platform/context/server/queries/orgs.ts';
import type { Database } from '../../platform/db/server/database.ts';
import { createResources } from '../../platform/resources/server/registry.ts';
import { hiddenValues, tablesOfOwnFields } from '../../platform/resources/server/stored-values.ts';
import { nearest } from '../../platform/schema/problem.ts';
import { SchemaError } from '../../platform/schema/server/core.ts';
import { readSchemaFiles } from '../../platform/schema/server/files.ts';
import { publishedOverlays } from '../../platform/schema/server/queries/published-overlays.ts';
import { openSchemas, type SchemaOptions } from '../../platform/schema/server/registry.ts';
import { reportSchemas, type SchemaReport } from '../../platform/schema/server/report.ts';
import type { EntitySchema } from '../../platform/schema/types.ts';
import { declaredCalls } from './declared-calls.ts';
import { features } from './features.ts';
import type { TenantFolder } from './tenant-folder.ts';

/** Folders of the definitions, absolute. */
export interface DefinitionFolders {
  schemasDir: string;
  policiesDir: string;
  /** Absent: the folders of the product. */
  own?: TenantFolder;
}

const ofTenants = ({ own }: DefinitionFolders) => own && { tenantsDir: own.schemas };

/** What is wrong with `policies/`; undefined where nothing is, or where the core's schemas cannot be read. */
async function policyProblem(
  options: SchemaOptions,
  { policiesDir, own }: DefinitionFolders,
): Promise<string | undefined> {
  try {
    const core = (await openSchemas(options)).core();
    await loadPolicies({
      dir: policiesDir,
      ...(own && { own: own.policies }),
      endpoints: declaredCalls(features, core, createResources(features)).declared,
      tables: features.flatMap(({ policyTables = [] }) => policyTables),
    });
    return undefined;
  } catch (error) {
    if (error instanceof PolicyError) return error.message;
    if (error instanceof SchemaError) return undefined;
    throw error;
  }
}

/** Two reports as one. A part without problems is named only where the other has none either. */
function joined(...reports: readonly SchemaReport[]): SchemaReport {
  const bad = reports.filter(({ ok }) => !ok);
  return { ok: bad.length === 0, text: (bad.length === 0 ? reports : bad).map(({ text }) => text).join('\n') };
}

/** Validates `schemas/` with its scale packs, and `policies/`: each problem with file, place, reason and fix. */
export async function checkDefinitions(folders: DefinitionFolders): Promise<SchemaReport> {
  const { schemasDir, policiesDir, own } = folders;
  const areas = await areasIn(policiesDir, own?.policies).catch((error: unknown) => {
    if (error instanceof PolicyError) return error.message;
    throw error;
  });
  if (typeof areas === 'string') return { ok: false, text: `✗ ${areas}` };
  const report = joined(await reportSchemas(schemasDir, areas, own?.schemas), reportPacks(schemasDir, own?.schemas));
  const problem = await policyProblem({ folder: schemasDir, ...ofTenants(folders), areas }, folders);
  if (problem === undefined) return { ...report, text: report.ok ? `${report.text}\n✓ 权限表没有问题。` : report.text };
  return { ok: false, text: `${report.text}\n\n✗ ${problem}\n  有这个错误，服务不能启动。` };
}

/**
 * What the files in force mean for a database: folders of organisations that it does not have, and stored values that
 * are no longer shown.
 */
export async function notesOnDatabase(db: Database, definitions: DefinitionFolders): Promise<readonly string[]> {
  const { schemasDir, policiesDir, own } = definitions;
  const tenants = await allTenants(db);
  const folders = readSchemaFiles(schemasDir, own?.schemas).tenants.map(({ orgId }) => orgId);
  const unknown = folders
    .filter((orgId) => !tenants.includes(orgId))
    .map((orgId) => {
      const near = nearest(orgId, tenants);
      return `schemas/tenants/${orgId}：数据库里没有编号为 ${orgId} 的单位${near === undefined ? '' : `，是不是 ${near}？`}`;
    });
  const schemas = await openSchemas({
    folder: schemasDir,
    ...ofTenants(definitions),
    areas: await areasIn(policiesDir, own?.policies),
    published: publishedOverlays(db),
  });
  const resources = createResources(features);
  const tables = await tablesOfOwnFields(db);
  const hasOwnFields = (schema: EntitySchema) => tables.has(schema['x-resource'].table);
  const values: string[] = [];
  for (const orgId of tenants)
    for (const schema of Object.values(schemas.all(orgId).resources).filter(hasOwnFields))
      values.push(...(await hiddenValues(db, orgId, schema, resources.hooksFor(schema).table)));
  return [...unknown, ...values];
}
