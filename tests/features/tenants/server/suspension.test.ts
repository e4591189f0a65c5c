import { expect, it } from 'vitest';
import {
  changeOrganisation,
  resumeOrganisation,
  suspendOrganisation,
  terminalOperator,
} from '../../../../src/features/tenants/server/public.ts';
import { verifyAudit } from '../../../../src/platform/audit/server/verify.ts';
import { dueBy, dueTenants } from '../../../../src/platform/jobs/server/queries.ts';
import { nowIso } from '../../../../src/platform/runtime/server/clock.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const BY = terminalOperator('somebody');
const CLASSES = '/v1/portal/classes?page=1&size=5';

describeApi('a suspended organisation', (kind) => {
  const server = useServer(kind);
  const suspend = (orgId: string, confirmsOpenCases: boolean) =>
    suspendOrganisation(server().services, BY, orgId, { reason: '欠费', confirmsOpenCases });
  const refusal = async (account: string) => {
    const { status, code, json } = await server().client.publicly('POST', '/v2/oauth2/tokens/actions/sign_in', {
      account,
      password: 'd6b0ab7f1c8ab8f514db9a6d85de160a',
    });
    return [status, code, json.message];
  };

  it('is not suspended while warnings or cases are open that nobody has confirmed', async () => {
    const teacher = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    await expect(suspend('2001', false)).rejects.toMatchObject({ code: 'PSY_OPEN_CASES' });
    expect((await teacher.get(CLASSES)).status).toBe(200);
  });

  it('signs everybody out and lets nobody in, says why, and leaves others alone', async () => {
    const teacher = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    const bureau = (await server().client.signIn('o1001r1')).withRole(1001, 1);
    const visitor = bureau.withRole(2001, 1);
    await bureau.post('/v1/portal/institutions/schools/2001/actions/enter', {});
    const other = (await server().client.signIn('o2002r4')).withRole(2002, 4);

    const { open, sessions } = await suspend('2001', true);
    expect(open.warnings.length + open.cases.length).toBeGreaterThan(0);
    expect(JSON.stringify(open)).not.toMatch(/child|name/);
    expect(sessions).toBeGreaterThan(0);

    expect((await teacher.get(CLASSES)).code).toBe('AC_AUTH_INVALID_TOKEN');
    await expect(server().client.signIn('o2001r4')).rejects.toThrow(/403 .*PSY_ORG_SUSPENDED.*服务已由平台暂停/);
    expect(await refusal('o2001r4')).toEqual([401, 'AC_WRONG_PASSWORD', '账号或密码错误']);
    expect((await visitor.get(CLASSES)).status).toBe(403);
    expect((await other.get(CLASSES)).status).toBe(200);
    await expect(suspend('2001', true)).rejects.toMatchObject({ code: 'PSY_TENANT_STATE' });
  });

  it('does no work', async () => {
    const { db, clock } = server();
    const due = async () => {
      const [rows] = await db.read({ orgId: null, userId: null }, [dueTenants('escalations', nowIso(clock), 10)]);
      return rows.map(({ tenant }) => tenant);
    };
    for (const orgId of ['2001', '2002'])
      await db.write({ orgId, userId: null }, [dueBy(orgId, 'escalations', '2000-01-01T00:00:00Z')]);
    expect(await due()).toEqual(['2002']);
    await resumeOrganisation(server().services, BY, '2001', '已续费');
    expect((await due()).toSorted()).toEqual(['2001', '2002']);
    const teacher = (await server().client.signIn('o2001r4')).withRole(2001, 4);
    expect((await teacher.get(CLASSES)).status).toBe(200);
  });

  it('is changed by the operator, under an institution only, and every act is in both chains', async () => {
    const { services, db } = server();
    await expect(changeOrganisation(services, BY, '2002', { parent: '2001' })).rejects.toMatchObject({
      code: 'PSY_PARENT_INVALID',
    });
    await changeOrganisation(services, BY, '2002', { parent: null, features: ['archives'] });
    for (const orgId of ['2001', '2002', '99'])
      expect(await verifyAudit(db, services.ledger, [], orgId)).toMatchObject([{ orgId, findings: [] }]);
    const acts = await db.admin((run) =>
      run(`select l.org_id, e.act from audit_links l join audit_logs e on e.org_id = l.org_id and e.log_id = l.log_id
        where e.user_id = 'server:somebody' order by l.org_id, l.seq`),
    );
    expect(acts.map((row) => `${String(row['org_id'])} ${String(row['act'])}`)).toEqual([
      '2001 suspend',
      '2001 resume',
      '2002 update',
      '99 suspend',
      // The second suspension was refused, which the chain says too.
      '99 suspend',
      '99 suspend',
      '99 resume',
      '99 update',
    ]);
  });
});
