import { describe, expect, it } from 'vitest';
import { md5 } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const BATCH = '/v3/portal/users/reset_password/batch';

describeApi('identities that are bound to an account', (kind) => {
  const server = useServer(kind);
  const sql = (text: string, values: unknown[] = []) => server().db.admin((run) => run(text, values));
  const admin = async () => (await server().client.signIn('o2001r4')).withRole(2001, 4).verified();
  const bind = async (userId: string, mobile?: string) => {
    await sql("insert into outside_identities values ('wechat', $1, $1, '小张', now())", [userId]);
    await sql("insert into sso_subjects values ('2001', 'https://idp.example', $1, $1, now())", [userId]);
    if (mobile !== undefined) await sql('update accounts set mobile = $2 where user_id = $1', [userId, mobile]);
  };
  const left = async (userId: string) => [
    ...(await sql('select provider from outside_identities where user_id = $1', [userId])),
    ...(await sql('select issuer from sso_subjects where user_id = $1', [userId])),
  ];
  const told = (mobile: string) =>
    server()
      .outbox.messages.filter((one) => one.mobile === mobile && one.type === 8)
      .map(({ text }) => text);
  const text = expect.stringContaining('绑定的微信已解除');
  const logged = (userId: string) =>
    sql("select before from audit_logs where act = 'unbind' and row_id = $1", [userId]);

  describe('are released, logged, and the holder told, when the password is', () => {
    it('recovered by short message', async () => {
      const [row] = await sql("select user_id, mobile from accounts where login_name = 'o2001r12'");
      const [userId, mobile] = [String(row?.['user_id']), String(row?.['mobile'])];
      await bind(userId);
      await server().client.publicly('POST', '/v1/accounts/sms', { type: 2, mobile });
      const code = /\d{6}/.exec(server().outbox.messages[0]?.text ?? '')?.[0];
      const { data } = await server().client.publicly('POST', '/v2/accounts/sms/check', { type: 2, mobile, code });
      const body = { mobile, sms_token: data.sms_token, password: md5('Tidal-maple-47') };
      expect((await server().client.publicly('PUT', '/v2/accounts/password/actions/reset', body)).status).toBe(200);
      expect(await left(userId)).toEqual([]);
      await expect.poll(() => told(mobile)).toEqual([text]);
      expect(await logged(userId)).toEqual(
        expect.arrayContaining([{ before: { wechat: '已绑定' } }, { before: { sso: '已绑定' } }]),
      );
    });

    it('reset for a guardian', async () => {
      const client = await admin();
      const { items } = (await client.get('/v1/portal/guardians?size=1&is_register=true')).data;
      const [row] = await sql("select user_id from guardians where org_id = '2001' and guardian_id = $1", [
        items[0].guardian_id,
      ]);
      const userId = String(row?.['user_id']);
      await bind(userId, '13900000011');
      expect((await client.post(`/v1/portal/guardians/${items[0].guardian_id}/reset_password`)).status).toBe(200);
      expect(await left(userId)).toEqual([]);
      await expect.poll(() => told('13900000011')).toEqual([text]);
      expect(await logged(userId)).toHaveLength(2);
    });

    it('reset for a class', async () => {
      const client = await admin();
      const [row] = await sql(
        "select user_id, class_id from students where org_id = '2001' and user_id is not null order by student_no limit 1",
      );
      const userId = String(row?.['user_id']);
      await bind(userId, '13900000012');
      const { data } = await client.post(BATCH, { class_ids: [row?.['class_id']] });
      const state = async () => (await client.get(`${BATCH}/${data.batch_id}`)).data.state;
      await expect.poll(state, { timeout: 20_000, interval: 50 }).toBe('ready');
      expect(await left(userId)).toHaveLength(2);
      expect((await client.post(`${BATCH}/${data.batch_id}/sheet`)).status).toBe(200);
      expect(await left(userId)).toEqual([]);
      await expect.poll(() => told('13900000012')).toEqual([text]);
    });
  });
});
