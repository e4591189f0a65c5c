import type { RowTable } from '../../access/server/queries/row-table.ts';
import type { Implementation, OrgContext } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import type { Tx } from '../../db/server/database.ts';
import { labelOf } from '../../schema/labels.ts';
import { SHARED_TABLE } from '../../schema/own-resource.ts';
import type { EntitySchema, FieldKind } from '../../schema/types.ts';
import type { Row } from '../contract/resource.ts';
import type { Draft, Reject, ResourceHooks } from './hooks.ts';
import { tenantRows } from './queries/tenant-rows.ts';
import type { RowMove } from './row-move.ts';

declare module '../../feature/server/feature.ts' {
  interface ServerFeature extends ResourceParts {
    /** Calls that follow from the schemas, with their handlers. */
    fromSchemas?: (
      core: readonly EntitySchema[],
      resources: ResourceRegistry,
    ) => {
      declared: readonly EndpointSpec[];
      handlers: readonly Implementation[];
    };
  }
}

declare module '../../context/server/services.ts' {
  interface Services {
    /** Hooks, choices and facts of all features. */
    resources: ResourceRegistry;
  }
}

/** The target of a reference, its name, and alternative names that a file may use. */
export interface Choice {
  id: string;
  name: string;
  also?: readonly string[];
}

/** Choices that are codes of one list of `schemas/enums.json`. */
export const codedChoices = (list: Parameters<typeof labelOf>[0], codes: readonly number[]): Choice[] =>
  [...new Set(codes)].map((code) => ({ id: String(code), name: labelOf(list, code) }));

/** Everything that the caller may name in a field of one kind (`x-kind`). */
export type ChoiceSource = (ctx: OrgContext) => Promise<Choice[]>;
/** Rows of another resource (`x-of`) in the caller's scope, by their names in a file or by their ids. */
export type RowChoiceSource = (ctx: OrgContext, texts: readonly string[], ids: readonly string[]) => Promise<Choice[]>;
/** Values that one feature adds to a row of another feature's entity; as far as the caller may know them. */
export type RowFacts = (ctx: OrgContext, id: string) => Promise<Readonly<Record<string, unknown>>>;

/** Fields (`x-area`) that a feature adds to the rows of another feature's entity. */
export type TableExtension = Pick<RowTable, 'computed' | 'found'>;

/** Follows the transitions of rows. */
export type RowMoved = (tx: Tx, ctx: OrgContext, move: RowMove) => Promise<void>;

/** Follows rows that are created or deleted. */
export type RowsChanged = (
  tx: Tx,
  ctx: OrgContext,
  rows: { schema: EntitySchema; ids: readonly string[] },
) => Promise<void>;

/** A written row: the fields that the write has changed. */
interface ChangedRow {
  id: string;
  draft: Draft;
  changed: readonly string[];
}

/** The files of tenants' own fields (`x-kind` file, picture), which the room of attached files keeps. */
export interface FieldFiles {
  /** Rejects new files that the caller may not attach, or that do not fit their field. Locks them. */
  reject(tx: Tx, ctx: OrgContext, schema: EntitySchema, drafts: readonly Draft[], reject: Reject): Promise<void>;
  /** Attaches the files of written rows, and lets go of removed ones. */
  keep(tx: Tx, ctx: OrgContext, schema: EntitySchema, rows: readonly ChangedRow[]): Promise<void>;
  /** Adds to rows what their files are (`filesKeyOf`). The caller must check access to the rows. */
  show(
    ctx: OrgContext,
    schema: EntitySchema,
    rows: readonly Readonly<Row>[],
    idOf: (row: Readonly<Row>) => string,
  ): Promise<Row[]>;
}
const NO_FILES: FieldFiles = {
  reject: async () => undefined,
  keep: async () => undefined,
  show: async (_ctx, _schema, rows) => [...rows],
};

/** What a feature registers for resources. */
export interface ResourceParts {
  /** The one room that keeps files of fields. */
  fieldFiles?: FieldFiles;
  /** By entity. */
  hooks?: Readonly<Record<string, ResourceHooks>>;
  choices?: Partial<Readonly<Record<FieldKind, ChoiceSource>>>;
  /** By entity. */
  rowChoices?: Readonly<Record<string, RowChoiceSource>>;
  /** By entity. */
  facts?: Readonly<Record<string, RowFacts>>;
  /** By entity. */
  extends?: Readonly<Record<string, TableExtension>>;
  /** Called in the transaction of each transition of a row. */
  moved?: RowMoved;
  /** Called in the transaction that creates rows, after they are written. */
  created?: RowsChanged;
  /** Called in the transaction that deletes rows. */
  deleted?: RowsChanged;
}

/** Hooks, choices and facts of all features. */
export interface ResourceRegistry {
  fieldFiles: FieldFiles;
  /** @throws Error where no feature registers a table for the entity */
  hooksFor(schema: EntitySchema): ResourceHooks;
  choices: Partial<Readonly<Record<FieldKind, ChoiceSource>>>;
  rowChoices: Readonly<Record<string, RowChoiceSource>>;
  /** The table of an entity with the fields that other features add to it. */
  tableOf(entity: string, table: RowTable): RowTable;
  /** Lets all features know of a transition. */
  moved: RowMoved;
  /** Lets all features know of new rows. */
  created: RowsChanged;
  /** Lets all features know of deleted rows. */
  deleted: RowsChanged;
  /** What all features add to a row of an entity. */
  factsOf(ctx: OrgContext, entity: string, id: string): Promise<Readonly<Record<string, unknown>>>;
}

/** @throws Error where two features register the same key */
function merged<T>(what: string, parts: readonly (Readonly<Record<string, T>> | undefined)[]): Record<string, T> {
  const all: Record<string, T> = {};
  for (const [key, value] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    if (Object.hasOwn(all, key)) throw new Error(`two features register ${what} of ${key}`);
    all[key] = value;
  }
  return all;
}

/** @throws Error where two features register hooks or choices of the same entity or kind */
export function createResources(features: readonly ResourceParts[]): ResourceRegistry {
  const hooksOf = merged(
    'hooks',
    features.map(({ hooks }) => hooks),
  );
  const facts = features.flatMap((feature) => Object.entries(feature.facts ?? {}));
  const extensions = new Map<string, TableExtension[]>();
  for (const [entity, extension] of features.flatMap((feature) => Object.entries(feature.extends ?? {})))
    extensions.set(entity, [...(extensions.get(entity) ?? []), extension]);
  const extended = new WeakMap<RowTable, RowTable>();
  return {
    fieldFiles: features.find(({ fieldFiles }) => fieldFiles)?.fieldFiles ?? NO_FILES,
    hooksFor(schema) {
      const {
        $id: name,
        'x-resource': { table },
      } = schema;
      const hooks = Object.hasOwn(hooksOf, name) ? hooksOf[name] : undefined;
      if (hooks) return hooks;
      if (table === SHARED_TABLE) return { table: tenantRows(schema) };
      throw new Error(`schemas/entities/${name}.json has a table of its own, but no feature registers hooks for it`);
    },
    tableOf(entity, table) {
      const own = extensions.get(entity);
      if (!own) return table;
      const known = extended.get(table);
      if (known) return known;
      const made = {
        ...table,
        computed: merged(`a field of ${entity}:`, [table.computed, ...own.map(({ computed }) => computed)]),
        found: merged(`a filter of ${entity}:`, [table.found, ...own.map(({ found }) => found)]),
      };
      extended.set(table, made);
      return made;
    },
    choices: merged(
      'choices',
      features.map(({ choices }) => choices),
    ),
    rowChoices: merged(
      'rows to choose from',
      features.map(({ rowChoices }) => rowChoices),
    ),
    async moved(tx, ctx, move) {
      for (const { moved } of features) await moved?.(tx, ctx, move);
    },
    async created(tx, ctx, rows) {
      for (const { created } of features) await created?.(tx, ctx, rows);
    },
    async deleted(tx, ctx, rows) {
      for (const { deleted } of features) await deleted?.(tx, ctx, rows);
    },
    async factsOf(ctx, entity, id) {
      const found = await Promise.all(facts.filter(([of]) => of === entity).map(([, read]) => read(ctx, id)));
      return Object.assign({}, ...found) as Record<string, unknown>;
    },
  };
}
