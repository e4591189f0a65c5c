import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkUsable, needsItsMasterKey } from '../../../../src/platform/crypto/server/check-master-key.ts';
import { createDataKeys } from '../../../../src/platform/crypto/server/data-keys.ts';
import { rotateMasterKey } from '../../../../src/platform/crypto/server/rotate-keys.ts';
import { renewalPublicKey, type WrappingKeys } from '../../../../src/platform/crypto/server/wrapping.ts';
import { openDatabase } from '../../../../src/platform/db/server/open.ts';
import { MemoryState } from '../../../../src/platform/state/server/memory-state.ts';
import { describeDatabases, freshDatabase } from '../../../support/databases.ts';
import { TestClock } from '../../../support/server.ts';

const key = (name: string) => createHash('sha256').update(name).digest();
const renewal = renewalPublicKey(key('renewal'));
const withKeys = (...names: string[]): WrappingKeys => ({ masters: names.map(key), renewal });
const REFUSED = '打不开这个数据库里的内容';

describeDatabases('the check of the master key', (kind) => {
  it('accepts the first key, then only that one, and another one after a rotation', async () => {
    const fresh = await freshDatabase(kind);
    const db = await openDatabase(fresh.options);
    expect(await needsItsMasterKey(db)).toBe(false);
    await checkUsable(db, withKeys('one'));
    expect(await needsItsMasterKey(db)).toBe(true);
    await checkUsable(db, withKeys('one'));
    await expect(checkUsable(db, withKeys('two'))).rejects.toThrow(REFUSED);

    const both = withKeys('two', 'one');
    await checkUsable(db, both);
    // The rotation has not run, so the old key cannot be removed yet.
    await expect(checkUsable(db, withKeys('two'))).rejects.toThrow(REFUSED);
    const keys = createDataKeys({
      db,
      state: new MemoryState(new TestClock()),
      clock: new TestClock(),
      wrapping: both,
    });
    await rotateMasterKey({ db, keys }, both);
    await checkUsable(db, withKeys('two'));
    await expect(checkUsable(db, withKeys('one'))).rejects.toThrow(REFUSED);
    await db.close();
    await fresh.remove();
  });
});
