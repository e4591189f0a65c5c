import { randomBytes, randomUUID } from 'node:crypto';
import { renewalPublicKey } from '../../src/platform/crypto/server/wrapping.ts';
import { freshDatabase } from './databases.ts';
import { asAdmin } from './postgres-admin.ts';
import type { Content } from './template-content.ts';

/** The settings that production requires, with new keys. */
export const productionSettings = (): Record<string, string> => ({
  XINYU_MODE: 'production',
  APP_SECRET: randomBytes(24).toString('hex'),
  MASTER_KEY: randomBytes(32).toString('hex'),
  RENEWAL_PUBLIC_KEY: renewalPublicKey(randomBytes(32)).toString('base64url'),
});

/** The password of the login; no output of the product may contain it. */
export const LOGIN_PASSWORD = 'geheim';

/** A database of a PostgreSQL server, with the addresses of its superuser and of a login as the product needs it. */
export interface ServerDatabase {
  readonly superuser: string;
  readonly login: string;
  /** Removes both; no process may be connected. */
  remove(): Promise<void>;
}

/** Copies a template and creates an ordinary login for it. */
export async function serverDatabase(content?: Content): Promise<ServerDatabase> {
  const fresh = await freshDatabase('server', content);
  const superuser = String(fresh.options.url);
  const role = `xinyu_login_${randomUUID().slice(0, 8)}`;
  await asAdmin(superuser, `create role ${role} login password '${LOGIN_PASSWORD}'; grant xinyu_app to ${role}`);
  const url = new URL(superuser);
  [url.username, url.password] = [role, LOGIN_PASSWORD];
  return {
    superuser,
    login: url.href,
    remove: async () => {
      await asAdmin(superuser, `drop role ${role}`);
      await fresh.remove();
    },
  };
}
