import { climbDue, ESCALATION, MESSAGES } from '../../../features/crisis/server/escalation/climb.ts';
import { sendMessages } from '../../../features/crisis/server/escalation/messages.ts';
import { REMINDERS, tellReminders } from '../../../features/interventions/server/remind.ts';
import type { Services } from '../../context/server/context.ts';
import type { Tx } from '../../db/server/database.ts';
import { nowIso } from '../../runtime/server/clock.ts';
import { allDue, dueNext, takeDue } from './queries.ts';

/** How late something may be told. */
const ROUND_MS = 5000;
const AT_ONCE = 500;

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'access' | 'sms' | 'log'>;

/** Of several processes one does it, in one transaction: done once, or not at all and again by another. */
async function doOnce(
  { db, clock }: Parts,
  orgId: string,
  chore: string,
  work: (tx: Tx) => Promise<string | undefined>,
): Promise<void> {
  await db.transaction({ orgId, userId: null }, async (tx) => {
    if ((await tx.run(takeDue(orgId, chore, nowIso(clock)))).length === 0) return;
    await tx.run(dueNext(orgId, chore, await work(tx)));
  });
}

type Chores = Readonly<Record<string, (parts: Parts, orgId: string) => Promise<void>>>;
const WITHIN: Chores = {
  [ESCALATION]: (parts, orgId) => doOnce(parts, orgId, ESCALATION, (tx) => climbDue(tx, parts, orgId)),
  [REMINDERS]: (parts, orgId) => doOnce(parts, orgId, REMINDERS, (tx) => tellReminders(tx, parts, orgId)),
};
const OUTSIDE: Chores = { [MESSAGES]: sendMessages };

async function doChores(parts: Parts, chores: Chores): Promise<void> {
  const { db, clock, log } = parts;
  for (const { org_id, chore } of await allDue(db, nowIso(clock), Object.keys(chores), AT_ONCE)) {
    await chores[chore]?.(parts, org_id).catch((error: unknown) =>
      log.error({ err: error, org_id, chore }, 'what was due could not be done'),
    );
  }
}

/**
 * Does what is due, once, for every tenant; one tenant's trouble is no reason to leave out the rest. What waits for
 * others' machines keeps nobody else waiting.
 */
export const doDue = async (parts: Parts): Promise<void> => {
  await doChores(parts, WITHIN);
  await doChores(parts, OUTSIDE);
};

/** Does what is due every few seconds, until `close`, which waits for what is under way. */
export function startDue(parts: Parts): { close: () => Promise<void> } {
  const rounds = [WITHIN, OUTSIDE].map((chores) => {
    let running: Promise<void> | undefined;
    const timer = setInterval(() => {
      running ??= doChores(parts, chores)
        .catch((error: unknown) => parts.log.error({ err: error }, 'what is due is not known'))
        .finally(() => {
          running = undefined;
        });
    }, ROUND_MS).unref();
    return async () => {
      clearInterval(timer);
      await running;
    };
  });
  return {
    close: async () => {
      await Promise.all(rounds.map((close) => close()));
    },
  };
}
