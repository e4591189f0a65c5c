import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eduStructures } from '../../../../src/features/classes/contract.ts';
import { abilities, mergedSchemas } from '../../../../src/platform/access/contract.ts';
import { pathOf } from '../../../../src/platform/contract/endpoint.ts';
import { createCall } from '../../../../src/platform/http/web/call.ts';
import { createClient } from '../../../../src/platform/http/web/client.ts';
import { createSessionStore, sessionFrom, type Choice } from '../../../../src/platform/http/web/session-store.ts';
import { requestPageEarly } from '../../../../src/platform/pages/web/request-page-early.ts';
import { indexConfig, orgDetails } from '../../../../src/platform/session/contract.ts';
import { abilitiesOf, orgState } from '../../../support/msw-data.ts';
import { portalServer, refusal, SITE } from '../../../support/msw.ts';
import { memoryStorage } from '../../http/web/memory-storage.ts';

const portal = portalServer();
beforeAll(() => portal.listen());
beforeEach(() => {
  portal.reset();
  portal.answer(eduStructures, { items: [] });
  portal.answer(mergedSchemas, { version: '1', resources: {} });
  portal.answer(orgDetails, orgState());
  portal.answer(indexConfig, { org_id: '2001', welcome: '', site: SITE, host_editable: false });
  portal.answer(abilities, { ...abilitiesOf(['crisis/case', 'org-manage/class']), protected: ['crisis/case'] });
});
afterAll(() => portal.close());

const CHOICE: Choice = { identity: 3, org_id: '2001', org_type: 2, role_id: 4 };
const requests = [pathOf(eduStructures)];
const requestsOf = (query: URLSearchParams) => (query.get('of') === 'structures' ? requests : []);
const sent = () => portal.requests(eduStructures).length;

/** Reloads a page. `page` sends its request, and returns how often the server was asked in all. */
function reload(
  area: 'crisis/case' | 'org-manage/class' | 'warning/manual' | undefined,
  { proved = false, search = '', storage = memoryStorage() } = {},
) {
  const store = createSessionStore(storage);
  store.setSession(sessionFrom(portal.pair('a'), Date.now(), 'password'));
  const http = createClient({
    store,
    storage,
    locks: undefined,
    now: Date.now,
    sleep: async () => undefined,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    origin: 'http://localhost:3000',
    viewportWidth: () => 1280,
  });
  const early = requestPageEarly(
    { http, store },
    CHOICE,
    { ...(area && { area }), requests, requestsOf },
    { search, proved },
  );
  const call = createCall(http);
  const page = async () => {
    await call(eduStructures, {}, { as: CHOICE });
    return sent();
  };
  return { early, call, page };
}

it('a protected page without a proof is asked for nothing until it asks itself', async () => {
  const { early, page } = reload('crisis/case');
  await early;
  expect(sent()).toBe(0);
  expect(await page()).toBe(1);
});

it('a page that the role may not open is asked for nothing', async () => {
  const { early, page } = reload('warning/manual');
  await early;
  expect(sent()).toBe(0);
  expect(await page()).toBe(1);
});

it.each([
  ['of a protected page with a proof', 'crisis/case', true],
  ['of a page without an area', undefined, false],
] as const)('the requests %s do not wait for the rights', async (_, area, proved) => {
  portal.answer(abilities, refusal('AC_INTERNAL'));
  const { early, page } = reload(area, { proved });
  await early;
  await expect.poll(sent).toBe(1);
  expect(await page()).toBe(1);
});

it('those of a page that is not protected follow the rights, whose answer the layout takes', async () => {
  const { early, call, page } = reload('org-manage/class');
  await early;
  await expect.poll(sent).toBe(1);
  expect(await page()).toBe(1);
  expect(await call(abilities, {}, { as: CHOICE })).toMatchObject({ protected: ['crisis/case'] });
  expect(portal.requests(abilities)).toHaveLength(1);
});

it('without rights the requests are left to the page', async () => {
  portal.answer(abilities, refusal('AC_INTERNAL'));
  const { early, page } = reload('org-manage/class');
  await expect(early).rejects.toMatchObject({ code: 'AC_INTERNAL' });
  expect(await page()).toBe(1);
});

describe('a page that opened at once at the last visit', () => {
  it('is asked for its requests beside the rights', async () => {
    const storage = memoryStorage();
    await reload('org-manage/class', { storage }).early;
    await expect.poll(sent).toBe(1);
    portal.answer(abilities, refusal('AC_INTERNAL'));
    const { early, page } = reload('org-manage/class', { storage });
    await expect(early).rejects.toMatchObject({ code: 'AC_INTERNAL' });
    await expect.poll(sent).toBe(2);
    expect(await page()).toBe(2);
  });

  it('waits for the rights again once it is protected', async () => {
    const storage = memoryStorage();
    await reload('org-manage/class', { storage }).early;
    await expect.poll(sent).toBe(1);
    portal.answer(abilities, { ...abilitiesOf(['org-manage/class']), protected: ['org-manage/class'] });
    await reload('org-manage/class', { storage }).early;
    await expect.poll(sent).toBe(2);
    await reload('org-manage/class', { storage }).early;
    expect(sent()).toBe(2);
  });

  it('waits for the rights in another role, and after a sign-out', () => {
    const store = createSessionStore(memoryStorage());
    store.setOpened(CHOICE, 'org-manage/class', true);
    expect(store.wasOpened(CHOICE, 'org-manage/class')).toBe(true);
    expect(store.wasOpened({ ...CHOICE, role_id: 8 }, 'org-manage/class')).toBe(false);
    store.clear();
    expect(store.wasOpened(CHOICE, 'org-manage/class')).toBe(false);
  });
});

it('an address with a query is asked for what the page names for it', async () => {
  const { early, page } = reload(undefined, { search: '?of=structures' });
  await early;
  await expect.poll(sent).toBe(1);
  expect(await page()).toBe(1);
});

it('a list with filters is asked for nothing until it asks itself', async () => {
  const { early, page } = reload(undefined, { search: '?search=1' });
  await early;
  expect(sent()).toBe(0);
  expect(await page()).toBe(1);
});
