import { needsItsMasterKey } from '../../platform/crypto/server/check-master-key.ts';
import type { WrappingKeys } from '../../platform/crypto/server/wrapping.ts';
import type { Database } from '../../platform/db/server/database.ts';
import type { Config } from './config/config.ts';
import { serverSecret } from './secret.ts';
import { wrappingKeysOf } from './wrapping-keys.ts';

/**
 * Opens the installation's keys and makes those of a new one.
 *
 * @throws StartError where a key is missing beside data that it encrypts; it is not replaced
 */
export async function openKeys(db: Database, config: Config): Promise<{ secret: string; wrapping: WrappingKeys }> {
  const isNew = !(await needsItsMasterKey(db));
  return { secret: serverSecret(config, isNew), wrapping: wrappingKeysOf(config, isNew) };
}
