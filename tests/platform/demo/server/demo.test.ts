import { describe, expect, it } from 'vitest';
import { buildDemo } from '../../../../src/platform/demo/server/build.ts';
import type { DemoPart, DemoTenant } from '../../../../src/platform/demo/server/demo.ts';
import { demoParts } from '../../../../src/platform/demo/server/order.ts';
import type { DemoPlan } from '../../../../src/platform/demo/server/tenant-spec.ts';

const feature = (name: string, part: DemoPart) => ({ name, demo: async () => ({ demo: part }) });
const tenant = (org_id: string) => ({
  org_id,
  org_name: org_id,
  org_type: 2,
  service_type: 2,
  product_status: 0,
  endsInDays: 1,
  total_quota: 10,
  site: { host: `${org_id}.example`, is_custom: false, site_name: org_id, company_slogan: '' },
  features: ['exam'],
  consulting_offline_open: false,
  auto_create_user: true,
});
const plan: DemoPlan = {
  tenants: [tenant('A'), tenant('B')],
  sharedStaff: [{ login: 'both', sex: 1, posts: [] }],
};
const person = (login: string, identity: number) => ({ login, name: login, sex: 1, identity, role_extend: {} });

describe('the parts of a demo', () => {
  it('come after those that they name, otherwise in the order of the features', async () => {
    const [first, second, third] = [{ after: ['late'] }, {}, {}];
    const parts = await demoParts([
      feature('early', first),
      { name: 'without rows' },
      feature('other', second),
      feature('late', third),
    ]);
    expect(parts).toEqual([second, third, first]);
  });

  it('are refused where one names a feature without a part, or two wait for each other', async () => {
    await expect(demoParts([feature('a', { after: ['b'] }), { name: 'b' }])).rejects.toThrow('without an order: a');
    await expect(demoParts([feature('a', { after: ['b'] }), feature('b', { after: ['a'] })])).rejects.toThrow(
      'without an order: a, b',
    );
  });

  it('see the people of all tenants and their accounts when they make rows', () => {
    const seen: unknown[] = [];
    const people: DemoPart = { draw: ({ spec, people: all }) => all.push(person(`staff ${spec.org_id}`, 3)) };
    const reader: DemoPart = {
      rows({ spec, demo }: DemoTenant) {
        seen.push([spec.org_id, [...demo.tenants.keys()], [...demo.accounts.keys()]]);
        return {};
      },
    };
    buildDemo([people, reader], plan, 0, 'hash');
    const accounts = ['u-both', 'u-staff A', 'u-staff B'];
    expect(seen).toEqual([
      ['A', ['A', 'B'], accounts],
      ['B', ['A', 'B'], accounts],
    ]);
  });

  it('give each person one account, and a mobile number unless it is a student', () => {
    const draw: DemoPart['draw'] = ({ spec, people }) =>
      people.push(person(`pupil ${spec.org_id}`, 1), person('both', 3), person('both', 2));
    const { accounts, tenants } = buildDemo([{ draw }], plan, 0, 'hash');
    expect(accounts.map(({ login_name, mobile }) => [login_name, mobile])).toEqual([
      ['both', '19900000001'],
      ['pupil A', undefined],
      ['pupil B', undefined],
    ]);
    expect(tenants.get('B')?.memberships?.map(({ user_id, identity }) => [user_id, identity])).toEqual([
      ['u-pupil B', 1],
      ['u-both', 3],
      ['u-both', 2],
    ]);
    expect(tenants.get('B')?.orgs?.[0]?.available_quota).toBe(9);
  });

  it('have tables of their own', () => {
    expect(() => buildDemo([{ rows: () => ({ orgs: [] }) }], plan, 0, 'hash')).toThrow(
      'rows of A from two parts: orgs',
    );
  });
});
