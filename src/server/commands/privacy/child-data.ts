import { isObject } from '../../../shared/schema/json.ts';
import { isSealedText, type KeyRing } from '../../access/data-keys.ts';
import type { OrgCall } from '../../context.ts';
import type { ChildRow } from '../../store/child-records.ts';
import { isGiven, holdingOf } from './holdings.ts';

type Body = Readonly<Record<string, unknown>>;

/** Ids by which values of a row may have been sealed: sealed values are bound to table, row and field. */
const idsOf = (body: Body): string[] => Object.entries(body).flatMap(([name, value]) => (name.endsWith('_id') && typeof value === 'string' ? [value] : []));

function open(ring: KeyRing, table: string, ids: readonly string[], field: string, sealed: string): string {
  let failure: unknown;
  for (const row of ids) {
    try {
      return ring.openText(sealed, { table, row, field });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** A row with everything in it opened, its tenant's own fields among the others, and without what is about others. */
function given(ring: KeyRing, table: string, body: Body): Record<string, unknown> {
  const ids = idsOf(body);
  const opened = (field: string, value: unknown) => (isSealedText(value) ? open(ring, table, ids, field, value) : value);
  const { ext, ...columns } = body;
  return Object.fromEntries(Object.entries({ ...columns, ...(isObject(ext) && ext) }).filter(([name, value]) => isGiven(name) && value !== null).map(([name, value]) => [name, opened(name, value)]));
}

/**
 * What the database holds of a child, opened, by table.
 * @throws SealBroken where a value does not open: a record with gaps that nobody sees is none
 */
export async function childData({ actor: { orgId }, services: { keys } }: OrgCall, rows: readonly ChildRow[]): Promise<Map<string, Record<string, unknown>[]>> {
  const ring = await keys.ring(orgId);
  const data = new Map<string, Record<string, unknown>[]>();
  for (const { of_table: table, body } of rows) {
    if (holdingOf(table).notGiven === undefined) data.set(table, [...data.get(table) ?? [], given(ring, table, body)]);
  }
  return data;
}
