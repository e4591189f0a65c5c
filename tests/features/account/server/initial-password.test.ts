import { describe, expect, it } from 'vitest';
import type { EndpointSpec } from '../../../../src/platform/contract/endpoint.ts';
import { md5, type Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const OWN = 'Tidal-maple-47';
const CHANGE = '/v1/portal/users/change_passwords';
const INFO = '/v1/users/info';

describeApi('an initial password', (kind) => {
  const server = useServer(kind);
  const admin = async () => (await server().client.signIn('o2001r4')).withRole(2001, 4).verified();
  const isInitial = async (login: string) => {
    const [row] = await server().db.admin((run) =>
      run('select password_initial from accounts where login_name = $1', [login]),
    );
    return row?.['password_initial'];
  };
  const change = (client: Client, from: string, to: string) =>
    client.post(CHANGE, { old_password: md5(from), new_password: md5(to) });
  /** A member of staff after a reset by an administrator. */
  const reset = async (login: string): Promise<string> => {
    const [row] = await server().db.admin((run) => run('select user_id from accounts where login_name = $1', [login]));
    const answer = await (await admin()).post(`/v1/portal/users/${String(row?.['user_id'])}/reset_passwords`);
    expect(answer.status).toBe(200);
    return answer.data.password;
  };

  it('is one that was handed out, which no batch replaces, and stays initial until its holder changes it', async () => {
    const flags = async () => {
      const [row] = await server().db.admin((run) =>
        run("select password_unset, password_initial from accounts where login_name = 'o2001r14'"),
      );
      return [row?.['password_unset'], row?.['password_initial']];
    };
    await server().db.admin((run) => run("update accounts set password_unset = true where login_name = 'o2001r14'"));
    const password = await reset('o2001r14');
    expect(await flags()).toEqual([false, true]);
    const client = await server().client.signIn('o2001r14', password);
    expect((await change(client, password, OWN)).status).toBe(200);
    expect(await flags()).toEqual([false, false]);
  });

  it('closes every signed call but sign-out, user info and the change', async () => {
    const password = await reset('o2001r7');
    const client = (await server().client.signIn('o2001r7', password)).withRole(2001, 7);
    const signed = server().product.declared.filter(({ access }) => access.auth === 'account' || access.auth === 'org');
    const open: string[] = [];
    for (const endpoint of signed.filter(({ name }) => name !== 'account.sign-out')) {
      const { status, code } = await call(client, endpoint);
      if (status !== 403 || code !== 'PSY_PASSWORD_INITIAL') open.push(endpoint.name);
    }
    expect(open.sort()).toEqual(['account.change-password', 'account.user-info']);
    // The description of the calls is served beside them.
    expect((await client.get('/openapi.json')).code).toBe('PSY_PASSWORD_INITIAL');
    expect((await client.delete(`/v2/oauth2/tokens/${client.session.access_token}`)).status).toBe(200);
  });

  const call = (client: Client, { method, path }: EndpointSpec) =>
    client.send(method, path.replace(/:[a-z_]+/g, 'nobodys-0001'), {
      ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
    });

  it('is replaced once, by another one, and then everything is open in the same session', async () => {
    const password = await reset('o2001r9');
    const client = (await server().client.signIn('o2001r9', password)).withRole(2001, 9);
    expect((await client.get(INFO)).data).toMatchObject({ must_change_password: true, login_name: 'o2001r9' });
    expect((await client.get('/v1/portal/rbac/pages')).code).toBe('PSY_PASSWORD_INITIAL');
    expect((await change(client, password, password)).fields).toEqual(['/new_password']);
    expect((await change(client, password, 'password')).fields).toEqual(['/new_password']);
    expect((await change(client, 'wrong', OWN)).fields).toEqual(['/old_password']);
    expect(await isInitial('o2001r9')).toBe(true);
    const answers = await Promise.all([change(client, password, OWN), change(client, password, 'Other-maple-48')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)].sort());
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await client.get('/v1/portal/rbac/pages')).status).toBe(200);
    expect((await client.get(INFO)).data).not.toHaveProperty('must_change_password');
    expect(await isInitial('o2001r9')).toBe(false);
  });

  it('stays one over a refresh of the tokens and another sign-in', async () => {
    const password = await reset('o2001r10');
    const client = await server().client.signIn('o2001r10', password);
    const fresh = await client.publicly('POST', `/v2/oauth2/tokens/actions/${client.session.refresh_token}`);
    const again = client.as({ session: fresh.data }).withRole(2001, 10);
    expect((await again.get('/v1/portal/rbac/pages')).code).toBe('PSY_PASSWORD_INITIAL');
    const second = (await server().client.signIn('o2001r10', password)).withRole(2001, 10);
    expect((await second.get('/v1/portal/rbac/pages')).code).toBe('PSY_PASSWORD_INITIAL');
  });

  describe('is that of', () => {
    it('an account that is opened for a student or guardian, and of a guardian after a reset', async () => {
      const client = await admin();
      const { items } = (await client.get('/v1/portal/guardians?size=1&is_register=true')).data;
      const answer = await client.post(`/v1/portal/guardians/${items[0].guardian_id}/reset_password`);
      expect([answer.status, answer.data]).toEqual([200, expect.objectContaining({ login_name: expect.any(String) })]);
      expect(await isInitial(answer.data.login_name)).toBe(true);
      const { class_id } = (await client.get('/v1/portal/classes?size=1')).data.items[0];
      const enrolled = { child_name: '新生', student_no: 'T1', class_id };
      const { child_id } = (await client.post('/v1/portal/students', enrolled)).data;
      const opened = await client.post(`/v1/portal/students/${child_id}/register`);
      expect(opened.status).toBe(200);
      expect(await isInitial(opened.data.login_name)).toBe(true);
    });

    it('no account of the demonstration and no authorised login, which has no holder of its own', async () => {
      const login = await (await admin()).post('/v1/portal/users/create/temp_account', { validity_duration: 24 });
      expect([login.status, await isInitial(login.data.login_name)]).toEqual([201, false]);
      expect(await isInitial('o2001r8')).toBe(false);
    });
  });

  it('ends with a reset by short message, which proves the holder', async () => {
    await reset('o2001r12');
    const [row] = await server().db.admin((run) =>
      run("select mobile from accounts where login_name = 'o2001r12'", []),
    );
    const mobile = String(row?.['mobile']);
    await server().client.publicly('POST', '/v1/accounts/sms', { type: 2, mobile });
    const code = /\d{6}/.exec(server().outbox.messages[0]?.text ?? '')?.[0];
    const { data } = await server().client.publicly('POST', '/v2/accounts/sms/check', { type: 2, mobile, code });
    const body = { mobile, sms_token: data.sms_token, password: md5(OWN) };
    expect((await server().client.publicly('PUT', '/v2/accounts/password/actions/reset', body)).status).toBe(200);
    expect(await isInitial('o2001r12')).toBe(false);
    expect((await (await server().client.signIn('o2001r12', OWN)).get(INFO)).status).toBe(200);
  });
});
