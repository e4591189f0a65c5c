import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createDataKeys } from '../../../../src/platform/crypto/server/data-keys.ts';
import { createInstallationCipher } from '../../../../src/platform/crypto/server/installation-cipher.ts';
import { rotateMasterKey } from '../../../../src/platform/crypto/server/rotate-keys.ts';
import { KeyIsMissing, renewalPublicKey, type WrappingKeys } from '../../../../src/platform/crypto/server/wrapping.ts';
import { MemoryState } from '../../../../src/platform/state/server/memory-state.ts';
import { describeApi, useDatabase } from '../../../support/databases.ts';
import { TestClock } from '../../../support/server.ts';

const key = (name: string) => createHash('sha256').update(name).digest();
const withKeys = (...names: string[]): WrappingKeys => ({
  masters: names.map(key),
  renewal: renewalPublicKey(key('renewal')),
});

describeApi('the cipher of an installation', (kind) => {
  const db = useDatabase(kind);
  const cipher = (...names: string[]) => createInstallationCipher(db(), withKeys(...names));

  it('has one key, also where two processes encrypt their first text at once', async () => {
    const [one, two] = [cipher('one'), cipher('one')];
    const [a, b] = await Promise.all([one.encrypt('use', 'first'), two.encrypt('use', 'second')]);
    expect([await two.decrypt('use', a), await one.decrypt('use', b)]).toEqual(['first', 'second']);
    expect(await cipher('one').decrypt('use', a)).toBe('first');
  });

  it('refuses a text that was changed, or encrypted for another use', async () => {
    const own = cipher('one');
    const text = await own.encrypt('use', 'secret');
    expect([own.isOwn(text), own.isOwn('c2VjcmV0')]).toEqual([true, false]);
    await expect(own.decrypt('other use', text)).rejects.toThrow();
    await expect(own.decrypt('use', `${text.slice(0, -2)}${text.endsWith('AA') ? 'BB' : 'AA'}`)).rejects.toThrow();
  });

  it('goes on after a rotation of the master key, with the new one alone', async () => {
    const before = cipher('one');
    const text = await before.encrypt('use', 'secret');
    const both = withKeys('two', 'one');
    const clock = new TestClock();
    const keys = createDataKeys({ db: db(), state: new MemoryState(clock), clock, wrapping: both });
    await rotateMasterKey({ db: db(), keys }, both);
    expect(await cipher('two').decrypt('use', text)).toBe('secret');
    await expect(cipher('one').decrypt('use', text)).rejects.toThrow(KeyIsMissing);
    // A process that has been running since before the rotation.
    expect(await before.decrypt('use', text)).toBe('secret');
  });
});
