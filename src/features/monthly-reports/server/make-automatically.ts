import { rightsOfRoles } from '../../../platform/access/server/rights-of-roles.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { holdersOf } from '../../../platform/identity/server/queries/memberships.ts';
import type { Requester } from '../../../platform/jobs/server/jobs.ts';
import { contextFor } from '../../../platform/jobs/server/requester.ts';
import { tenantChore } from '../../../platform/jobs/server/tenant-chore.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { rulesNow } from '../../crisis/server/public.ts';
import { monthDue } from '../rules/due.ts';
import { AREA, startAutomaticFile } from './pack-monthly.ts';
import { insertMade, madeOf, settingOf } from './queries/files.ts';

const QUARTER_MS = 15 * 60_000;

/** Due month of an organisation that has not switched it off and whose month is not made yet. */
async function dueMonth({ db, access, clock }: Services, orgId: string): Promise<string | undefined> {
  const tenant = { orgId, userId: null };
  const [[setting], made] = await db.read(tenant, [settingOf(orgId), madeOf(orgId)]);
  if (setting?.automatic === false) return undefined;
  const { hours } = await db.transaction(tenant, (tx) => rulesNow(tx, access, orgId));
  const month = monthDue(hours, clock.now());
  return made.some((row) => row.month === month) ? undefined : month;
}

/** Everyone whose role exports the report, once for each role, as the jobs will act for them. */
async function readers(services: Services, orgId: string): Promise<{ ctx: OrgContext; requester: Requester }[]> {
  const { access, clock, db } = services;
  const tenant = { orgId, userId: null };
  const [[org]] = await db.read(tenant, [orgById(orgId)]);
  if (!org) return [];
  const may = await rightsOfRoles((statements) => db.read(tenant, statements), access, orgId);
  const roles = access.grants.rolesIn(org.org_type).filter((role) => may(role, AREA, 'export'));
  const [holders] = await db.read(tenant, [holdersOf(orgId, roles, nowIso(clock))]);
  const found = [];
  for (const { user_id, role_id } of holders) {
    const requester: Requester = {
      user_id,
      role_id,
      org_type: org.org_type,
      session_id: '',
      chain_id: '',
      signed_in_with: 'web',
      app_kind: 'web',
      request_id: newId(clock),
      address: '',
      device: '',
      // The download asks for the second proof of every part (`refuseMonthly`).
      verified: true,
    };
    try {
      found.push({ ctx: await contextFor(services, orgId, requester), requester });
    } catch (error) {
      // Has lost the role since, or may not act now.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return found;
}

/**
 * Begins the files of the month before, one for each person who may export it, and marks the month as made.
 *
 * @returns how many files it began
 */
export async function makeDueMonth(services: Services, orgId: string): Promise<number> {
  const month = await dueMonth(services, orgId);
  if (month === undefined) return 0;
  const people = await readers(services, orgId);
  if (people.length === 0) return 0;
  return services.db.transaction({ orgId, userId: null }, async (tx) => {
    const made = { org_id: orgId, month, made_at: nowIso(services.clock), files: people.length };
    if ((await tx.run(insertMade(made))).length === 0) return 0;
    for (const { ctx, requester } of people) await startAutomaticFile(inTransaction(ctx, tx), tx, requester, month);
    return people.length;
  });
}

/** Looks four times an hour, so that the report is there on the morning itself. */
export const makingOfMonths = tenantChore('monthly-due', QUARTER_MS, makeDueMonth);
