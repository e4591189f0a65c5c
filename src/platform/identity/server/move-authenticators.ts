import type { Services } from '../../context/server/services.ts';
import { authenticatorPurpose } from './authenticator.ts';
import { authenticatorsUnderSecret, replaceSecret } from './queries/authenticators.ts';

type Parts = Pick<Services, 'db' | 'cipher' | 'installation' | 'log'>;

/**
 * Encrypts the secrets of authenticator apps that an earlier version encrypted under `APP_SECRET` with the key of the
 * installation, so that a new `APP_SECRET` does not end them. May be interrupted and repeated.
 *
 * @returns How many were moved
 */
export async function moveAuthenticators({ db, cipher, installation, log }: Parts): Promise<number> {
  const [rows] = await db.read({ orgId: null, userId: null }, [authenticatorsUnderSecret()]);
  let moved = 0;
  for (const { user_id: userId, secret } of rows) {
    const purpose = authenticatorPurpose(userId);
    let plain: string;
    try {
      plain = cipher.decrypt(purpose, secret);
    } catch (error) {
      log.warn({ err: error, user_id: userId }, 'an authenticator of another APP_SECRET cannot be read');
      continue;
    }
    const encrypted = await installation.encrypt(purpose, plain);
    const [changed] = await db.write({ orgId: null, userId }, [replaceSecret(userId, secret, encrypted)]);
    moved += changed;
  }
  return moved;
}
