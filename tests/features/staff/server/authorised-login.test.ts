import { expect, it } from 'vitest';
import { dataOf, query, rowsOf, useVerifiedClient, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const CREATE = '/v1/portal/users/create/temp_account';
const TEACHERS = '/v1/portal/teachers';
const HOUR = 3_600_000;
interface Made {
  user_id: string;
  login_name: string;
  password: string;
  role_name: string;
  expires_at: string;
}

describeApi('an authorised login', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const bureau = useVerifiedClient(server, 1001, 1);
  const make = async (client: Client, validity_duration = 24) =>
    dataOf<Made>(await client.post(CREATE, { validity_duration }));
  const enter = async ({ login_name, password }: Made, org: number, role: number) =>
    (await server().client.signIn(login_name, password)).withRole(org, role);
  const opens = async (client: Client, path: string) => {
    const { status, code } = await client.get(path);
    return status === 200 ? 200 : code;
  };

  it('is a member of staff whom the administrator can list, find in the log, and disable early', async () => {
    const made = await make(admin());
    const [row] = dataOf<Listed>(await admin().get(query(TEACHERS, { login_name: made.login_name }))).items;
    expect(row).toMatchObject({
      user_id: made.user_id,
      role_names: '管理员',
      enabled: true,
      teacher_name: expect.stringMatching(/^授权登录（\d{4}-\d\d-\d\d \d\d:\d\d 止）$/),
    });
    const logs = await rowsOf(
      server(),
      'select act, resource, row_to_json(l)::text as entry from audit_logs l where row_id = $1',
      made.user_id,
    );
    expect(logs).toMatchObject([{ act: 'create', resource: 'teacher' }]);
    expect(JSON.stringify(logs)).not.toContain(made.password);
    expect(server().log.text).not.toContain(made.password);
    const guest = await enter(made, 2001, 5);
    expect((await admin().put(`${TEACHERS}/${made.user_id}/state`, { enabled: false })).status).toBe(200);
    expect(await opens(guest, TEACHERS)).toBe('AC_ORG_ROLE_FORBIDDEN');
  });

  it('is created by permitted roles for the allowed hours, and limited in number', async () => {
    for (const validity_duration of [undefined, 0, 25, '24', 8760])
      expect((await admin().post(CREATE, { validity_duration })).status).toBe(400);
    const made = await make(bureau(), 168);
    expect(await opens(await enter(made, 1001, 2), TEACHERS)).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => bureau().post(CREATE, { validity_duration: 24 })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409]);
  });

  it('is not created without a second proof', async () => {
    const names = () => rowsOf(server(), "select login_name from accounts where real_name like '授权登录%' order by 1");
    const before = await names();
    for (const client of [admin(), bureau()]) {
      const refused = await client.as({ secondaryToken: undefined }).post(CREATE, { validity_duration: 24 });
      expect([refused.status, refused.code]).toEqual([403, 'PSY_INVALID_SECONDARY_TOKEN']);
    }
    expect(await names()).toEqual(before);
  });

  it('cannot be put in charge', async () => {
    const made = await make(admin());
    const { people } = dataOf<{ people: { user_id: string }[] }>(await admin().get('/v1/portal/roles/leads'));
    expect(people.map(({ user_id }) => user_id)).not.toContain(made.user_id);
  });

  it('is valid for its hours as administrator, never with the role above, and ends with them', async () => {
    const made = await make(admin(), 72);
    expect(made).toMatchObject({
      role_name: '管理员',
      expires_at: new Date(server().clock.time + 72 * HOUR).toISOString(),
    });
    const guest = await enter(made, 2001, 5);
    expect([await opens(guest, TEACHERS), await opens(guest.withRole(2001, 4), TEACHERS)]).toEqual([
      200,
      'AC_ORG_ROLE_FORBIDDEN',
    ]);
    expect((await guest.post(CREATE, { validity_duration: 24 })).code).toBe('AC_FORBIDDEN');
    expect(JSON.stringify(dataOf<Listed>(await guest.get(query(TEACHERS, { login_name: 'o2001r8' }))).items)).toMatch(
      /"199\*{4}\d{4}"/,
    );
    expect(dataOf(await guest.as({ org: undefined }).get('/v1/portal/users/login_name'))).toEqual({
      login_name: made.login_name,
    });

    server().clock.advance(71 * HOUR);
    expect(await opens(await enter(made, 2001, 5), TEACHERS)).toBe(200);
    server().clock.advance(HOUR + 1);
    const late = await enter(made, 2001, 5);
    expect(await opens(late, TEACHERS)).toBe('AC_ORG_ROLE_FORBIDDEN');
    expect(dataOf(await late.as({ org: undefined }).get('/v1/users/info'))).toMatchObject({ orgs: [], roles: [] });
  });
});
