import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eduStructures } from '../../../../src/features/classes/contract.ts';
import { getPreference, putPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import { ApiError } from '../../../../src/platform/http/web/api-error.ts';
import { createCall } from '../../../../src/platform/http/web/call.ts';
import { createClient, type ClientDependencies } from '../../../../src/platform/http/web/client.ts';
import { createSessionStore, sessionFrom } from '../../../../src/platform/http/web/session-store.ts';
import { refreshToken, serverTime, signIn, userInfo } from '../../../../src/platform/identity/contract.ts';
import { resourceEndpoints } from '../../../../src/platform/resources/contract/resource.ts';
import { siteByHost } from '../../../../src/platform/session/contract.ts';
import { staff } from '../../../support/msw-data.ts';
import { NEVER, NO_NETWORK, portalServer, refusal } from '../../../support/msw.ts';
import { memoryStorage } from './memory-storage.ts';

const T0 = Date.parse('2026-11-21T08:00:00Z');
/** The server's clock; the client's is behind it. */
let serverNow = T0;
const portal = portalServer({ now: () => serverNow });
const classes = resourceEndpoints({
  name: 'class',
  title: '班级',
  path: '/v1/portal/classes',
  area: 'org-manage/class',
  acts: [],
});

beforeAll(() => portal.listen());
beforeEach(() => {
  serverNow = T0;
  portal.reset();
});
afterEach(() => portal.reset());
afterAll(() => portal.close());

/** Tabs of one browser must not draw the same random values. */
const randomByte = (): number => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;

/** A tab of a browser whose clock is `behind` milliseconds behind the server's. */
interface TabOptions {
  storage?: Storage;
  behind?: number;
  width?: number;
  locks?: LockManager;
  /** Runs while a request is signed, after its session was read. */
  onSign?: () => void;
}

function tab({ storage = memoryStorage(), behind = 0, width = 1280, locks, onSign }: TabOptions = {}) {
  const slept: number[] = [];
  const store = createSessionStore(storage);
  const machine: ClientDependencies = {
    store,
    storage,
    locks,
    now: () => serverNow - behind,
    sleep: (ms) => {
      slept.push(ms);
      return new Promise((done) => setTimeout(done, 0));
    },
    random(n) {
      onSign?.();
      return Uint8Array.from({ length: n }, () => randomByte());
    },
    origin: 'http://localhost:3000',
    viewportWidth: () => width,
  };
  return { store, slept, machine, call: createCall(createClient(machine)) };
}

/** A tab with a session that expires in `expiresIn` seconds. */
function signedIn(expiresIn = 7200, options: TabOptions = {}) {
  const t = tab(options);
  t.store.setSession(sessionFrom(portal.pair('a', 'u1', expiresIn), t.machine.now(), 'password'));
  return t;
}

const failureOf = async (work: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await work.then(
    () => undefined,
    (e: unknown) => e,
  );
  if (!(error instanceof ApiError)) throw new Error('expected an ApiError', { cause: error });
  return error;
};

describe('a signed call', () => {
  it('is accepted by a server that verifies the MAC, and returns the data without its envelope', async () => {
    portal.answer(userInfo, staff());
    await expect(signedIn().call(userInfo)).resolves.toMatchObject({ real_name: '李超' });
  });

  it('sends and signs organisation, type and role once they are chosen', async () => {
    portal.answer(eduStructures, { items: [] });
    const t = signedIn();
    t.store.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 4 });
    await t.call(eduStructures);
    const headers = portal.requests(eduStructures)[0]?.headers;
    expect(['org-id', 'org-type', 'role-id'].map((name) => headers?.get(name))).toEqual(['2001', '2', '4']);
  });

  it('sends the organisation without a role for a student', async () => {
    portal.answer(userInfo, staff());
    const t = signedIn();
    t.store.choose({ identity: 1, org_id: '2001', org_type: 2, role_id: null });
    await t.call(userInfo);
    const headers = portal.requests(userInfo)[0]?.headers;
    expect(['org-id', 'org-type', 'role-id'].map((name) => headers?.get(name))).toEqual(['2001', '2', null]);
  });

  it('sends the secondary token while it is valid, and clears an expired one', async () => {
    portal.answer(userInfo, staff());
    const t = signedIn();
    t.store.setSecondary({ secondary_token: 'second', expires_at: serverNow + 1000 });
    await t.call(userInfo);
    serverNow += 2000;
    await t.call(userInfo);
    expect(portal.requests(userInfo).map(({ headers }) => headers.get('secondary-token'))).toEqual(['second', null]);
  });

  it('names the mobile app under 600 px', async () => {
    portal.answer(userInfo, staff());
    await signedIn(7200, { width: 599 }).call(userInfo);
    await signedIn(7200, { width: 600 }).call(userInfo);
    expect(portal.requests(userInfo).map(({ headers }) => headers.get('app-id'))).toEqual([
      'portal-mobile',
      'portal-web',
    ]);
  });

  it('signs the address exactly as it is sent, including Chinese and reserved characters', async () => {
    portal.answer(classes.list, { total: 0, items: [] });
    const t = signedIn();
    t.store.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 4 });
    const query: { page: number } & Record<string, unknown> = {
      class_name: "初一（3）班 & 'x' + |%",
      grade: '7,8',
      page: 2,
    };
    await t.call(classes.list, { query });
    expect(portal.requests(classes.list)[0]?.query).toEqual({
      class_name: "初一（3）班 & 'x' + |%",
      grade: '7,8',
      page: '2',
    });
  });

  it('signs a body byte by byte', async () => {
    portal.answer(putPreference, { ok: true });
    await signedIn().call(putPreference, {
      params: { key: 'class-list' },
      body: { value: { columns: ['班级', '😀'] } },
    });
    expect(portal.requests(putPreference)[0]?.body).toEqual({ value: { columns: ['班级', '😀'] } });
  });

  it('uses the offset to the server clock from the sign-in', async () => {
    portal.answer(userInfo, staff());
    const t = signedIn(7200, { behind: 3 * 3_600_000 });
    await t.call(userInfo);
    expect(t.store.session()?.differtimestamp).toBe(3 * 3_600_000);
    expect(t.slept).toEqual([]);
  });

  it('fails like an ended session without a session', async () => {
    expect(await failureOf(tab().call(userInfo))).toMatchObject({ code: 'AC_AUTH_INVALID_TOKEN', status: 401 });
  });
});

describe('a call without a session', () => {
  it('is sent unsigned, with its app only', async () => {
    portal.answer(siteByHost, { is_custom: false, site_name: '站点', company_slogan: '', host: 'x' });
    await tab().call(siteByHost, { query: { host: 'x' } });
    const headers = portal.requests(siteByHost)[0]?.headers;
    expect([headers?.get('app-id'), headers?.has('authorization')]).toEqual(['portal-web', false]);
  });
});

describe('AC_NONCE_INVALID', () => {
  it('is retried with a fresh nonce, 500 ms apart, until it is accepted', async () => {
    let refused = 0;
    portal.answer(userInfo, () => (refused++ < 3 ? refusal('AC_NONCE_INVALID') : staff()));
    const t = signedIn();
    await t.call(userInfo);
    const nonces = portal
      .requests(userInfo)
      .map(({ headers }) => /nonce="([^"]+)"/.exec(headers.get('authorization') ?? '')?.[1]);
    expect([nonces.length, new Set(nonces).size, t.slept]).toEqual([4, 4, [500, 500, 500]]);
  });

  it('fails after four more attempts', async () => {
    portal.answer(userInfo, () => refusal('AC_NONCE_INVALID'));
    expect(await failureOf(signedIn().call(userInfo))).toMatchObject({ code: 'AC_NONCE_INVALID' });
    expect(portal.requests(userInfo)).toHaveLength(5);
  });

  it('updates the clock offset, so that a clock that was set wrong meanwhile does not matter', async () => {
    portal.answer(userInfo, staff());
    const t = signedIn();
    const session = t.store.session();
    if (session !== undefined) t.store.setSession({ ...session, differtimestamp: -3_600_000 });
    await t.call(userInfo);
    expect([t.store.session()?.differtimestamp, portal.requests(serverTime).length]).toEqual([0, 1]);
  });
});

describe('a session with under 30 minutes left', () => {
  /** A token can be exchanged once, as at the server: a second use ends the chain. */
  function exchanges() {
    const spent = new Set<string>();
    portal.answer(refreshToken, async ({ params }) => {
      await new Promise((done) => setTimeout(done, 5));
      const token = params.refresh_token ?? '';
      if (spent.has(token)) return refusal('AC_AUTH_INVALID_TOKEN');
      spent.add(token);
      portal.ends('access-token-a');
      return portal.pair('b');
    });
  }

  it('is refreshed once, however many requests wait', async () => {
    exchanges();
    portal.answer(userInfo, staff());
    const t = signedIn(1799);
    await Promise.all(Array.from({ length: 8 }, () => t.call(userInfo)));
    expect([
      portal.requests(refreshToken).length,
      portal.requests(userInfo).length,
      t.store.session()?.access_token,
    ]).toEqual([1, 8, 'access-token-b']);
  });

  it('is not refreshed with 30 minutes left', async () => {
    exchanges();
    portal.answer(userInfo, staff());
    await signedIn(1800).call(userInfo);
    expect(portal.requests(refreshToken)).toHaveLength(0);
  });

  it.each([
    ['without Web Locks', undefined],
    ['with Web Locks', fakeLocks()],
  ])('is refreshed once across tabs, %s', async (_, locks) => {
    exchanges();
    portal.answer(userInfo, staff());
    const storage = memoryStorage();
    const first = signedIn(60, { storage, ...(locks && { locks }) });
    const second = tab({ storage, ...(locks && { locks }) });
    await Promise.all([first.call(userInfo), second.call(userInfo), first.call(userInfo)]);
    expect([portal.requests(refreshToken).length, portal.requests(userInfo).length]).toEqual([1, 3]);
  });

  it('continues to work when the refresh got no answer and the token is still valid', async () => {
    portal.answer(refreshToken, NO_NETWORK);
    portal.answer(userInfo, staff());
    const t = signedIn(1000);
    await t.call(userInfo);
    await t.call(userInfo);
    expect([portal.requests(userInfo).length, portal.requests(refreshToken).length]).toEqual([2, 1]);
  });

  it('fails when the token has expired and cannot be exchanged', async () => {
    portal.answer(refreshToken, refusal('AC_AUTH_TOKEN_EXPIRED'));
    expect(await failureOf(signedIn(-1).call(userInfo))).toMatchObject({ code: 'AC_AUTH_TOKEN_EXPIRED' });
  });

  it('does not sign in again a user who signed out during the refresh', async () => {
    const t = signedIn(60);
    portal.answer(refreshToken, () => {
      t.store.clear();
      return portal.pair('b');
    });
    await failureOf(t.call(userInfo));
    expect(t.store.session()).toBeUndefined();
  });
});

describe('a token that another tab has exchanged', () => {
  it('is replaced by the new one, and the request is repeated', async () => {
    let signed = 0;
    const storage = memoryStorage();
    const other = createSessionStore(storage);
    const t = signedIn(7200, {
      storage,
      onSign() {
        // The client's own id is random too; the request id follows.
        if (++signed !== 2) return;
        portal.ends('access-token-a');
        other.setSession(sessionFrom(portal.pair('b'), serverNow, 'password'));
      },
    });
    portal.answer(userInfo, staff());
    await expect(t.call(userInfo)).resolves.toMatchObject({ user_id: 'u1' });
    expect(signed).toBe(3);
  });

  it('is not repeated when the session has really ended', async () => {
    const t = signedIn();
    portal.ends('access-token-a');
    portal.answer(userInfo, staff());
    expect(await failureOf(t.call(userInfo))).toMatchObject({ code: 'AC_AUTH_INVALID_TOKEN' });
  });
});

describe('a request', () => {
  it('fails after 60 s', () => {
    expect(createClient(tab().machine).defaults.timeout).toBe(60_000);
  });
});

describe('a failure', () => {
  it('carries code, status, message, details and request id', async () => {
    portal.answer(
      getPreference,
      refusal('PSY_INVALID_INPUT', { message: '请检查', details: [{ field: '/class_name', message: '不能重名' }] }),
    );
    expect(await failureOf(signedIn().call(getPreference, { params: { key: 'k' } }))).toMatchObject({
      code: 'PSY_INVALID_INPUT',
      status: 400,
      message: '请检查',
      requestId: 'test-request',
      details: [{ field: '/class_name', message: '不能重名' }],
      quiet: false,
    });
  });

  it('of the network has its own code', async () => {
    portal.answer(userInfo, NO_NETWORK);
    expect(await failureOf(signedIn().call(userInfo))).toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  });

  it('by timeout has its own code', async () => {
    portal.answer(userInfo, NEVER);
    expect(await failureOf(signedIn().call(userInfo, {}, { timeout: 20 }))).toMatchObject({
      code: 'REQUEST_TIMEOUT',
      status: 0,
    });
  });

  it('of a cancelled request has its own code', async () => {
    const stop = new AbortController();
    portal.answer(userInfo, () => {
      stop.abort();
      return NEVER;
    });
    const call = signedIn().call(userInfo, {}, { signal: stop.signal });
    expect(await failureOf(call)).toMatchObject({ code: 'REQUEST_CANCELLED' });
  });

  it('is marked when no message may be shown', async () => {
    portal.answer(userInfo, refusal('PSY_NOT_FOUND'));
    expect(await failureOf(signedIn().call(userInfo, {}, { quiet: true }))).toMatchObject({ quiet: true });
  });

  it('of a sign-in contains the server message', async () => {
    portal.answer(signIn, refusal('SHOW_VERIFY_CODE'));
    expect(
      await failureOf(tab().call(signIn, { body: { account: 'a', password: 'd41d8cd98f00b204e9800998ecf8427e' } })),
    ).toMatchObject({ code: 'SHOW_VERIFY_CODE', status: 401 });
  });
});

describe('a download', () => {
  it('returns the file with its name', async () => {
    portal.answer(classes.export, new Blob(['xlsx'], { type: 'application/octet-stream' }));
    const t = signedIn();
    t.store.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 4 });
    const { blob, fileName } = await t.call(classes.export, { query: {} });
    expect([await blob.text(), fileName]).toEqual(['xlsx', '班级.xlsx']);
  });

  it('that is refused contains the reason, and shows no message', async () => {
    portal.answer(classes.export, refusal('AC_FORBIDDEN'));
    const t = signedIn();
    t.store.choose({ identity: 3, org_id: '2001', org_type: 2, role_id: 4 });
    expect(await failureOf(t.call(classes.export, { query: {} }))).toMatchObject({
      code: 'AC_FORBIDDEN',
      status: 403,
      quiet: true,
    });
  });
});

/** The part of Web Locks that the client uses. */
function fakeLocks(): LockManager {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_name: string, work: () => Promise<unknown>) => {
      const run = last.then(work);
      last = run.catch(() => undefined);
      return run;
    },
    query: () => Promise.resolve({ held: [], pending: [] }),
  } as unknown as LockManager;
}
