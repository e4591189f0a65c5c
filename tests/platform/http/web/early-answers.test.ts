import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eduStructures } from '../../../../src/features/classes/contract.ts';
import { pathOf } from '../../../../src/platform/contract/endpoint.ts';
import { createCall } from '../../../../src/platform/http/web/call.ts';
import { createClient } from '../../../../src/platform/http/web/client.ts';
import { createEarlyAnswers, requestEarly } from '../../../../src/platform/http/web/early-answers.ts';
import { createSessionStore, sessionFrom, type Choice } from '../../../../src/platform/http/web/session-store.ts';
import { portalServer, refusal } from '../../../support/msw.ts';
import { memoryStorage } from './memory-storage.ts';

let time = Date.parse('2026-11-21T08:00:00Z');
const portal = portalServer({ now: () => time });
beforeAll(() => portal.listen());
beforeEach(() => portal.reset());
afterAll(() => portal.close());

const CHOICE: Choice = { identity: 3, org_id: '2001', org_type: 2, role_id: 4 };
const OTHER: Choice = { ...CHOICE, org_id: '2002' };
const EMPTY = { items: [] };
const TARGET = pathOf(eduStructures);
const sent = () => portal.requests(eduStructures).length;

function tab() {
  const storage = memoryStorage();
  const earlyAnswers = createEarlyAnswers(() => time);
  const store = createSessionStore(storage);
  store.setSession(sessionFrom(portal.pair('a'), time, 'password'));
  const http = createClient({
    store,
    storage,
    locks: undefined,
    now: () => time,
    sleep: async () => undefined,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    origin: 'http://localhost:3000',
    viewportWidth: () => 1280,
    earlyAnswers,
  });
  return { http, store, call: createCall(http), earlyAnswers };
}

it('the next call takes the answer of an early request, once', async () => {
  portal.answer(eduStructures, EMPTY);
  const { http, call } = tab();
  requestEarly(http, [TARGET], CHOICE);
  expect(await call(eduStructures, {}, { as: CHOICE })).toEqual(EMPTY);
  expect(sent()).toBe(1);
  await call(eduStructures, {}, { as: CHOICE });
  expect(sent()).toBe(2);
});

it('a call in another organisation sends its own request', async () => {
  portal.answer(eduStructures, EMPTY);
  const { http, call } = tab();
  requestEarly(http, [TARGET], CHOICE);
  await call(eduStructures, {}, { as: OTHER });
  expect(portal.requests(eduStructures).map(({ headers }) => headers.get('org-id'))).toEqual(['2001', '2002']);
});

it('another user of the same role sends its own request', async () => {
  portal.answer(eduStructures, EMPTY);
  const { http, store, call } = tab();
  requestEarly(http, [TARGET], CHOICE);
  await expect.poll(sent).toBe(1);
  store.setSession({ ...sessionFrom(portal.pair('b'), time, 'password'), user_id: 'another' });
  await call(eduStructures, {}, { as: CHOICE });
  expect(sent()).toBe(2);
});

it('an answer that is too old is not used', async () => {
  portal.answer(eduStructures, EMPTY);
  const { http, call } = tab();
  requestEarly(http, [TARGET], CHOICE);
  await expect.poll(sent).toBe(1);
  time += 11_000;
  await call(eduStructures, {}, { as: CHOICE });
  expect(sent()).toBe(2);
});

it('a failed one is sent again by the call, which reports its own failure', async () => {
  let refused = true;
  portal.answer(eduStructures, () => (refused ? refusal('AC_INTERNAL') : EMPTY));
  const { http, call } = tab();
  requestEarly(http, [TARGET], CHOICE);
  const failed = call(eduStructures, {}, { as: CHOICE });
  await expect(failed).rejects.toMatchObject({ code: 'AC_INTERNAL', quiet: false });
  expect(sent()).toBe(2);
  refused = false;
  requestEarly(http, [TARGET], CHOICE);
  expect(await call(eduStructures, {}, { as: CHOICE })).toEqual(EMPTY);
});

it('a first render takes the data of an answer that is there, once', async () => {
  portal.answer(eduStructures, EMPTY);
  const { http, store, call, earlyAnswers } = tab();
  const asker = { userId: store.session()?.user_id, as: CHOICE };
  requestEarly(http, [TARGET], CHOICE);
  expect(earlyAnswers.takeData(TARGET, asker)).toBeUndefined();
  await expect.poll(sent).toBe(1);
  await earlyAnswers.settled();
  expect(earlyAnswers.takeData(TARGET, { ...asker, as: OTHER })).toBeUndefined();
  expect(earlyAnswers.takeData(TARGET, asker)).toEqual(EMPTY);
  expect(earlyAnswers.takeData(TARGET, asker)).toBeUndefined();
  await call(eduStructures, {}, { as: CHOICE });
  expect(sent()).toBe(2);
});

it('one that is too old or has failed gives no data, and nobody waits for it', async () => {
  portal.answer(eduStructures, EMPTY);
  const { http, store, earlyAnswers } = tab();
  const asker = { userId: store.session()?.user_id, as: CHOICE };
  requestEarly(http, [TARGET], CHOICE);
  await expect.poll(sent).toBe(1);
  await earlyAnswers.settled();
  time += 11_000;
  expect(earlyAnswers.takeData(TARGET, asker)).toBeUndefined();
  portal.answer(eduStructures, () => refusal('AC_INTERNAL'));
  requestEarly(http, [TARGET], CHOICE);
  await expect.poll(sent).toBe(2);
  await earlyAnswers.settled();
  expect(earlyAnswers.takeData(TARGET, asker)).toBeUndefined();
});
