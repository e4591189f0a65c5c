import type { DemoPart } from '../../../../platform/demo/server/demo.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { guardiansOf, sharedGuardian } from './guardians.ts';
import { guardianRows, withoutAccount } from './rows.ts';

export const demo: DemoPart = {
  after: ['students'],
  draw(tenant) {
    const { spec, students = [], random, people } = tenant;
    tenant.guardians = guardiansOf(spec.org_id, students, random);
    tenant.sharedGuardians = [sharedGuardian(tenant) ?? []].flat();
    for (const { login, name, sex } of [...tenant.guardians, ...tenant.sharedGuardians])
      people.push({ login, name: name.name, sex, identity: IDENTITY.parent, role_extend: {} });
  },
  rows({ spec: { org_id, school }, demo: { accounts }, guardians = [], sharedGuardians = [] }) {
    if (!school) return {};
    const own = guardianRows(org_id, [...guardians, ...sharedGuardians], accounts);
    const others = withoutAccount(org_id, guardians);
    return {
      guardians: [...own.guardians, ...others.guardians],
      guardian_children: [...own.guardian_children, ...others.guardian_children],
    };
  },
};
