import type { Services } from '../../../platform/context/server/context.ts';
import { newPassword } from '../../../platform/identity/server/new-password.ts';
import { isoTime, nowIso } from '../../../platform/runtime/server/clock.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import { itemsToMake, keepLease, keepMade, moveBatch, takeLease, type MadePassword } from './queries.ts';

/**
 * Passwords that are made between two writes: few, so that a cancelled batch stops soon and little is lost with the
 * process.
 */
const CHUNK = 10;
/** A process that died gives up its work after this. */
const LEASE_MS = 15_000;
/** Who takes up the work so often without an end will not find one. */
const ATTEMPTS_MAX = 5;

/** What the sealed passwords of a batch are sealed for. */
export const sealOf = (orgId: string, batchId: string, n: number): string => `password batch ${orgId} ${batchId} ${n}`;

type Parts = Pick<Services, 'db' | 'clock' | 'passwords' | 'cipher' | 'log' | 'background'>;

/**
 * Makes the passwords of a batch that are not made yet, one hash at a time, so that people who sign in meanwhile find
 * their turn. Where another process is at it, nothing happens; where one has died, the work goes on from what it had
 * written.
 */
async function work(
  { db, clock, passwords, cipher, log }: Parts,
  orgId: string,
  batchId: string,
  stop: AbortSignal,
): Promise<void> {
  const tenant = { orgId, userId: null };
  const now = clock.now();
  const [[taken]] = await db.write(tenant, [takeLease(orgId, batchId, isoTime(now), isoTime(now + LEASE_MS))]);
  if (!taken) return;
  if (taken.attempts > ATTEMPTS_MAX) {
    log.error({ org_id: orgId, batch_id: batchId }, 'passwords could not be made');
    await db.write(tenant, [moveBatch(orgId, batchId, ['preparing'], { state: 'failed' })]);
    return;
  }
  for (;;) {
    const [todo] = await db.read(tenant, [itemsToMake(orgId, batchId, CHUNK)]);
    if (todo.length === 0) break;
    const made: MadePassword[] = [];
    for (const { n } of todo) {
      const password = newPassword();
      made.push({
        n,
        password_hash: await passwords.hash(passwordDigest(password)),
        sealed: cipher.encrypt(sealOf(orgId, batchId, n), password),
      });
    }
    const goesOn = await db.transaction(tenant, async (tx) => {
      const kept = await tx.run(keepLease(orgId, batchId, isoTime(clock.now() + LEASE_MS)));
      if (kept > 0) await tx.run(keepMade(orgId, batchId, made));
      return kept > 0;
    });
    if (!goesOn) return;
    if (stop.aborted) {
      // Whoever looks next need not wait.
      await db.write(tenant, [keepLease(orgId, batchId, nowIso(clock))]);
      return;
    }
  }
  await db.write(tenant, [moveBatch(orgId, batchId, ['preparing'], { state: 'ready' })]);
}

/**
 * Begins or takes up the work where nobody is at it, and does not wait for it. What stops it is logged; whoever looks
 * at the batch when the lease is over takes it up again.
 */
export function preparePasswords(
  parts: Parts,
  orgId: string,
  { batch_id: batchId, state, lease_until }: { batch_id: string; state: string; lease_until: string },
): void {
  if (state !== 'preparing' || Date.parse(lease_until) > parts.clock.now()) return;
  parts.background.start('new passwords', (stop) => work(parts, orgId, batchId, stop));
}
