import type { OrgContext } from '../../../platform/context/server/context.ts';
import { isEncryptedText, type KeyRing } from '../../../platform/crypto/server/data-keys.ts';
import type { ChildRow } from '../../../platform/resources/server/queries/child-records.ts';
import { isObject } from '../../../platform/schema/json.ts';
import { SHARED_TABLE } from '../../../platform/schema/own-resource.ts';
import { isGiven, holdingOf } from './holdings.ts';
import { seenNames, seesOwner } from './unseen-fields.ts';

/** Previous versions of rows of all resources, each with its values in one text. */
const VERSIONS = 'row_versions';
/** Attached files and notes, of records and of fields. */
const ATTACHMENTS = 'media_infos';
const OWN = 'own/';
/** Key of the rows of a tenant's own resource. */
const ownKeyOf = (entity: string): string => OWN + entity;
/** The resource of such a key; undefined for a table. */
export const ownEntityOf = (key: string): string | undefined =>
  key.startsWith(OWN) ? key.slice(OWN.length) : undefined;

type Body = Readonly<Record<string, unknown>>;
/** Whether the role sees a name in `ext`. */
type IsSeen = (name: string) => boolean;

/** Ids that may be bound into encrypted values of a row; values are bound to table, row and field. */
const idsOf = (body: Body): string[] =>
  Object.entries(body).flatMap(([name, value]) => (name.endsWith('_id') && typeof value === 'string' ? [value] : []));

function open(ring: KeyRing, table: string, ids: readonly string[], field: string, encrypted: string): string {
  let failure: unknown;
  for (const row of ids) {
    try {
      return ring.decryptText(encrypted, { table, row, field });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** The entity of the rows with a key. */
function entityOfKey({ actor, services: { schemas } }: OrgContext): (key: string) => string | undefined {
  const entities = new Map(
    Object.values(schemas.all(actor.orgId).resources).map(({ $id, 'x-resource': { table } }) => [table, $id]),
  );
  return (key) => ownEntityOf(key) ?? entities.get(key);
}

/** A row with all values decrypted, tenant fields included, without data about other people and fields not seen. */
function disclosedRow(ring: KeyRing, table: string, body: Body, isSeen: IsSeen): Record<string, unknown> {
  const ids = idsOf(body);
  const opened = (field: string, value: unknown) =>
    isEncryptedText(value) ? open(ring, table, ids, field, value) : value;
  const { ext, ...columns } = body;
  return Object.fromEntries(
    [...Object.entries(columns), ...Object.entries(isObject(ext) ? ext : {}).filter(([name]) => isSeen(name))]
      .filter(([name, value]) => isGiven(name) && value !== null)
      .map(([name, value]) => [name, opened(name, value)]),
  );
}

/** A previous version without the fields not seen; undefined where it has no others. */
function disclosedVersion(
  row: Readonly<Record<string, unknown>>,
  isSeen: IsSeen,
): Readonly<Record<string, unknown>> | undefined {
  const { former } = row;
  const values: unknown = typeof former === 'string' ? JSON.parse(former) : undefined;
  if (!isObject(values)) return row;
  const seen = Object.entries(values).filter(([name]) => isSeen(name));
  if (seen.length === 0) return undefined;
  return { ...row, former: JSON.stringify(Object.fromEntries(seen)) };
}

const isRestricted = (body: Body): boolean => body['restricted'] === true || typeof body['restricted_to'] === 'string';

/**
 * Rows restricted to the role group of their author; they are never disclosed outside the school. Returns their ids and
 * the number of records (a record is also a step of its case).
 */
export function restrictedRows(
  { actor: { orgId }, services: { schemas } }: OrgContext,
  rows: readonly ChildRow[],
): { ids: ReadonlySet<string>; total: number } {
  const names = new Map([
    ['case_steps', 'step_id'],
    ...Object.values(schemas.all(orgId).resources).map(({ 'x-resource': { table, id } }) => [table, id] as const),
  ]);
  const restricted = rows.filter(({ body }) => isRestricted(body));
  const ids = new Set(restricted.map(({ of_table: table, body }) => String(body[names.get(table) ?? ''])));
  return { ids, total: restricted.filter(({ body }) => !ids.has(String(body['record_id']))).length };
}

/**
 * All rows about a child, decrypted, by table; those of a tenant's own resources by resource (`ownKeyOf`).
 *
 * @param withheld ids of rows that are left out with everything that belongs to them
 * @throws DecryptionFailed when a value cannot be decrypted: an incomplete record must not pass as complete
 */
export async function childData(
  ctx: OrgContext,
  all: readonly ChildRow[],
  withheld: ReadonlySet<string>,
): Promise<Map<string, Readonly<Record<string, unknown>>[]>> {
  const ring = await ctx.services.keys.ring(ctx.actor.orgId);
  const isSeen = await seenNames(ctx);
  const entityOf = entityOfKey(ctx);
  const rows = all.filter(
    ({ body }) =>
      !Object.entries(body).some(
        ([name, value]) => name.endsWith('_id') && typeof value === 'string' && withheld.has(value),
      ),
  );
  const data = new Map<string, Readonly<Record<string, unknown>>[]>();
  for (const { of_table: table, body } of rows) {
    if (holdingOf(table).notGiven !== undefined) continue;
    if (table === ATTACHMENTS && !seesOwner(isSeen, body['owner_entity'])) continue;
    const key = table === SHARED_TABLE ? ownKeyOf(String(body['entity'])) : table;
    const opened = disclosedRow(ring, table, body, (name) => isSeen(entityOf(key), name));
    const row = table === VERSIONS ? disclosedVersion(opened, (name) => isSeen(String(body['entity']), name)) : opened;
    if (row) data.set(key, [...(data.get(key) ?? []), row]);
  }
  return data;
}
