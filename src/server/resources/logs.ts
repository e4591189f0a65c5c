import { changesOf, type Change } from '../../shared/schema/changes.ts';
import type { OrgCall } from '../context.ts';
import { logEntries, logRows, namesOfIds } from '../store/log-rows.ts';
import type { ResourceHooks } from './hooks.ts';
import { openRows } from './sealing.ts';

/** Texts of a row that may be ids. */
const idsIn = (row: Readonly<Record<string, unknown>> | null): string[] =>
  Object.values(row ?? {}).filter((value): value is string => typeof value === 'string' && value.length <= 64);

const without = ({ ':row': _, ...row }: Readonly<Record<string, unknown>>): Record<string, unknown> => row;

/** What each of these entries changed, in words, as far as the caller may see it; entries that are not there are left out. */
export async function changesIn({ actor, services: { access, db, keys, schemas } }: OrgCall, logIds: readonly string[]): Promise<Map<string, Change[]>> {
  const tenant = { orgId: actor.orgId, userId: null };
  const [entries] = await db.read(tenant, [logEntries(actor.orgId, logIds)]);
  const [named] = await db.read(tenant, [namesOfIds(actor.orgId, [...new Set(entries.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]))])]);
  const names = new Map(named.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  const { resources } = schemas.all(actor.orgId);
  const opened = await Promise.all(entries.map(async ({ log_id, resource, row_id, before, after }) => {
    const schema = resources[resource];
    const [was, is] = schema ? await openRows(keys, actor.orgId, schema, [{ ...before, ':row': row_id }, { ...after, ':row': row_id }], ':row') : [];
    return { log_id, resource, before: before && was ? without(was) : before, after: after && is ? without(is) : after };
  }));
  return new Map(opened.map(({ log_id, resource, before, after }) => [log_id, changesOf(resources[resource], before, after, {
    reveals: (kind) => access.mayReveal(actor, kind),
    nameOf: (kind, id) => names.get(`${kind} ${id}`),
  })]));
}

const told = ({ title, before, after }: Change) => (before === undefined ? `${title}：${after ?? ''}` : `${title}：${before} → ${after ?? '（空）'}`);

/** The operation log is only read: its schema offers no act that writes, and the database lets nobody change an entry. */
export const logHooks: ResourceHooks = {
  table: logRows,
  async sheet(call, rows) {
    const changes = await changesIn(call, rows.map((row) => String(row['log_id'])));
    return rows.map((row) => ({ ...row, changes: (changes.get(String(row['log_id'])) ?? []).map(told).join('；') }));
  },
};
