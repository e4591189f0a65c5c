import type { FailureDetail } from '../../contract/common.ts';
import type { Columns } from '../../db/server/insert-rows.ts';
import { compact, declared, isEmptyValue } from '../../schema/composed.ts';
import { hasTypeOf, spellingOf } from '../../schema/convert.ts';
import { explain } from '../../schema/explain.ts';
import { isObject, sameValue } from '../../schema/json.ts';
import { mask } from '../../schema/mask.ts';
import { endsOf } from '../../schema/ranges.ts';
import { linearPattern } from '../../schema/server/linear-pattern.ts';
import { fieldsOf, type EntitySchema, type FieldSchema, type FormMode, type MaskKind } from '../../schema/types.ts';
import { valueProblem } from '../../schema/value-problem.ts';
import type { Row } from '../contract/resource.ts';
import type { FlatRow } from './hooks.ts';
import type { StoredRow } from './queries/rows/read.ts';

interface Shown {
  core: readonly string[];
  tenant: readonly { name: string; field: FieldSchema }[];
  masked: readonly { name: string; kind: MaskKind }[];
}

const shownOf = new WeakMap<EntitySchema, Shown>();

function shown(schema: EntitySchema): Shown {
  let known = shownOf.get(schema);
  if (!known) {
    const fields = fieldsOf(schema);
    known = {
      core: fields.filter(([, field]) => !field['x-tenant']).map(([name]) => name),
      tenant: fields.filter(([, field]) => field['x-tenant']).map(([name, field]) => ({ name, field })),
      masked: fields.flatMap(([name, { 'x-mask': kind }]) => (kind ? [{ name, kind }] : [])),
    };
    shownOf.set(schema, known);
  }
  return known;
}

/**
 * Converts database rows to the wire format: fields in use only, without nulls, the tenant's own fields beside the core
 * ones. A value of `ext` whose type differs from the field was stored under an older definition and is omitted.
 *
 * @param reveals Whether the role may see this kind of value in clear
 */
export function toWire(schema: EntitySchema, reveals: (kind: MaskKind) => boolean): (stored: StoredRow) => Row {
  const { core, tenant, masked } = shown(schema);
  const hidden = masked.filter(({ kind }) => !reveals(kind));
  return (stored) => {
    const row: Row = {};
    for (const name of core) {
      const value = stored[name];
      if (value !== null && value !== undefined) row[name] = value;
    }
    const ext = stored['ext'];
    if (isObject(ext))
      for (const { name, field } of tenant) if (hasTypeOf(field, ext[name])) row[name] = declared(field, ext[name]);
    for (const { name, kind } of hidden) {
      const value = row[name];
      if (typeof value === 'string') row[name] = mask(kind, value);
    }
    return row;
  };
}

/**
 * Removes masked values that come back unchanged from a body: sending a row back as it was received changes nothing
 * that the user could not see.
 */
export const withoutEchoes = (
  schema: EntitySchema,
  reveals: (kind: MaskKind) => boolean,
  before: Readonly<FlatRow>,
  body: Readonly<Row>,
): Row =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      const kind = schema.properties[name]?.['x-mask'];
      const is = before[name];
      return !(kind && !reveals(kind) && typeof is === 'string' && value === mask(kind, is));
    }),
  );

/**
 * Validates the remaining body against its fields: a masked pattern is accepted only where it is returned exactly as it
 * was sent.
 */
export const wrongUnderMask = (schema: EntitySchema, body: Readonly<Row>): FailureDetail[] =>
  Object.entries(body).flatMap(([name, value]) => {
    const field = schema.properties[name];
    if (!field || typeof value !== 'string' || value === '') return [];
    const message =
      field.pattern !== undefined && !linearPattern(field.pattern).test(value)
        ? explain('pattern', field)
        : valueProblem(field, value);
    return message === undefined ? [] : [{ field: `/${name}`, message }];
  });

/** All stored values of a row, including hidden and former tenant fields: this is what the audit log keeps. */
export function flatten(stored: StoredRow): FlatRow {
  const { ext, ...core } = stored;
  return Object.fromEntries(
    Object.entries({ ...(isObject(ext) ? ext : {}), ...core }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  );
}

/** Instants of a tenant's own fields are stored in one format, so that their text sorts by time. */
function canonical(field: FieldSchema, value: unknown): unknown {
  if (!field['x-tenant'] || typeof value !== 'string') return value;
  const instant = (text: string) => new Date(text).toISOString();
  if (field['x-kind'] === 'date-time-range') return endsOf(field, value)?.map(instant).join('/') ?? value;
  return field.format === 'date-time' ? instant(value) : value;
}

/**
 * Applies a validated body to a row (or to an empty one): given fields change, null and empty text clear, absent fields
 * stay.
 */
export function apply(schema: EntitySchema, mode: FormMode, before: Readonly<FlatRow>, body: Readonly<Row>): FlatRow {
  const row: FlatRow = { ...before };
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = field['x-form']?.on.includes(mode) && !field['x-hidden'] ? body[name] : undefined;
    if (isEmptyValue(field, value)) delete row[name];
    else if (value !== undefined) row[name] = canonical(field, compact(field, value));
    if (!sameValue(row[name], before[name])) delete row[spellingOf(name)];
    if (mode === 'create' && row[name] === undefined && field.default !== undefined) row[name] = field.default;
  }
  const { states } = schema['x-resource'];
  if (mode === 'create' && states) row[states.field] = states.initial;
  return row;
}

/** The columns of a row that clients can write. `ext` keeps what other versions of the overlay have stored. */
export function toColumns(
  schema: EntitySchema,
  row: Readonly<FlatRow>,
  computed: Readonly<Record<string, unknown>>,
): Columns {
  const columns: Record<string, unknown> = {};
  const ext = Object.fromEntries(Object.entries(row).filter(([name]) => !Object.hasOwn(schema.properties, name)));
  for (const [name, field] of Object.entries(schema.properties)) {
    if (field['x-tenant']) {
      if (row[name] !== undefined) ext[name] = row[name];
    } else if (!field.readOnly && !Object.hasOwn(computed, name)) columns[name] = row[name] ?? null;
  }
  return { ...columns, ext };
}

/** Names of the fields in which two rows differ. */
export const changedFields = (before: Readonly<FlatRow>, after: Readonly<FlatRow>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => !sameValue(before[name], after[name]));
