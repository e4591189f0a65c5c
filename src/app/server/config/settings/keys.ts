import { setting, text } from '../setting.ts';

const PRIVATE_KEY = 'the private key that `npm run keys -- new` prints';
const PATH = 'a file path';

/** Secrets and keys. */
export const keySettings = {
  APP_SECRET: setting(text({ minLength: 32, maxLength: 1024 }), {
    expects: '至少 32 个字符的随机字符串',
    example: '$(openssl rand -hex 32)',
    about:
      'Signing keys are derived from it. Required in production; otherwise generated in `DATA_DIR`. A new value signs everyone out.',
    allowed: '32 to 1024 random characters',
    secret: true,
  }),
  MASTER_KEY: setting(text({ minLength: 1 }), {
    expects: '随机的 32 字节（64 个十六进制字符或 Base64）；更换时新旧两把以逗号分隔，新的在前',
    example: '$(openssl rand -hex 32)',
    about:
      'Encrypts the data key of each organisation. Required in production (or `MASTER_KEY_FILE`); otherwise generated in `DATA_DIR`.',
    allowed: '32 random bytes in hexadecimal or Base64; during a rotation the new key, a comma, the old key',
    secret: true,
  }),
  MASTER_KEY_FILE: setting(text({ minLength: 1 }), {
    expects: '文件路径',
    example: '/run/secrets/xinyu-master-key',
    about: 'File with the master key, instead of `MASTER_KEY`. One key per line, the new one first.',
    allowed: PATH,
  }),
  RENEWAL_PUBLIC_KEY: setting(text({ minLength: 1 }), {
    expects: 'npm run keys -- new 给出的公钥',
    example: '$(npm run -s keys -- new | grep ^RENEWAL_PUBLIC_KEY)',
    about:
      'When the service of an organisation expires, its data keys are encrypted with this key, and the server cannot decrypt them. Required in production; otherwise generated in `DATA_DIR`.',
    allowed: 'the public key that `npm run keys -- new` prints',
  }),
  RENEWAL_KEY: setting(text({ minLength: 1 }), {
    expects: 'npm run keys -- new 给出的私钥',
    example: '$(cat renewal-key)',
    about: 'Private half of the renewal key, only for `npm run service -- renew`. Keep it away from the server.',
    allowed: PRIVATE_KEY,
    secret: true,
  }),
  RENEWAL_KEY_FILE: setting(text({ minLength: 1 }), {
    expects: '文件路径',
    example: '/mnt/safe/renewal-key',
    about: 'File with the private renewal key, instead of `RENEWAL_KEY`.',
    allowed: PATH,
  }),
};
