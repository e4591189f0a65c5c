import { SYSTEM_RIGHTS } from '../../../platform/access/system-rights.ts';
import type { OrgContext, ServiceGrant } from '../../../platform/context/server/context.ts';
import { SYSTEM_IDENTITY } from '../../../platform/identity/identity.ts';
import type { Right } from '../contract.ts';
import { SYSTEM_ACTS } from '../rules.ts';

/** As it is stored and decided. */
export const textOf = ({ area, act }: Right): string => `${area} ${act}`;

export function rightOf(text: string): Right[] {
  const [area = '', name] = text.split(' ');
  return SYSTEM_ACTS.filter((act) => act === name).map((act) => ({ area, act }));
}

/** What the row of an account grants. */
export const grantOf = (row: {
  org_id: string;
  responsible: string;
  role_id: number;
  rights: string[];
  networks: string[];
  expires_at: string;
}): ServiceGrant => ({
  orgId: row.org_id,
  responsible: row.responsible,
  roleId: row.role_id,
  rights: row.rights,
  networks: row.networks,
  until: row.expires_at,
});

/** What the caller may give: what `access.csv` allows to systems, and to the caller as well unless only systems have it. */
export function grantableRights({ actor, services: { access } }: OrgContext): Right[] {
  const own = access.abilities(actor).permissions;
  const ofSystems = access.abilities({ ...actor, identity: SYSTEM_IDENTITY }).permissions;
  return SYSTEM_ACTS.flatMap((act) =>
    (ofSystems[act] ?? [])
      .filter((area) => SYSTEM_RIGHTS.includes(`${area} ${act}`) || own[act]?.includes(area))
      .map((area) => ({ area, act })),
  );
}
