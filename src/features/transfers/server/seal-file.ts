import { randomBytes } from 'node:crypto';

/** 160 bits, in groups that a person can read out. */
const PASSPHRASE_BYTES = 20;
/** The most that JOSE libraries open without being told so; the passphrase is random and needs no stretching. */
const ROUNDS = 10_000;

export const newPassphrase = (): string =>
  (randomBytes(PASSPHRASE_BYTES).toString('hex').match(/.{5}/g) ?? []).join('-');

/** Encrypts a value under a passphrase as a JWE (RFC 7516), which other systems decrypt with any JOSE library. */
export async function sealFile(value: unknown, passphrase: string): Promise<string> {
  const { CompactEncrypt } = await import('jose');
  return new CompactEncrypt(Buffer.from(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'PBES2-HS512+A256KW', enc: 'A256GCM', cty: 'json' })
    .setKeyManagementParameters({ p2c: ROUNDS })
    .encrypt(Buffer.from(passphrase));
}
