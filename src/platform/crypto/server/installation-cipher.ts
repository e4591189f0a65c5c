import { randomBytes } from 'node:crypto';
import type { Database, Tx } from '../../db/server/database.ts';
import { decryptWith, encryptWith } from './cipher.ts';
import { KEY_BYTES } from './key-text.ts';
import { addCheckValue, checkValue, lockCheckValue, setCheckValue } from './queries.ts';
import { formatWrapped, parseWrapped, unwrap, wrap, type WrappingKeys } from './wrapping.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** Encrypts what is stored for good and belongs to no tenant. A new `APP_SECRET` does not concern it. */
    installation: InstallationCipher;
  }
}

/** Encrypts with a random key of this installation, which the master key wraps and the database holds. */
export interface InstallationCipher {
  /** @param purpose Authenticated use and owner of the text; `decrypt` needs the same value */
  encrypt(purpose: string, text: string): Promise<string>;
  /** @throws Error when the text was changed or encrypted for another purpose; KeyIsMissing with another master key */
  decrypt(purpose: string, encrypted: string): Promise<string>;
  /** Whether a stored text was encrypted by `encrypt`. */
  isOwn(encrypted: string): boolean;
}

const NO_TENANT = { orgId: null, userId: null };
/** Name of the wrapped key in the database, and what it is wrapped for. */
const NAME = 'installation-key';
/** Beginning of every encrypted text; base64url has no dot. */
const MARK = 'i1.';

/** The key of the installation. The first call creates it; of two processes one wins. */
async function openKey(db: Database, wrapping: WrappingKeys): Promise<Buffer> {
  const read = async () => (await db.read(NO_TENANT, [checkValue(NAME)]))[0][0];
  let stored = await read();
  if (!stored) {
    const made = formatWrapped(wrap(wrapping, NAME, randomBytes(KEY_BYTES)));
    await db.write(NO_TENANT, [addCheckValue(NAME, made)]);
    stored = await read();
  }
  return unwrap(wrapping, NAME, parseWrapped(stored?.value ?? ''));
}

/** Loads its key with the first text, and keeps it: a rotation of the master key only wraps it again. */
export function createInstallationCipher(db: Database, wrapping: WrappingKeys): InstallationCipher {
  let loaded: Promise<Buffer> | undefined;
  async function key(): Promise<Buffer> {
    loaded ??= openKey(db, wrapping);
    try {
      return await loaded;
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  }
  return {
    isOwn: (encrypted) => encrypted.startsWith(MARK),
    encrypt: async (purpose, text) =>
      `${MARK}${encryptWith(await key(), purpose, Buffer.from(text, 'utf8')).toString('base64url')}`,
    decrypt: async (purpose, encrypted) =>
      decryptWith(await key(), purpose, Buffer.from(encrypted.slice(MARK.length), 'base64url')).toString('utf8'),
  };
}

/** Wraps the key with the first master key. @throws KeyIsMissing */
export async function rotateInstallationKey(tx: Tx, wrapping: WrappingKeys): Promise<void> {
  const [stored] = await tx.run(lockCheckValue(NAME));
  if (!stored) return;
  const key = wrap(wrapping, NAME, unwrap(wrapping, NAME, parseWrapped(stored.value)));
  await tx.run(setCheckValue(NAME, formatWrapped(key)));
}
