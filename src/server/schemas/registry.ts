import type { Ajv2020 } from 'ajv/dist/2020.js';
import { AppError } from '../../shared/errors/app-error.ts';
import { checkOverlay } from '../../shared/schema/check-overlay.ts';
import type { Finding, OverlayProblem } from '../../shared/schema/problem.ts';
import type { EntitySchema } from '../../shared/schema/types.ts';
import type { AcceptedOverlays } from '../store/schema-overlays.ts';
import { inputAjv } from './ajv.ts';
import { readCore, type Core } from './core.ts';
import { makeEntity, versionOf, type Entity } from './entity.ts';
import { readSchemaFiles } from './files.ts';

/** The schemas of all tenants, merged: what the server lists, checks, stores and answers by, and what it hands to the portal. */
export interface SchemaRegistry {
  /** @throws AppError PSY_NOT_FOUND where no such entity exists */
  entity(orgId: string, name: string): Entity;
  all(orgId: string): { version: string; resources: Readonly<Record<string, EntitySchema>> };
  /** What all tenants start from: the resources that are mounted. */
  core(): readonly EntitySchema[];
  /** Overlays that are not in force, and why. */
  problems(): readonly OverlayProblem[];
  /** Reads the files again; where a shared file is wrong, or the memory of overlays is out of reach, everything stays as it was and this rejects. */
  reload(): Promise<void>;
}

export interface SchemaOptions {
  /** The `schemas` folder, absolute. */
  folder: string;
  /** Absent where only the files are checked: a broken overlay is then followed by the core schema. */
  accepted?: AcceptedOverlays;
  /** Told of every problem at start and at each reload. */
  report?: (problem: OverlayProblem) => void;
}

interface Generation {
  core: ReadonlyMap<string, Entity>;
  /** Entities that differ from the core, by organisation. */
  tenants: ReadonlyMap<string, ReadonlyMap<string, Entity>>;
  problems: readonly OverlayProblem[];
}

/** @throws SchemaError where a file that all tenants share is wrong */
export async function openSchemas(options: SchemaOptions): Promise<SchemaRegistry> {
  let now = await read(options);
  let answers = new Map<string, ReturnType<SchemaRegistry['all']>>();

  return {
    entity(orgId, name) {
      const entity = now.tenants.get(orgId)?.get(name) ?? now.core.get(name);
      if (!entity) throw new AppError('PSY_NOT_FOUND');
      return entity;
    },
    all(orgId) {
      const key = now.tenants.has(orgId) ? orgId : '';
      const known = answers.get(key);
      if (known) return known;
      const entities = [...now.core].map(([name, core]) => now.tenants.get(orgId)?.get(name) ?? core);
      const answer = {
        version: versionOf(entities.map(({ version }) => version).join()),
        resources: Object.fromEntries(entities.map(({ name, schema }) => [name, schema])),
      };
      answers.set(key, answer);
      return answer;
    },
    core: () => [...now.core.values()].map(({ schema }) => schema),
    problems: () => now.problems,
    async reload() {
      now = await read(options);
      answers = new Map();
    },
  };
}

async function read({ folder, accepted, report }: SchemaOptions): Promise<Generation> {
  const files = readSchemaFiles(folder);
  const core = readCore(files);
  const entityOf = pool(inputAjv(core.vocabulary.keywords));
  const tenants = new Map<string, Map<string, Entity>>();
  const problems: OverlayProblem[] = [];

  for (const { orgId, overlays } of files.tenants) {
    const remembered = await accepted?.recall(orgId) ?? new Map<string, unknown>();
    const entities = new Map<string, Entity>();
    for (const { name, file, parsed } of overlays) {
      const document = 'document' in parsed ? parsed.document : undefined;
      const verdict = 'finding' in parsed ? { ok: false as const, findings: [parsed.finding] } : judge(core, name, document);
      if (verdict.ok) {
        entities.set(name, entityOf(verdict.schema));
        if (JSON.stringify(remembered.get(name)) !== JSON.stringify(document)) await accepted?.remember(orgId, name, document);
        continue;
      }
      const before = remembered.has(name) ? judge(core, name, remembered.get(name)) : undefined;
      if (before?.ok) entities.set(name, entityOf(before.schema));
      problems.push(...verdict.findings.map((finding) => ({ file, orgId, entity: name, serving: before?.ok ? 'last-good' as const : 'core' as const, ...finding })));
    }
    if (entities.size > 0) tenants.set(orgId, entities);
  }
  for (const problem of problems) report?.(problem);
  return { core: new Map([...core.entities].map(([name, schema]) => [name, entityOf(schema)])), tenants, problems };
}

function judge(core: Core, name: string, document: unknown): ReturnType<typeof checkOverlay> {
  const schema = core.entities.get(name);
  if (schema) return checkOverlay(schema, document, core.enums, core.vocabulary.entity);
  const finding: Finding = { pointer: '', reason: `没有名为 ${name} 的实体`, fix: `文件名改为 ${[...core.entities.keys()].map((known) => `${known}.json`).join('、')} 之一` };
  return { ok: false, findings: [finding] };
}

/** One entity for all equal schemas, so that tenants who have the same share what is compiled from it. */
function pool(ajv: Ajv2020): (schema: EntitySchema) => Entity {
  const made = new Map<string, Entity>();
  return (schema) => {
    const version = versionOf(JSON.stringify(schema));
    const entity = made.get(version) ?? makeEntity(schema, version, ajv);
    made.set(version, entity);
    return entity;
  };
}
