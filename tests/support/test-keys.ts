import { createHash } from 'node:crypto';
import { renewalPublicKey } from '../../src/platform/crypto/server/wrapping.ts';

const testKey = (name: string): Buffer => createHash('sha256').update(name).digest();
/** The renewal key of expired tenants in tests. */
export const RENEWAL_KEY = testKey('the renewal key of the tests');
export const TEST_WRAPPING = {
  masters: [testKey('the master key of the tests')],
  renewal: renewalPublicKey(RENEWAL_KEY),
};
