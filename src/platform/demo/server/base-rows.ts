import { newOrgRows } from '../../context/server/new-org-rows.ts';
import { IDENTITY } from '../../identity/identity.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import type { DemoTenant } from './demo.ts';
import { userId } from './people.ts';
import type { DemoRows } from './rows.ts';

const DAY_MS = 86_400_000;

/** What every tenant has, and the rows of all features refer to: the organisation and its members. */
export const baseRows = ({ spec, demo, people }: DemoTenant): Partial<DemoRows> => {
  const { org_id } = spec;
  return {
    ...newOrgRows({
      org_id,
      parent_org_id: spec.parent_org_id,
      org_name: spec.org_name,
      org_type: spec.org_type,
      edu_level: spec.edu_level,
      service_type: spec.service_type,
      product_status: spec.product_status,
      account_expire_at: isoTime(demo.now + spec.endsInDays * DAY_MS),
      total_quota: spec.total_quota,
      taken: people.filter(({ identity }) => identity === IDENTITY.student).length,
      features: spec.features,
      consulting_offline_open: spec.consulting_offline_open,
      auto_create_user: spec.auto_create_user,
    }),
    memberships: people.map(({ login, identity, role_id, role_extend }) => ({
      org_id,
      user_id: userId(login),
      identity,
      role_id,
      role_extend,
    })),
  };
};
