import { expect, it } from 'vitest';
import {
  resumeOrganisation,
  suspendOrganisation,
  terminalOperator,
} from '../../../../src/features/tenants/server/public.ts';
import type { Answer } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';
import { group, invite, staff } from '../../invitations/support/invited.ts';
import { insertExam } from '../../screening/support/rows.ts';

const BY = terminalOperator('somebody');
const SUSPENDED =
  '403 PSY_ORG_SUSPENDED 本单位的服务已由平台暂停，恢复前不能登录和使用；内容都还在，请联系平台的服务方';

describeApi('the ways into a suspended school without a password', (kind) => {
  const server = useServer(kind);
  const said = ({ status, code, json }: Answer) =>
    status === 200 ? '200' : `${status} ${code ?? ''} ${String(json.message)}`;

  it('are closed and say why: systems, codes of a computer room, screens and invitations', async () => {
    const { services } = server();
    const admin = await staff(server(), 2001, 4, true);
    const publicly = (method: string, path: string, body?: object) => server().client.publicly(method, path, body);

    const system = (
      await admin.post('/v1/portal/service_accounts', {
        name: '教务系统',
        rights: [{ area: 'org-manage/student', act: 'open' }],
        networks: [],
        valid_days: 30,
      })
    ).data;
    await insertExam(server(), { examId: 'door', users: ['u-o2001s1'] });
    const teacher = (await server().client.signIn('o2001r7')).withRole(2001, 7);
    const { items } = (await teacher.post('/v1/portal/exams/door/codes', {})).data;
    const screen = (await admin.post('/v1/portal/large_screen/links', { name: '大厅', valid_hours: 1 })).data;
    const door = await invite(server(), admin, group(100));

    const systemSignsIn = (client_secret: string) =>
      publicly('POST', '/v2/oauth2/tokens/actions/service_sign_in', {
        grant_type: 'client_credentials',
        client_id: system.client_id,
        client_secret,
      });
    const tries = async (): Promise<string[]> =>
      (
        await Promise.all([
          systemSignsIn(system.client_secret),
          publicly('POST', '/v2/oauth2/tokens/actions/exam_sign_in', { code: items[0].code, device_id: 'pc-1' }),
          publicly('POST', '/v1/portal/large_screen/shown', { key: screen.key }),
          door.check(),
        ])
      ).map(said);
    expect(await tries()).toEqual(['200', '200', '200', '200']);

    await suspendOrganisation(services, BY, '2001', { reason: '欠费', confirmsOpenCases: true });
    expect(await tries()).toEqual([
      SUSPENDED,
      SUSPENDED,
      SUSPENDED,
      '409 PSY_INVITATION_CLOSED 学校暂时不能接受注册，请联系学校',
    ]);
    // Who cannot prove the secret learns nothing about the school.
    expect(said(await systemSignsIn('wrong'))).toMatch(/^401 AC_SERVICE_REFUSED /);

    await resumeOrganisation(services, BY, '2001', '已续费');
    expect(await tries()).toEqual(['200', '200', '200', '200']);
  });
});
