import { setting, text } from '../setting.ts';

const PRIVATE_KEY = 'the private key that `npm run keys -- new` prints';

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
    about: 'Encrypts the data key of each organisation. Required in production; otherwise generated in `DATA_DIR`.',
    allowed:
      '32 random bytes in hexadecimal or Base64; during a rotation the new key, a comma or new line, the old key',
    secret: true,
  }),
  RENEWAL_PUBLIC_KEY: setting(text({ minLength: 1 }), {
    expects: 'npm run keys -- new 给出的公钥',
    example: '$(npm run -s keys -- new | grep ^RENEWAL_PUBLIC_KEY)',
    about:
      'When the service of an organisation expires, its data keys are encrypted with this key, and the server cannot decrypt them. Required in production; otherwise generated in `DATA_DIR`.',
    allowed: 'the public key that `npm run keys -- new` prints',
    file: true,
  }),
  RENEWAL_KEY: setting(text({ minLength: 1 }), {
    expects: 'npm run keys -- new 给出的私钥',
    example: '$(cat renewal-key)',
    about: 'Private half of the renewal key, only for `npm run service -- renew`. Keep it away from the server.',
    allowed: PRIVATE_KEY,
    secret: true,
  }),
};
