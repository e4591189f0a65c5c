import { keyOf } from '../../platform/crypto/server/key-text.ts';
import { renewalPublicKey, type WrappingKeys } from '../../platform/crypto/server/wrapping.ts';
import { StartError } from '../../platform/runtime/server/start-error.ts';
import type { Config } from './config/config.ts';
import { secretOf } from './secret.ts';

/** A key that is kept in the data folder outside production, made where it is not there. */
function keptKey(
  { mode, dataDir }: Pick<Config, 'mode' | 'dataDir'>,
  name: 'master-key' | 'renewal-key',
  variable: string,
): Buffer {
  if (mode === 'production') throw new StartError(`${variable} 没有设置`);
  const key = keyOf(secretOf(dataDir, name));
  if (!key) throw new StartError(`${dataDir}/${name} 里不是完整的密钥：请找回原来的文件`);
  return key;
}

type Keys = Pick<Config, 'mode' | 'dataDir' | 'masterKeys' | 'renewalPublicKey' | 'renewalKey'>;

/** The private half of the renewal key, for whoever renews. @throws StartError where it was not given */
export const renewalKeyOf = (config: Keys): Buffer =>
  config.renewalKey ?? keptKey(config, 'renewal-key', 'RENEWAL_KEY（或 RENEWAL_KEY_FILE）');

/** What data keys are wrapped with. @throws StartError where production was given none */
export const wrappingKeysOf = (config: Keys): WrappingKeys => ({
  masters: config.masterKeys ?? [keptKey(config, 'master-key', 'MASTER_KEY（或 MASTER_KEY_FILE）')],
  renewal: config.renewalPublicKey ?? renewalPublicKey(renewalKeyOf(config)),
});
