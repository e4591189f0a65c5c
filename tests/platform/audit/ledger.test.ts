import { DatabaseError } from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { headIn, headsIn } from '../../../src/platform/audit/server/countersignatures.ts';
import { canonical, createLedger, type LoggedEntry } from '../../../src/platform/audit/server/ledger.ts';
import { chainExtension } from '../../../src/platform/audit/server/queries/audit-chain.ts';
import { addEntries } from '../../../src/platform/audit/server/queries/audit-logs.ts';
import type { Extension, Tx } from '../../../src/platform/db/server/database.ts';
import { DatabaseUnavailable, TransactionTimeout } from '../../../src/platform/db/server/errors.ts';

const ledger = createLedger('a secret of the tests that is long enough');
const entry = (n: number): LoggedEntry => ({
  org_id: 'S',
  log_id: `log-${n}`,
  at: '2026-09-01T00:00:00.000Z',
  user_id: 'u',
  role_id: null,
  act: 'update',
  resource: 'class',
  row_id: String(n),
  row_label: null,
  before: null,
  after: null,
  address: null,
  request_id: null,
});

describe('canonical JSON', () => {
  it('is the same text for the same content, and valid JSON', () => {
    expect(canonical({ b: [1, 'x', null], a: { d: true, c: undefined } })).toBe('{"a":{"d":true},"b":[1,"x",null]}');
    expect(canonical([undefined, () => 1])).toBe('[null,null]');
    expect(canonical(undefined)).toBe('null');
    expect(canonical({ at: new Date(0), toJSON: 'a text' })).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","toJSON":"a text"}',
    );
  });
});

describe('a signature of a head', () => {
  const head = { seq: 3, hash: 'h' };
  const signature = ledger.sign('S', head);

  it('is that of one chain, number and hash', () => {
    expect(ledger.verify('S', head, signature)).toBe(true);
    for (const [org, other] of [
      ['T', head],
      ['S', { ...head, seq: 4 }],
      ['S', { ...head, hash: 'i' }],
    ] as const)
      expect(ledger.verify(org, other, signature)).toBe(false);
    for (const wrong of ['', signature.slice(1), `${signature}x`, 'x'.repeat(signature.length)])
      expect(ledger.verify('S', head, wrong)).toBe(false);
  });

  it('is read from JSON only where it is whole', () => {
    expect(headIn({ seq: 1, hash: 'h', more: true })).toEqual({ seq: 1, hash: 'h' });
    for (const wrong of [{ seq: '1', hash: 'h' }, { seq: 1 }, { hash: 'h' }, null, 'text'])
      expect(headIn(wrong)).toBeUndefined();
    expect(headsIn({ S: { seq: 1, hash: 'h' }, T: { seq: 1 } })).toEqual({ S: { seq: 1, hash: 'h' } });
    for (const none of [null, undefined, 7]) expect(headsIn(none)).toEqual({});
  });
});

describe('a process that writes a chain', () => {
  const own = createLedger('another secret of the tests, as long');
  const start = { seq: 7, hash: 'seven' };
  const tx = { run: vi.fn(async () => [{ ...start, signature: own.sign('S', start) }]) } as unknown as Pick<Tx, 'run'>;
  const next = (n: number) => chainExtension(own, 'S', [entry(n)]);
  const follows = (extension = next(0)) => extension.follow() !== undefined;

  it('locks the head until it knows the end, and for ten writes after another process was faster', async () => {
    const first = next(1);
    expect(follows(first)).toBe(false);
    first.overtaken();
    await first.statements(tx);
    expect(follows()).toBe(false);
    first.committed();
    expect([follows(), follows(chainExtension(own, 'T', [entry(1)]))]).toEqual([true, false]);
    next(2).overtaken();
    for (let write = 1; write <= 10; write++) {
      expect([write, follows()]).toEqual([write, false]);
      const extension = next(write);
      await extension.statements(tx);
      extension.committed();
    }
    expect(follows()).toBe(true);
  });
});

describe('the last change of a transaction', () => {
  const coded = (code: string) => Object.assign(new DatabaseError(code, 0, 'error'), { code });
  const extended = (...groups: (readonly LoggedEntry[])[]) => {
    const extensions: Extension[] = [];
    const tx = { extendLast: (extension: Extension) => extensions.push(extension) } as unknown as Tx;
    for (const entries of groups) addEntries(tx, ledger, 'S', entries);
    return extensions;
  };

  it('is one for all entries, and none without one', () => {
    expect(extended([]).length).toBe(0);
    expect(extended([entry(1)], [], [entry(2), entry(3)]).map(({ key }) => key)).toEqual(['audit S']);
  });

  it('fails as an unavailable log, but for errors that callers handle', () => {
    const [extension] = extended([entry(1)]);
    const handled = [
      new DatabaseUnavailable('gone'),
      new TransactionTimeout(1),
      coded('57014'),
      coded('53100'),
      coded('23505'),
      coded('23503'),
    ];
    for (const error of handled) expect([error.message, extension?.mapError(error)]).toEqual([error.message, error]);
    for (const error of [coded('42501'), new Error('x')])
      expect(extension?.mapError(error)).toMatchObject({ code: 'PSY_AUDIT_UNAVAILABLE', cause: error });
  });
});
