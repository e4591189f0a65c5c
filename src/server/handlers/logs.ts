import * as contract from '../../shared/contract/logs.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { changesOf } from '../../shared/schema/changes.ts';
import { implement, type Implementation } from '../context.ts';
import { logEntry, namesOfIds } from '../store/log-rows.ts';

/** Texts of a row that may be ids. */
const idsIn = (...rows: readonly (Readonly<Record<string, unknown>> | null)[]): string[] =>
  rows.flatMap((row) => Object.values(row ?? {})).filter((value): value is string => typeof value === 'string' && value.length <= 64);

/** What the operation log has beside the calls of every resource. */
export const logsHandlers: readonly Implementation[] = [
  implement(contract.logChanges, async ({ actor, services: { access, db, schemas } }, { params }) => {
    const tenant = { orgId: actor.orgId, userId: null };
    const [[entry]] = await db.read(tenant, [logEntry(actor.orgId, params.id)]);
    if (!entry) throw new AppError('PSY_NOT_FOUND');
    const { before, after, resource } = entry;
    const [named] = await db.read(tenant, [namesOfIds(actor.orgId, idsIn(before, after))]);
    const names = new Map(named.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
    return {
      items: changesOf(schemas.all(actor.orgId).resources[resource], before, after, {
        reveals: (kind) => access.mayReveal(actor, kind),
        nameOf: (kind, id) => names.get(`${kind} ${id}`),
      }),
    };
  }),
];
