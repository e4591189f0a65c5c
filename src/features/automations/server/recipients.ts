import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { holdersOf } from '../../../platform/identity/server/queries/memberships.ts';
import { creatorOf, transitionsOf } from '../../../platform/resources/server/queries/row-transitions.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import type { AutomationNotice } from '../../../platform/schema/automations.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { contextAs, rolesOfPerson, rowAs, type Person, type SeenRow } from './as-person.ts';

/** The people of one notice at most. */
const PEOPLE_MAX = 200;

/** A row that a run is about. */
export interface RunRow {
  schema: EntitySchema;
  rowId: string;
  /** Stored values. */
  values: Readonly<Record<string, unknown>>;
}

/** Who created a row, as its first state or the operation log tells. */
export async function creatorOfRow(
  { db }: Pick<Services, 'db'>,
  orgId: string,
  { schema, rowId }: Pick<RunRow, 'schema' | 'rowId'>,
): Promise<string | undefined> {
  const [[first], [logged]] = await db.read({ orgId, userId: null }, [
    transitionsOf(orgId, schema.$id, rowId).limit(1),
    creatorOf(orgId, schema.$id, rowId),
  ]);
  return first?.key === null ? first.user_id : logged?.user_id;
}

/** The people whom a notice names, each in the roles that they have. */
async function namedPeople(
  services: Services,
  orgId: string,
  about: RunRow,
  { roles = [], field, creator }: AutomationNotice,
): Promise<Map<string, Person[]>> {
  const [holders] = await services.db.read({ orgId, userId: null }, [holdersOf(orgId, roles, nowIso(services.clock))]);
  const people = holders.map(({ user_id: userId, role_id: roleId }) => ({ userId, roleId }));
  const single = [
    field === undefined ? undefined : about.values[field],
    creator ? await creatorOfRow(services, orgId, about) : undefined,
  ];
  for (const userId of single)
    if (typeof userId === 'string') people.push(...(await rolesOfPerson(services, orgId, userId)));
  const byUser = new Map<string, Person[]>();
  for (const person of people) byUser.set(person.userId, [...(byUser.get(person.userId) ?? []), person]);
  return byUser;
}

/** A person who is notified, with the row as this person sees it. */
export interface Reader extends Person {
  ctx: OrgContext;
  seen: SeenRow;
}

/** Who of the people that a notice names may open the row, and how many may not or are too many. */
export async function findReaders(
  services: Services,
  orgId: string,
  about: RunRow,
  notice: AutomationNotice,
  runId: string,
): Promise<{ readers: Reader[]; leftOut: number }> {
  const named = await namedPeople(services, orgId, about, notice);
  const readers: Reader[] = [];
  for (const people of named.values()) {
    if (readers.length === PEOPLE_MAX) break;
    for (const person of people) {
      const ctx = await contextAs(services, orgId, person, runId);
      const seen = ctx && (await rowAs(ctx, about.schema, about.rowId));
      if (!ctx || !seen) continue;
      readers.push({ ...person, ctx, seen });
      break;
    }
  }
  return { readers, leftOut: named.size - readers.length };
}
