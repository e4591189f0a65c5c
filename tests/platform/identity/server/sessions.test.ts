import { describe, expect, it } from 'vitest';
import type { Client, Session } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { startServer } from '../../../support/server.ts';
import { DAY, HOUR, PASSWORD, SECOND, anotherProcess, dataOf, useWorld } from '../../../support/world.ts';

describeApi('a session', (kind) => {
  const world = useWorld(kind);
  const signIn = (account: string) => world().client.signIn(account, PASSWORD);
  const refresh = (token: string) => world().client.publicly('POST', `/v2/oauth2/tokens/actions/${token}`);
  const whoAmI = async (client: Client) => {
    const { status, code } = await client.get('/v1/users/info');
    return code ?? status;
  };
  const by = (session: Session) => world().client.as({ session });

  it('expires after two hours', async () => {
    const client = await signIn('plain');
    world().clock.advance(2 * HOUR - SECOND);
    expect(await whoAmI(client)).toBe(200);
    world().clock.advance(SECOND);
    expect(await whoAmI(client)).toBe('AC_AUTH_TOKEN_EXPIRED');
  });

  it('is not found by any other token', async () => {
    const client = await signIn('plain');
    expect(
      await whoAmI(client.as({ session: { ...client.session, access_token: client.session.refresh_token } })),
    ).toBe('AC_AUTH_INVALID_TOKEN');
  });

  it("is refused with another session's signing secret", async () => {
    const [one, other] = [await signIn('plain'), await signIn('multi')];
    expect(await whoAmI(one.as({ session: { ...one.session, code: other.session.code } }))).toBe(
      'AC_AUTH_INVALID_SIGNATURE',
    );
  });

  it('survives a restart and the loss of all caches', async () => {
    const client = await signIn('plain');
    const restarted = await startServer(world().db, {}, world().clock);
    try {
      expect(await whoAmI(client.as({ port: restarted.port }))).toBe(200);
      const renewed = await restarted.client.publicly(
        'POST',
        `/v2/oauth2/tokens/actions/${client.session.refresh_token}`,
      );
      expect(renewed.status).toBe(200);
    } finally {
      await restarted.close();
    }
  });

  describe('when another session begins', () => {
    it('ends for the same kind of app and stays for another', async () => {
      const web = await signIn('multi');
      const mobile = await world().client.as({ appId: 'portal-mobile' }).signIn('multi', PASSWORD);
      expect([await whoAmI(web), await whoAmI(mobile)]).toEqual([200, 200]);
      const again = await signIn('multi');
      expect([await whoAmI(web), await whoAmI(mobile), await whoAmI(again)]).toEqual([
        'AC_AUTH_INVALID_TOKEN',
        200,
        200,
      ]);
      expect((await refresh(web.session.refresh_token)).code).toBe('AC_AUTH_INVALID_TOKEN');
      expect(await whoAmI(again)).toBe(200);
    });

    it('is the only one after concurrent sign-ins', async () => {
      const clients = await Promise.all(Array.from({ length: 8 }, () => signIn('plain')));
      const alive = (await Promise.all(clients.map(whoAmI))).filter((answer) => answer === 200);
      expect(alive).toHaveLength(1);
    });

    it('ends in other processes at once', async () => {
      const other = await anotherProcess(world());
      try {
        const client = await signIn('plain');
        const there = client.as({ port: other.port });
        expect(await whoAmI(there)).toBe(200);
        await signIn('plain');
        expect(await whoAmI(there)).toBe('AC_AUTH_INVALID_TOKEN');
      } finally {
        await other.close();
      }
    });
  });

  describe('when it is refreshed', () => {
    it('gets a new pair, and the old one is invalid', async () => {
      const client = await signIn('plain');
      const answer = await refresh(client.session.refresh_token);
      expect(answer.status).toBe(200);
      const data = dataOf<Session>(answer);
      expect(data).toMatchObject({ user_id: 'plain', expires_in: 7200, server_time: world().clock.now() });
      expect([data.access_token, data.refresh_token, data.code]).not.toContain(client.session.access_token);
      expect(await whoAmI(by(data))).toBe(200);
      expect(await whoAmI(client)).toBe('AC_AUTH_INVALID_TOKEN');
    });

    it('continues after its access token expired, within fourteen days', async () => {
      const client = await signIn('plain');
      world().clock.advance(14 * DAY - SECOND);
      const data = dataOf<Session>(await refresh(client.session.refresh_token));
      expect(await whoAmI(by(data))).toBe(200);
      world().clock.advance(14 * DAY);
      const late = await refresh(data.refresh_token);
      expect([late.status, late.code]).toEqual([401, 'AC_AUTH_TOKEN_EXPIRED']);
    });

    it('ends with its whole chain when a refresh token is used twice', async () => {
      const first = (await signIn('plain')).session;
      const second = dataOf<Session>(await refresh(first.refresh_token));
      const third = dataOf<Session>(await refresh(second.refresh_token));
      expect(await whoAmI(by(third))).toBe(200);
      const again = await refresh(first.refresh_token);
      expect([again.status, again.code]).toEqual([401, 'AC_AUTH_INVALID_TOKEN']);
      expect(await whoAmI(by(third))).toBe('AC_AUTH_INVALID_TOKEN');
      expect((await refresh(third.refresh_token)).code).toBe('AC_AUTH_INVALID_TOKEN');
    });

    it('does not end the chain of another device or user', async () => {
      const [plain, multi] = [await signIn('plain'), await signIn('multi')];
      await refresh(plain.session.refresh_token);
      await refresh(plain.session.refresh_token);
      expect(await whoAmI(multi)).toBe(200);
    });

    it('is exchanged once by concurrent refreshes', async () => {
      const { refresh_token } = (await signIn('plain')).session;
      const answers = await Promise.all([refresh(refresh_token), refresh(refresh_token)]);
      expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200, 401]));
      // The second refresh counts as reuse.
      const won = answers.find((a) => a.status === 200)!;
      expect(await whoAmI(by(dataOf<Session>(won)))).toBe('AC_AUTH_INVALID_TOKEN');
    });

    it('is refused for an invalid refresh token', async () => {
      const client = await signIn('plain');
      expect((await refresh('nothing')).code).toBe('AC_AUTH_INVALID_TOKEN');
      expect((await refresh(client.session.access_token)).code).toBe('AC_AUTH_INVALID_TOKEN');
      expect(await whoAmI(client)).toBe(200);
    });

    it('is refused once the account is closed', async () => {
      const client = await signIn('closed');
      await world().db.admin((run) => run("update accounts set enabled = false where user_id = 'closed'"));
      expect((await refresh(client.session.refresh_token)).code).toBe('AC_AUTH_INVALID_TOKEN');
    });
  });

  describe('the sign-out of its owner', () => {
    const signOut = (client: Client, token: string) => client.delete(`/v2/oauth2/tokens/${token}`);

    it('ends the session here and in other processes, with its refresh token', async () => {
      const other = await anotherProcess(world());
      try {
        const client = await signIn('plain');
        const there = client.as({ port: other.port });
        expect(await whoAmI(there)).toBe(200);
        const answer = await signOut(client, client.session.access_token);
        expect([answer.status, answer.data]).toEqual([200, { ok: true }]);
        expect([await whoAmI(client), await whoAmI(there)]).toEqual(['AC_AUTH_INVALID_TOKEN', 'AC_AUTH_INVALID_TOKEN']);
        expect((await refresh(client.session.refresh_token)).code).toBe('AC_AUTH_INVALID_TOKEN');
      } finally {
        await other.close();
      }
    });

    it('can end another device of the same user, but not of another user', async () => {
      const web = await signIn('multi');
      const mobile = await world().client.as({ appId: 'portal-mobile' }).signIn('multi', PASSWORD);
      const stranger = await signIn('plain');
      expect((await signOut(stranger, mobile.session.access_token)).code).toBe('AC_FORBIDDEN');
      expect(await whoAmI(mobile)).toBe(200);
      expect((await signOut(web, mobile.session.access_token)).status).toBe(200);
      expect([await whoAmI(web), await whoAmI(mobile)]).toEqual([200, 'AC_AUTH_INVALID_TOKEN']);
    });

    it('writes no token to the log', async () => {
      const client = await signIn('plain');
      await signOut(client, client.session.access_token);
      for (const secret of [client.session.access_token, client.session.refresh_token, client.session.code])
        expect(world().log.text).not.toContain(secret);
    });
  });

  it("ends at once in every process when its owner's account is closed", async () => {
    const other = await anotherProcess(world());
    try {
      await world().db.admin((run) => run("update accounts set enabled = true where user_id = 'closed'"));
      const client = await signIn('closed');
      const there = client.as({ port: other.port });
      expect([await whoAmI(client), await whoAmI(there)]).toEqual([200, 200]);
      await world().db.admin((run) => run("update accounts set enabled = false where user_id = 'closed'"));
      await world().services.access.invalidateUser('closed');
      expect([await whoAmI(client), await whoAmI(there)]).toEqual(['AC_AUTH_INVALID_TOKEN', 'AC_AUTH_INVALID_TOKEN']);
    } finally {
      await other.close();
    }
  });

  it('ends for all devices of a person together', async () => {
    const web = await signIn('multi');
    const mobile = await world().client.as({ appId: 'portal-mobile' }).signIn('multi', PASSWORD);
    await world().services.sessions.endAllOf('multi');
    expect([await whoAmI(web), await whoAmI(mobile)]).toEqual(['AC_AUTH_INVALID_TOKEN', 'AC_AUTH_INVALID_TOKEN']);
  });

  it('is cached between requests', async () => {
    const client = await signIn('plain');
    await client.get('/v1/users/info');
    const asked: string[] = [];
    const stop = world().db.onStatement(({ sql }) => asked.push(sql));
    await client.get('/v1/users/info');
    stop();
    expect(asked.filter((sql) => sql.includes('sessions'))).toEqual([]);
  });

  it('deletes expired pairs', async () => {
    await signIn('admin');
    world().clock.advance(15 * DAY);
    await signIn('admin');
    const [row] = await world().db.admin((run) => run("select count(*) as n from sessions where user_id = 'admin'"));
    expect(row?.n).toBe(1);
  });
});
