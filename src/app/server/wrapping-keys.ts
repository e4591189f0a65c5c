import { keyOf } from '../../platform/crypto/server/key-text.ts';
import { renewalPublicKey, type WrappingKeys } from '../../platform/crypto/server/wrapping.ts';
import { StartError } from '../../platform/runtime/server/start-error.ts';
import type { Config } from './config/config.ts';
import { secretOf } from './secret.ts';

/** Outside production: a key in the data folder, created when it is missing. */
function keptKey(
  { mode, dataDir }: Pick<Config, 'mode' | 'dataDir'>,
  name: 'master-key' | 'renewal-key',
  variable: string,
  mayCreate: boolean,
): Buffer {
  if (mode === 'production') throw new StartError(`${variable} 没有设置`);
  const key = keyOf(secretOf(dataDir, name, mayCreate));
  if (!key) throw new StartError(`${dataDir}/${name} 里不是完整的密钥：请找回原来的文件`);
  return key;
}

type Keys = Pick<Config, 'mode' | 'dataDir' | 'masterKeys' | 'renewalPublicKey' | 'renewalKey'>;

/**
 * The private renewal key, for the command that renews a subscription.
 *
 * @throws StartError when it is not set
 */
export const renewalKeyOf = (config: Keys, mayCreate = true): Buffer =>
  config.renewalKey ?? keptKey(config, 'renewal-key', 'RENEWAL_KEY（或 RENEWAL_KEY_FILE）', mayCreate);

/**
 * The keys that wrap the data keys of tenants.
 *
 * @param mayCreate Whether a demo may create missing keys: not beside data that they encrypt
 * @throws StartError when production has none
 */
export const wrappingKeysOf = (config: Keys, mayCreate = true): WrappingKeys => ({
  masters: config.masterKeys ?? [keptKey(config, 'master-key', 'MASTER_KEY（或 MASTER_KEY_FILE）', mayCreate)],
  renewal: config.renewalPublicKey ?? renewalPublicKey(renewalKeyOf(config, mayCreate)),
});
