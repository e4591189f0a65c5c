import { enteredName } from '../../features/subscription/server/advance-stage.ts';
import { serviceOf } from '../../features/subscription/server/queries.ts';
import { serviceState } from '../../platform/access/service-stage.ts';
import { termsOf } from '../../platform/context/server/queries/orgs.ts';
import { labelOf } from '../../platform/schema/labels.ts';
import { dayOf } from '../../platform/schema/wall-clock.ts';
import type { Operating } from './operating.ts';

const shownDay = (instant: string | null): string => (instant === null ? '没有到期日' : dayOf(Date.parse(instant)));

/** One line about an organisation and its service; undefined where there is none. */
export async function serviceLine({ db, clock }: Operating, orgId: string): Promise<string | undefined> {
  const [[org]] = await db.read({ orgId, userId: null }, [serviceOf(orgId)]);
  if (!org) return undefined;
  const state = serviceState(termsOf(org), clock.now());
  return [
    org.org_id,
    org.org_name,
    labelOf('service_type', org.service_type),
    labelOf('service_stage', enteredName(state)),
    `至 ${shownDay(org.account_expire_at)}`,
    `保护期 ${org.protection_days} 天`,
  ].join('  ');
}
