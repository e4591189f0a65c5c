import { expect, it } from 'vitest';
import { createSender } from '../../../../src/features/screening/web/offline/sender.ts';
import { openUnsent, type UnsentAnswer } from '../../../../src/features/screening/web/offline/unsent.ts';
import { ApiError } from '../../../../src/platform/http/web/api-error.ts';
import { KEY, memoryDatabase } from './support.ts';

const owner = { userId: 'u1', sheetId: 'h1', until: 9_000 };
const answer = (item_id: string, value: number) => ({
  scale_id: 'mood',
  item_id,
  value,
  answered_at: '2026-11-20T08:00:00Z',
});
const failure = (status: number, code = 'X', fields: string[] = []) =>
  new ApiError({ status, code, message: '', details: fields.map((field) => ({ field, message: '' })) });
const OFFLINE = failure(0, 'NETWORK_ERROR');

/** A server that answers in turn with these failures, and takes everything afterwards. */
function aServer(...failures: (ApiError | undefined)[]) {
  const calls: UnsentAnswer[][] = [];
  return {
    calls,
    async send(answers: readonly UnsentAnswer[]) {
      calls.push([...answers]);
      const next = failures.shift();
      if (next) throw next;
    },
  };
}
/** Pauses that the test ends. */
function pauses() {
  const ends: (() => void)[] = [];
  return {
    lengths: [] as number[],
    async wait(ms: number, wake: AbortSignal) {
      this.lengths.push(ms);
      await new Promise<void>((resolve) => {
        ends.push(resolve);
        wake.addEventListener('abort', () => resolve(), { once: true });
      });
    },
    end: () => ends.shift()?.(),
  };
}

it('are encrypted, in their order, and readable only with the key of the sheet', async () => {
  const database = memoryDatabase();
  let now = 1000;
  const first = await openUnsent(database, KEY, owner, () => now);
  await first.add(answer('1', 3));
  now = 500;
  await first.add(answer('1', 0));
  expect(database.rows.map(({ seq }) => seq)).toEqual([1000, 1001]);
  expect(JSON.stringify(database.rows.map(({ sealed }) => Buffer.from(sealed).toString()))).not.toContain('mood');
  const again = await openUnsent(database, KEY, owner, () => now);
  expect(again.list().map(({ item_id, value, seq }) => [item_id, value, seq])).toEqual([
    ['1', 3, 1000],
    ['1', 0, 1001],
  ]);
  const other = Buffer.alloc(32, 8).toString('base64url');
  const list = async (key: string, userId: string) =>
    (await openUnsent(database, key, { ...owner, userId }, () => now)).list();
  expect([await list(other, 'u1'), await list(KEY, 'u2')]).toEqual([[], []]);
  // What cannot be read stays until its time is over.
  expect(database.rows).toHaveLength(2);
  await openUnsent(database, KEY, owner, () => owner.until + 1);
  expect(database.rows).toEqual([]);
});

it('go online only where the browser stores nothing, and the page knows it', async () => {
  expect((await openUnsent(undefined, KEY, owner)).durable).toBe(false);
  expect((await openUnsent(memoryDatabase(), undefined, owner)).durable).toBe(false);
  const database = memoryDatabase();
  const unsent = await openUnsent(database, KEY, owner);
  expect(unsent.durable).toBe(true);
  database.broken = true;
  await unsent.add(answer('1', 1));
  expect([unsent.durable, unsent.list().length]).toEqual([false, 1]);
});

it('are sent again with growing pauses until the server has them, and are then forgotten', async () => {
  const database = memoryDatabase();
  const unsent = await openUnsent(database, KEY, owner);
  const server = aServer(OFFLINE, OFFLINE, failure(503), undefined);
  const waits = pauses();
  const sender = createSender({
    unsent,
    send: server.send,
    isOwner: () => true,
    wait: (ms, wake) => waits.wait(ms, wake),
    random: () => 1,
  });
  await sender.add(answer('1', 1));
  await expect.poll(() => sender.state.get()).toBe('waiting');
  await sender.add(answer('2', 2));
  for (let i = 1; i <= 3; i++) {
    await expect.poll(() => waits.lengths.length).toBe(i);
    waits.end();
  }
  await expect.poll(() => sender.state.get()).toBe('saved');
  expect(waits.lengths).toEqual([1000, 2000, 4000]);
  expect(server.calls.at(-1)?.map(({ item_id }) => item_id)).toEqual(['1', '2']);
  expect([unsent.list(), database.rows]).toEqual([[], []]);
  sender.close();
});

it('are sent at once when the network is back', async () => {
  const unsent = await openUnsent(memoryDatabase(), KEY, owner);
  const server = aServer(OFFLINE);
  const sender = createSender({ unsent, send: server.send, isOwner: () => true });
  await sender.add(answer('1', 1));
  await expect.poll(() => sender.state.get()).toBe('waiting');
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => sender.state.get()).toBe('saved');
  sender.close();
});

it('are never sent under the session of another person', async () => {
  const database = memoryDatabase();
  const unsent = await openUnsent(database, KEY, owner);
  const server = aServer();
  let owns = false;
  const sender = createSender({ unsent, send: server.send, isOwner: () => owns });
  await sender.add(answer('1', 1));
  await expect.poll(() => sender.state.get()).toBe('signedOut');
  await sender.flush();
  expect([server.calls, database.rows.length]).toEqual([[], 1]);
  owns = true;
  await sender.flush();
  expect([server.calls.length, sender.state.get(), database.rows.length]).toEqual([1, 'saved', 0]);
  sender.close();
});

it('that the server refuses hold up no others, and late ones are dropped alone', async () => {
  const unsent = await openUnsent(memoryDatabase(), KEY, owner);
  for (const item of ['1', '2', '3', '4']) await unsent.add(answer(item, 1));
  const server = aServer(
    failure(400, 'PSY_INVALID_INPUT', ['/answers/1/value']),
    failure(409, 'PSY_EXAM_NOT_OPEN', ['/answers/2/answered_at']),
    undefined,
  );
  const sender = createSender({ unsent, send: server.send, isOwner: () => true });
  await sender.flush();
  expect(server.calls.map((call) => call.map(({ item_id }) => item_id).join(''))).toEqual(['1234', '134', '13']);
  expect(sender.state.get()).toBe('saved');
  sender.close();
});

it('end where the sheet is submitted, and stay where another device goes on', async () => {
  for (const [code, state, left] of [
    ['PSY_SHEET_SUBMITTED', 'ended', 0],
    ['PSY_SHEET_ELSEWHERE', 'elsewhere', 1],
  ] as const) {
    const database = memoryDatabase();
    const unsent = await openUnsent(database, KEY, owner);
    await unsent.add(answer('1', 1));
    const sender = createSender({ unsent, send: aServer(failure(409, code)).send, isOwner: () => true });
    await sender.flush();
    expect([sender.state.get(), database.rows.length]).toEqual([state, left]);
    sender.close();
  }
});
