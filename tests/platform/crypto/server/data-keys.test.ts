import { createHash, hkdfSync } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLedger } from '../../../../src/platform/audit/server/ledger.ts';
import { derive } from '../../../../src/platform/crypto/server/cipher.ts';
import {
  createDataKeys,
  isEncryptedText,
  DecryptionFailed,
  type DataKeys,
} from '../../../../src/platform/crypto/server/data-keys.ts';
import { keyOf } from '../../../../src/platform/crypto/server/key-text.ts';
import { keyStatus, rotateDataKey, rotateMasterKey } from '../../../../src/platform/crypto/server/rotate-keys.ts';
import {
  KeyIsMissing,
  KeyIsLocked,
  renewalPublicKey,
  unwrap,
  unwrapForRenewal,
  wrap,
  wrapForRenewal,
  type WrappingKeys,
} from '../../../../src/platform/crypto/server/wrapping.ts';
import { NO_EVENTS } from '../../../../src/platform/events/server/events.ts';
import { MemoryState } from '../../../../src/platform/state/server/memory-state.ts';
import { describeDatabases, useDatabase } from '../../../support/databases.ts';
import { TestClock } from '../../../support/server.ts';

const key = (name: string) => createHash('sha256').update(name).digest();
const [M1, M2, RENEWAL] = [key('one'), key('two'), key('renewal')];
const wrapping: WrappingKeys = { masters: [M1], renewal: renewalPublicKey(RENEWAL) };
const AT = { table: 'students', row: 'c1', field: 'remark' };
const raw = <R>(text: string, parameters: unknown[] = []) => CompiledQuery.raw(text, parameters) as CompiledQuery<R>;

describe('decoding a key', () => {
  it.each([M1.toString('hex'), M1.toString('hex').toUpperCase(), M1.toString('base64'), M1.toString('base64url')])(
    'accepts %s',
    (text) => expect(keyOf(text)).toEqual(M1),
  );
  it.each([
    '',
    'abc',
    '0'.repeat(64),
    'ab'.repeat(32),
    M1.toString('hex').slice(2),
    `${M1.toString('hex')}00`,
    'A'.repeat(43),
    Buffer.alloc(32, 'password').toString('base64'),
  ])('refuses %s', (text) => expect(keyOf(text)).toBeUndefined());
});

it.each([
  ['secret', '', 'a use'],
  [M1, 'half of a key', 'another'],
  [M1, M2, '用途'],
] as const)('a derived key equals that of HKDF', (secret, salt, use) => {
  expect(derive(secret, salt, use)).toEqual(Buffer.from(hkdfSync('sha256', secret, salt, use, 32)));
});

describe('wrapping', () => {
  it('is reversed only with the same master key and purpose', () => {
    const wrapped = wrap(wrapping, 'a', key('data'));
    expect(unwrap({ masters: [M2, M1] }, 'a', wrapped)).toEqual(key('data'));
    expect(() => unwrap({ masters: [M1] }, 'b', wrapped)).toThrow();
    expect(() => unwrap({ masters: [M2] }, 'a', wrapped)).toThrow(KeyIsMissing);
    expect(wrapped.wrapped).not.toContain(key('data').toString('base64url'));
  });

  it('for renewal is reversed only with the renewal private key', () => {
    const wrapped = wrapForRenewal(wrapping, 'a', key('data'));
    expect(() => unwrap({ masters: [M1, M2, wrapping.renewal] }, 'a', wrapped)).toThrow(KeyIsLocked);
    expect(() => unwrapForRenewal(key('another'), 'a', wrapped)).toThrow(KeyIsMissing);
    expect(() => unwrapForRenewal(wrapping.renewal, 'a', wrapped)).toThrow(KeyIsMissing);
    expect(() => unwrapForRenewal(RENEWAL, 'b', wrapped)).toThrow();
    expect(unwrapForRenewal(RENEWAL, 'a', wrapped)).toEqual(key('data'));
    expect(wrapForRenewal(wrapping, 'a', key('data')).wrapped).not.toBe(wrapped.wrapped);
  });
});

describeDatabases('data keys', (kind) => {
  const db = useDatabase(kind);
  const clock = new TestClock();
  const state = new MemoryState(clock);
  const keysWith = (given: WrappingKeys = wrapping, shared = state): DataKeys =>
    createDataKeys({ db: db(), state: shared, clock, wrapping: given });
  let made = 0;
  /** A new tenant for a test. */
  async function tenant(): Promise<string> {
    const orgId = `9${String(++made).padStart(3, '0')}`;
    await db().write({ orgId, userId: null }, [
      raw('insert into orgs (org_id, org_name, org_type, service_type, product_status) values ($1, $1, 2, 2, 0)', [
        orgId,
      ]),
    ]);
    return orgId;
  }

  it('encrypt texts and bytes so that they decrypt only at their location', async () => {
    const [orgId, other] = [await tenant(), await tenant()];
    const keys = keysWith();
    const encrypted = await keys.encryptText(orgId, '想念奶奶', AT);
    expect(isEncryptedText(encrypted)).toBe(true);
    expect(encrypted).not.toContain('奶奶');
    expect(await keys.encryptText(orgId, '想念奶奶', AT)).not.toBe(encrypted);
    expect(await keys.decryptText(orgId, encrypted, AT)).toBe('想念奶奶');
    for (const elsewhere of [
      { ...AT, row: 'c2' },
      { ...AT, field: 'address' },
      { ...AT, table: 'guardians' },
    ])
      await expect(keys.decryptText(orgId, encrypted, elsewhere)).rejects.toThrow(DecryptionFailed);
    await expect(keys.decryptText(other, encrypted, AT)).rejects.toThrow(DecryptionFailed);
    await expect(
      keys.decryptText(orgId, `${encrypted.slice(0, -2)}${encrypted.endsWith('AA') ? 'BB' : 'AA'}`, AT),
    ).rejects.toThrow(DecryptionFailed);
    await expect(keys.decryptText(orgId, '想念奶奶', AT)).rejects.toThrow(DecryptionFailed);

    const bytes = Buffer.from([0, 1, 2, 255, 0]);
    const closed = await keys.encryptBytes(orgId, bytes, AT);
    expect(await keys.decryptBytes(orgId, closed, AT)).toEqual(bytes);
    expect(await keys.decryptBytes(orgId, await keys.encryptBytes(orgId, Buffer.alloc(0), AT), AT)).toHaveLength(0);
    for (const at of [0, 3, 10, closed.length - 1]) {
      const broken = Buffer.from(closed);
      broken[at] = (broken[at] ?? 0) ^ 1;
      await expect(keys.decryptBytes(orgId, broken, AT)).rejects.toThrow(DecryptionFailed);
    }
    await expect(keys.decryptBytes(orgId, Buffer.alloc(3), AT)).rejects.toThrow(DecryptionFailed);
  });

  it('are created once per tenant under concurrency', async () => {
    const orgId = await tenant();
    const rings = await Promise.all([keysWith(), keysWith(), keysWith()].map((keys) => keys.ring(orgId)));
    const encrypted = rings.map((ring) => ring.encryptText('同一把', AT));
    for (const ring of rings)
      expect(encrypted.map((one) => ring.decryptText(one, AT))).toEqual(['同一把', '同一把', '同一把']);
    expect((await keyStatus({ db: db() })).find((one) => one.orgId === orgId)).toMatchObject({
      version: 1,
      versions: 1,
      locked: false,
    });
  });

  it('are not cached from a rolled-back transaction', async () => {
    const orgId = await tenant();
    const keys = keysWith();
    const scope = { orgId, userId: null };
    let lost = '';
    await expect(
      db().transaction(scope, async (tx) => {
        const within = keys.within(tx);
        lost = await within.encryptText(orgId, '没有存下', AT);
        // Read a second time, inside the same transaction.
        expect(await within.decryptText(orgId, lost, AT)).toBe('没有存下');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const kept = await keys.encryptText(orgId, '存下了', AT);
    expect(await keysWith().decryptText(orgId, kept, AT)).toBe('存下了');
    await expect(keys.decryptText(orgId, lost, AT)).rejects.toThrow(DecryptionFailed);
  });

  it('are refused inside a transaction except through it, whether cached or not', async () => {
    const [orgId, other] = [await tenant(), await tenant()];
    const keys = keysWith();
    await keys.ring(orgId);
    await keys.ring(other);
    const scope = { orgId, userId: null };
    await expect(db().transaction(scope, () => keys.ring(orgId))).rejects.toThrow('tx inside a transaction');
    await expect(db().transaction(scope, (tx) => keys.within(tx).ring(other))).rejects.toThrow('own tenant');
    const sealed = await db().transaction(scope, (tx) => keysWith().within(tx).encryptText(orgId, '经由事务', AT));
    expect(await keys.decryptText(orgId, sealed, AT)).toBe('经由事务');
  });

  it('are invisible to other tenants', async () => {
    const [orgId, other] = [await tenant(), await tenant()];
    await keysWith().ring(orgId);
    const seen = raw<{ n: number }>('select count(*)::int as n from data_keys');
    expect((await db().read({ orgId: other, userId: null }, [seen]))[0]).toEqual([{ n: 0 }]);
    expect((await db().read({ orgId: null, userId: null }, [seen]))[0]).toEqual([{ n: 0 }]);
    expect(
      await db().write({ orgId: other, userId: null }, [
        raw("update data_keys set wrapped = 'x' where org_id = $1", [orgId]),
      ]),
    ).toEqual([0]);
  });

  it('rotate: the new key encrypts in every process and the old one still decrypts', async () => {
    const orgId = await tenant();
    const [here, there] = [keysWith(), keysWith()];
    const old = await here.encryptText(orgId, '以前写的', AT);
    await there.ring(orgId);
    expect(
      await rotateDataKey(
        {
          db: db(),
          clock,
          ledger: createLedger('a secret of some length, for the log'),
          events: NO_EVENTS,
          keys: here,
        },
        wrapping,
        orgId,
      ),
    ).toBe(2);
    for (const keys of [here, there]) {
      const ring = await keys.ring(orgId);
      expect([ring.version, ring.decryptText(old, AT)]).toEqual([2, '以前写的']);
    }
    const rotated = await there.encryptText(orgId, '以后写的', AT);
    expect(await here.decryptText(orgId, rotated, AT)).toBe('以后写的');
    const [log] = await db().read({ orgId, userId: null }, [
      raw<{ act: string; user_id: string }>("select act, user_id, after from audit_logs where resource = 'data_key'"),
    ]);
    expect(log).toEqual([{ act: 'rotate_key', user_id: 'operator', after: { version: 2 } }]);
  });

  it('are rewrapped by a master key rotation without changing encrypted values', async () => {
    const orgId = await tenant();
    const encrypted = await keysWith().encryptText(orgId, '一直在', AT);
    const both = { ...wrapping, masters: [M2, M1] };
    expect(await keysWith(both, new MemoryState(clock)).decryptText(orgId, encrypted, AT)).toBe('一直在');
    const before = (await keyStatus({ db: db() })).length;
    expect(await rotateMasterKey({ db: db(), keys: keysWith(both) }, both)).toBeGreaterThanOrEqual(before);
    expect(await rotateMasterKey({ db: db(), keys: keysWith(both) }, both)).toBe(0);
    expect(await keysWith({ ...wrapping, masters: [M2] }).decryptText(orgId, encrypted, AT)).toBe('一直在');
    await expect(keysWith().decryptText(orgId, encrypted, AT)).rejects.toThrow(KeyIsMissing);
    // Restores the keys for the other tests.
    await rotateMasterKey({ db: db(), keys: keysWith(both) }, { ...wrapping, masters: [M1, M2] });
  });

  it('are reloaded after five minutes, and at once after a change', async () => {
    const orgId = await tenant();
    const keys = keysWith();
    await keys.encryptText(orgId, 'a', AT);
    await keys.encryptText(orgId, 'a', AT);
    let asked = 0;
    const stop = db().onStatement(({ sql }) => {
      if (sql.includes('data_keys')) asked++;
    });
    onTestFinished(stop);
    await keys.encryptText(orgId, 'a', AT);
    expect(asked).toBe(0);
    clock.advance(5 * 60_000);
    await keys.encryptText(orgId, 'a', AT);
    expect(asked).toBe(1);
    await keys.forget(orgId);
    await keys.encryptText(orgId, 'a', AT);
    expect(asked).toBe(2);
  });
});
