import type { Impact, ImpactKind } from '../../shared/contract/studio.ts';
import { inputSchema } from '../../shared/schema/form.ts';
import { isObject } from '../../shared/schema/json.ts';
import type { EntitySchema, FieldSchema } from '../../shared/schema/types.ts';
import type { OrgCall } from '../context.ts';
import { openRows } from '../resources/sealing.ts';
import { inputAjv } from '../schemas/ajv.ts';
import { versionOf } from '../schemas/entity.ts';
import { scanRows, SCAN_EXT, SCAN_ID } from '../store/rows/ext.ts';
import type { RowsOf, StoredRow } from '../store/rows/read.ts';

/** Rows looked at in one message. */
const CHUNK = 5000;
const RULES = ['enum', 'format', 'minLength', 'maxLength', 'minimum', 'maximum', 'pattern'] as const;

/** One thing that a draft does to one field: whether it does it to this row. */
interface Watch { kind: ImpactKind; field: string; title: string; hits: (row: StoredRow) => boolean }

const inUse = (field: FieldSchema | undefined): field is FieldSchema => field !== undefined && field['x-hidden'] !== true;
const jsType = ({ type }: FieldSchema) => (type === 'integer' ? 'number' : type);

/** The value of a field as people see it: none where it is of another type than the field's. */
function seen(row: StoredRow, name: string, field: FieldSchema): unknown {
  const ext = row[SCAN_EXT];
  const value = field['x-tenant'] ? (isObject(ext) ? ext[name] : undefined) : row[name];
  return value === null || value === undefined || (field['x-tenant'] && typeof value !== jsType(field)) ? undefined : value;
}

/** What a draft may do to stored values, by what differs from the schema in force. */
function watches(was: EntitySchema, is: EntitySchema, keywords: readonly string[]): Watch[] {
  const ajv = inputAjv(keywords);
  // As writing a row checks it: numbers without bounds of their own have the database's.
  const allowed = (schema: EntitySchema, name: string, field: FieldSchema) => ajv.compile(inputSchema(schema, 'create').properties[name] ?? field);
  return [...new Set([...Object.keys(was.properties), ...Object.keys(is.properties)])].flatMap((name): Watch[] => {
    const [before, after] = [was.properties[name], is.properties[name]];
    const found: Watch[] = [];
    const watch = (kind: ImpactKind, hits: Watch['hits']) => found.push({ kind, field: name, title: (after ?? before)?.title ?? name, hits });
    const retyped = inUse(before) && inUse(after) && before.type !== after.type;
    if (inUse(before) && !inUse(after)) watch(after ? 'hidden' : 'removed', (row) => seen(row, name, before) !== undefined);
    if (retyped) watch('retyped', (row) => seen(row, name, before) !== undefined && seen(row, name, after) === undefined);
    if (!inUse(after)) return found;
    if (is.required.includes(name) && !(was.required.includes(name) && inUse(before)) && after.default === undefined) watch('required', (row) => seen(row, name, after) === undefined);
    if (!inUse(before)) watch('revived', (row) => seen(row, name, after) !== undefined);
    if (retyped || RULES.some((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after[key]))) {
      const [old, now] = [inUse(before) && !retyped ? allowed(was, name, before) : undefined, allowed(is, name, after)];
      watch('rules', (row) => { const value = seen(row, name, after); return value !== undefined && !now(value) && (old?.(value) ?? true); });
    }
    return found;
  });
}

/** Counts, over every row that the tenant has, what a schema would do to stored values in place of the one in force. Nothing is written. */
export async function impactOf(call: OrgCall, rows: RowsOf, draft: EntitySchema): Promise<Impact> {
  const { db, keys, schemas } = call.services;
  const watched = watches(rows.schema, draft, schemas.keywords());
  const counts = watched.map(() => 0);
  const fields = [...new Set(watched.map(({ field }) => field))];
  let total = 0;
  for (let after = '', more = watched.length > 0; more;) {
    const [found] = await db.read({ orgId: rows.orgId, userId: null }, [scanRows(rows, fields, after, CHUNK)]);
    for (const row of await openRows(keys, rows.orgId, rows.schema, found, SCAN_ID, SCAN_EXT)) watched.forEach(({ hits }, i) => { if (hits(row)) counts[i] = (counts[i] ?? 0) + 1; });
    total += found.length;
    after = String(found.at(-1)?.[SCAN_ID] ?? '');
    more = found.length === CHUNK;
  }
  const changes = watched.flatMap(({ kind, field, title }, i) => (counts[i] ? [{ kind, field, title, rows: counts[i] }] : []));
  return { total, changes, seen: versionOf(JSON.stringify(changes)) };
}
