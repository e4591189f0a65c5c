import { serviceState } from '../../../platform/access/service-stage.ts';
import { featuresOf, termsOf } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { NO_TENANT } from '../../../platform/db/server/database.ts';
import { dayOf } from '../../../platform/schema/wall-clock.ts';
import { enteredName } from '../../subscription/server/public.ts';
import type { Organisation } from '../contract/organisations.ts';
import { accountCounts, organisationOf, tenantStates } from './queries/organisations.ts';

/** Every organisation with its service and its numbers, each read under its own tenant. */
export async function readOrganisations({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Organisation[]> {
  const [states] = await db.read(NO_TENANT, [tenantStates()]);
  const all: Organisation[] = [];
  for (const { org_id, suspended_at, suspended_for } of states) {
    const [[org], features, accounts] = await db.read({ orgId: org_id, userId: null }, [
      organisationOf(org_id),
      featuresOf(org_id),
      accountCounts(org_id),
    ]);
    if (!org) continue;
    all.push({
      org_id,
      org_name: org.org_name,
      org_type: org.org_type,
      ...(org.parent_org_id !== null && { parent_org_id: org.parent_org_id }),
      service_type: org.service_type,
      service_stage: enteredName(serviceState(termsOf(org), clock.now())),
      ...(org.account_expire_at !== null && { service_until: dayOf(Date.parse(org.account_expire_at)) }),
      protection_days: org.protection_days,
      features: features.map(({ feature }) => feature),
      accounts,
      ...(suspended_at !== null && { suspended_at, suspended_for: suspended_for ?? '' }),
    });
  }
  return all;
}
