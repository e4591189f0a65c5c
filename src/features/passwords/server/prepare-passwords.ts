import { newPassword } from '../../../platform/identity/server/new-password.ts';
import type { JobContext, JobKind } from '../../../platform/jobs/server/kinds.ts';
import { passwordDigest } from '../../../platform/signing/mac.ts';
import { itemsToMake, saveMadePasswords, lockBatch, moveBatch, type MadePassword } from './queries.ts';

/** Passwords between two writes; small, so that a cancelled batch stops soon and a crash loses little. */
const CHUNK = 10;
const LEASE_MS = 15_000;
/** A batch fails for good after this many crashes or failures. */
const TRIES_MAX = 5;

/** Associated data of the encrypted passwords of a batch. */
export const passwordBinding = (orgId: string, batchId: string, n: number): string =>
  `password batch ${orgId} ${batchId} ${n}`;

/**
 * Creates the missing passwords of a batch, one hash at a time, so that sign-ins are not delayed. After a crash it
 * continues from the last write.
 */
async function run(context: JobContext): Promise<void> {
  const { job, services, signal, tenant } = context;
  const orgId = tenant.orgId ?? '';
  const batchId = job.subject;
  for (;;) {
    const [todo] = await services.db.read(tenant, [itemsToMake(orgId, batchId, CHUNK)]);
    if (todo.length === 0) break;
    const made: MadePassword[] = [];
    for (const { n } of todo) made.push(await makePassword(context, n));
    const goesOn = await context.commit(async (tx) => {
      const [batch] = await tx.run(lockBatch(orgId, batchId));
      if (batch?.state !== 'preparing') return false;
      await tx.run(saveMadePasswords(orgId, batchId, made));
      return true;
    });
    if (!goesOn) return;
    signal.throwIfAborted();
  }
  await context.commit((tx) => tx.run(moveBatch(orgId, batchId, ['preparing'], { state: 'ready' })));
}

async function makePassword({ job, services, tenant }: JobContext, n: number): Promise<MadePassword> {
  const password = newPassword();
  return {
    n,
    password_hash: await services.passwords.hash(passwordDigest(password)),
    sealed: services.cipher.encrypt(passwordBinding(tenant.orgId ?? '', job.subject, n), password),
  };
}

async function giveUp(context: JobContext): Promise<void> {
  const { job, tenant } = context;
  await context.commit((tx) => tx.run(moveBatch(tenant.orgId ?? '', job.subject, ['preparing'], { state: 'failed' })));
}

export const passwordsJob: JobKind = {
  name: 'passwords',
  slots: 1,
  leaseMs: LEASE_MS,
  maxAttempts: TRIES_MAX,
  maxCrashes: TRIES_MAX,
  run,
  giveUp,
};
