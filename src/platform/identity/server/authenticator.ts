import { randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Services } from '../../context/server/services.ts';
import { authenticatorOf, useRecoveryCode, useStep, type insertAuthenticator } from './queries/authenticators.ts';
import { tokenHash } from './tokens.ts';

/** What authenticator apps expect (RFC 6238): SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30;
const PERIOD_MS = PERIOD_S * 1000;
const SECRET_BYTES = 20;
/** Periods by which the clock of a device may be off. */
const WINDOW = 1;
const RECOVERY_CODES = 10;
/** Characters that cannot be confused; 16 of them are 79 bits, so that an unsalted hash may be stored. */
const RECOVERY_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_GROUPS = 4;
/** Milliseconds that a new secret waits for its first code. */
const PENDING_MS = 10 * 60_000;

type Parts = Pick<Services, 'db' | 'state' | 'clock' | 'cipher' | 'installation' | 'log'>;

/** What the secret of an account is encrypted for. */
export const authenticatorPurpose = (userId: string) => `authenticator of ${userId}`;
const pendingKey = (userId: string) => `authenticator:pending:${userId}`;
const account = (userId: string) => ({ orgId: null, userId });

const totpOf = (secret: string, label?: string) =>
  new TOTP({
    issuer: '心育',
    secret: Secret.fromBase32(secret),
    period: PERIOD_S,
    ...(label !== undefined && { label }),
  });

/** The period whose code was typed; undefined where it is none of the accepted ones. */
function stepOf(secret: string, typed: string, now: number): number | undefined {
  if (!/^\d{6}$/.test(typed)) return undefined;
  const delta = totpOf(secret).validate({ token: typed, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / PERIOD_MS) + delta;
}

const recoveryHash = (userId: string, code: string) =>
  tokenHash(`recovery code\n${userId}\n${code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')}`);

const newRecoveryCode = (): string =>
  Array.from({ length: RECOVERY_GROUPS }, () =>
    Array.from({ length: 4 }, () => RECOVERY_CHARACTERS[randomInt(RECOVERY_CHARACTERS.length)]).join(''),
  ).join('-');

/** Authenticator of an account. Absent where its secret cannot be read. */
export interface Authenticator {
  secret: string;
  createdAt: string;
  recoveryCodesLeft: number;
}

export async function readAuthenticator(
  { db, cipher, installation, log }: Parts,
  userId: string,
): Promise<Authenticator | undefined> {
  const [[row]] = await db.read(account(userId), [authenticatorOf(userId)]);
  if (row === undefined) return undefined;
  try {
    const purpose = authenticatorPurpose(userId);
    // An earlier version encrypted it under `APP_SECRET`; the start moves such rows.
    const secret = installation.isOwn(row.secret)
      ? await installation.decrypt(purpose, row.secret)
      : cipher.decrypt(purpose, row.secret);
    return { secret, createdAt: row.created_at, recoveryCodesLeft: row.recovery_codes.length };
  } catch (error) {
    log.warn({ err: error, user_id: userId }, 'an authenticator cannot be read');
    return undefined;
  }
}

/** Creates a secret that the first code confirms. It replaces an earlier one that was not confirmed. */
export async function proposeAuthenticator(
  { state, cipher }: Parts,
  userId: string,
  loginName: string,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  await state.set(pendingKey(userId), cipher.encrypt(authenticatorPurpose(userId), secret), PENDING_MS);
  return { secret, uri: totpOf(secret, loginName).toString() };
}

/** An authenticator whose first code was right: its row, and the recovery codes to show once. */
export interface Confirmed {
  row: Parameters<typeof insertAuthenticator>[0];
  recoveryCodes: string[];
}

/** @returns undefined where the code is wrong, or no secret waits */
export async function confirmAuthenticator(
  { state, cipher, installation, clock }: Parts,
  userId: string,
  typed: string,
  at: string,
): Promise<Confirmed | undefined> {
  const pending = await state.get(pendingKey(userId));
  if (pending === undefined) return undefined;
  const purpose = authenticatorPurpose(userId);
  const secret = cipher.decrypt(purpose, pending);
  const step = stepOf(secret, typed, clock.now());
  if (step === undefined) return undefined;
  await state.forget(pendingKey(userId));
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  return {
    row: {
      user_id: userId,
      secret: await installation.encrypt(purpose, secret),
      last_step: step,
      recovery_codes: recoveryCodes.map((code) => recoveryHash(userId, code)),
      created_at: at,
    },
    recoveryCodes,
  };
}

/** Whether the typed text is the code of now, or a recovery code, and not used yet. It is used afterwards. */
export async function checkAuthenticator(parts: Parts, userId: string, typed: string): Promise<boolean> {
  const found = await readAuthenticator(parts, userId);
  if (found === undefined) return false;
  const { db, clock } = parts;
  const code = typed.replaceAll(/\s/g, '');
  const step = stepOf(found.secret, code, clock.now());
  const used = step === undefined ? useRecoveryCode(userId, recoveryHash(userId, code)) : useStep(userId, step);
  const [changed] = await db.write(account(userId), [used]);
  return changed > 0;
}
