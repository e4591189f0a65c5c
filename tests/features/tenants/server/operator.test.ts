import { beforeAll, describe, expect, it } from 'vitest';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import type { EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { makeOperator, OPERATOR_PASSWORD, operatorOf } from '../../../support/operator.ts';
import { useServer } from '../../../support/server.ts';

const LIST = '/v1/platform/organisations';
const of = (orgId: string) => `${LIST}/${orgId}`;

describeApi('an operator of the platform', (kind) => {
  const server = useServer(kind);
  let unproved: Client;
  let operator: Client;
  beforeAll(async () => {
    unproved = await operatorOf(server(), 'operator-1');
    expect(await makeOperator(server(), 'Operator-1')).toBe(false);
    operator = await unproved.verified(OPERATOR_PASSWORD);
  });

  it('has an identity of its own, in the organisation of the provider', async () => {
    const { data } = await unproved.get('/v1/users/info');
    expect(data).toMatchObject({
      roles: [{ role_id: 5 }],
      orgs: [{ org_id: '99', org_type: 99, org_roles: [] }],
      students: [],
    });
  });

  it('sees organisations after a second proof, without anything about a person', async () => {
    expect((await unproved.get(LIST)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    const { status, data, text } = await operator.get(LIST);
    expect(status).toBe(200);
    expect(data.items.map(({ org_id }: { org_id: string }) => org_id)).toEqual(
      expect.arrayContaining(['1001', '2001', '2005']),
    );
    expect(data.items.find(({ org_id }: { org_id: string }) => org_id === '2001')).toMatchObject({
      org_name: '青禾市第一中学',
      parent_org_id: '1001',
      service_stage: 'formal',
      accounts: expect.arrayContaining([{ identity: 1, accounts: expect.any(Number) as number }]) as unknown,
    });
    expect(text).not.toMatch(/child|student_no|real_name|mobile|user_id/);
    const open = await operator.get(`${of('2001')}/open_work`);
    expect(Object.keys(open.data).toSorted()).toEqual(['cases', 'oldest', 'warnings']);
  });

  it('is refused by every other call of an organisation, in every organisation', async () => {
    const { declared } = server().product;
    const others = declared.filter(
      ({ access }) => access.auth === 'org' && !['platform', 'own-rights'].includes(access.area),
    );
    expect(others.length).toBeGreaterThan(500);
    const address = ({ path }: EndpointSpec) => path.replace(/:[a-z_]+/g, 'nobodys-0001');
    const wrong: string[] = [];
    const asSchool = operator.as({ org: { orgId: '2001', orgType: '2', roleId: '' } });
    const asLeader = operator.as({ org: { orgId: '2001', orgType: '2', roleId: '4' } });
    for (const endpoint of others) {
      const body = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? {} : { body: { not_a_field: 1 } };
      const { status, code } = await operator.send(endpoint.method, address(endpoint), body);
      if (status !== 403) wrong.push(`${endpoint.name} ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
    const { permissions } = (await operator.get('/v1/portal/rbac/pages')).data;
    expect(permissions).toEqual({ change: ['platform'], open: ['own-rights', 'platform'] });
    for (const client of [asSchool, asLeader])
      expect((await client.get('/v1/portal/students?page=1&size=5')).code).toBe('AC_ORG_ROLE_FORBIDDEN');
  });

  it('is the only one who reaches the calls of the platform', async () => {
    const people = [
      (await server().client.signIn('o2001r4')).withRole(2001, 4),
      (await server().client.signIn('o1001r1')).withRole(1001, 1),
    ];
    for (const client of people) {
      expect((await client.get(LIST)).code).toBe('AC_FORBIDDEN');
      expect((await client.as({ org: { orgId: '99', orgType: '99', roleId: '' } }).get(LIST)).code).toBe(
        'AC_ORG_ROLE_FORBIDDEN',
      );
    }
  });

  describe('acts on organisations', () => {
    it('suspends only after confirming open cases, and resumes', async () => {
      const suspend = (confirm_open_cases: boolean, id = '2001') =>
        operator.post(`${of(id)}/actions/suspend`, { reason: '合同到期', confirm_open_cases });
      expect((await suspend(false)).code).toBe('PSY_OPEN_CASES');
      expect((await suspend(true)).status).toBe(200);
      await expect(server().client.signIn('o2001r4')).rejects.toThrow('PSY_ORG_SUSPENDED');
      expect((await suspend(true)).code).toBe('PSY_TENANT_STATE');
      expect((await operator.get(LIST)).data.items).toEqual(
        expect.arrayContaining([expect.objectContaining({ org_id: '2001', suspended_for: '合同到期' })]),
      );
      expect((await operator.post(`${of('2001')}/actions/resume`, { reason: '已续约' })).status).toBe(200);
      await server().client.signIn('o2001r4');
      expect((await suspend(true, '99')).status).toBe(404);
      expect((await suspend(true, '4711')).status).toBe(404);
    });

    it('changes features, the institution above and the term', async () => {
      const change = (body: object) => operator.put(of('2002'), body);
      expect((await change({ features: ['archives', 'nothing'] })).code).toBe('PSY_INVALID_INPUT');
      expect((await change({ parent_org_id: '2001' })).code).toBe('PSY_PARENT_INVALID');
      expect((await change({ features: ['archives'], parent_org_id: null })).status).toBe(200);
      const renew = (id: string, until: string) =>
        operator.post(`${of(id)}/actions/renew`, { until, service_type: 2, protection_days: 14 });
      expect((await renew('2002', '2020-01-01')).code).toBe('PSY_INVALID_INPUT');
      expect((await renew('2002', '2031-08-31')).status).toBe(200);
      const { data } = await operator.get(LIST);
      const changed = data.items.find(({ org_id }: { org_id: string }) => org_id === '2002');
      expect(changed).toMatchObject({ features: ['archives'], service_until: '2031-08-31', protection_days: 14 });
      expect(changed.parent_org_id).toBeUndefined();
    });

    it('leaves every act in the chain, which its own page shows', async () => {
      const { data } = await operator.get('/v1/platform/log?size=50');
      const acts = data.items.map(({ act, org_id, who }: Record<string, string>) => `${act} ${org_id} ${who}`);
      expect(acts).toEqual(
        expect.arrayContaining(['暂停服务 2001 运营员', '恢复服务 2001 运营员', '续期 2002 运营员']),
      );
      expect(data.items.at(-1)).toMatchObject({ act: '新增', who: '服务器 somebody' });
      const verdicts = await verifyAudit(server().db, server().services.ledger, [], '99');
      expect(verdicts).toMatchObject([{ orgId: '99', orgName: '平台', findings: [] }]);
    });
  });
});
