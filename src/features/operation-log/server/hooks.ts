import type { OrgContext } from '../../../platform/context/server/context.ts';
import { logDecrypter } from '../../../platform/resources/server/encrypted-fields.ts';
import type { ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { logEntries, logRows, namesOfIds } from '../../../platform/resources/server/queries/log-rows.ts';
import { entityOfRole } from '../../../platform/resources/server/scoped-rows.ts';
import { changesOf, type Change } from '../../../platform/schema/changes.ts';
import type { MaskKind } from '../../../platform/schema/types.ts';

/** Texts of a row that may be ids. */
const idsIn = (row: Readonly<Record<string, unknown>> | null): string[] =>
  Object.values(row ?? {}).filter((value): value is string => typeof value === 'string' && value.length <= 64);

/**
 * Changes of audit entries as texts, limited to what the reader may see; missing entries are left out.
 *
 * @param reveals values shown in clear; by default those that the caller always sees in clear
 */
export async function changesIn(
  ctx: OrgContext,
  logIds: readonly string[],
  reveals: (kind: MaskKind) => boolean = (kind) => ctx.services.access.mayReveal(ctx.actor, kind),
): Promise<Map<string, Change[]>> {
  const {
    actor,
    services: { db, keys, schemas },
  } = ctx;
  const tenant = { orgId: actor.orgId, userId: null };
  const [stored] = await db.read(tenant, [logEntries(actor.orgId, logIds)]);
  const { resources } = schemas.all(actor.orgId);
  const open = await logDecrypter(
    db,
    keys,
    actor.orgId,
    stored.map(({ row_id }) => row_id),
  );
  const entries = await Promise.all(
    stored.map(async ({ log_id, resource, row_id, before, after }) => ({
      log_id,
      resource,
      before: await open(resources[resource], row_id, before),
      after: await open(resources[resource], row_id, after),
    })),
  );
  const [named] = await db.read(tenant, [
    namesOfIds(actor.orgId, [...new Set(entries.flatMap(({ before, after }) => [...idsIn(before), ...idsIn(after)]))]),
  ]);
  const names = new Map(named.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  return new Map(
    entries.map(({ log_id, resource, before, after }) => [
      log_id,
      changesOf(resources[resource] && entityOfRole(ctx, resource).schema, before, after, {
        reveals,
        nameOf: (kind, id) => names.get(`${kind} ${id}`),
      }),
    ]),
  );
}

const changeText = ({ title, before, after }: Change) =>
  before === undefined ? `${title}：${after ?? ''}` : `${title}：${before} → ${after ?? '（空）'}`;

/** The audit log is read-only: its schema has no write acts, and the database refuses changes. */
export const logHooks: ResourceHooks = {
  table: logRows,
  async sheet(ctx, rows) {
    const changes = await changesIn(
      ctx,
      rows.map((row) => String(row['log_id'])),
    );
    return rows.map((row) => ({
      ...row,
      changes: (changes.get(String(row['log_id'])) ?? []).map(changeText).join('；'),
    }));
  },
};
