import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { SMS_WARNING } from '../../../../platform/identity/sms.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { mobilesOf } from '../../../staff/server/public.ts';
import * as store from '../queries/escalations.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'sms' | 'log'>;

/** Never names the student: a phone may show the message on its lock screen. */
const TEXT = '心育平台有一条预警等待您处理，请尽快登录平台查看并确认。';
const AT_ONCE = 50;
/** About 45 minutes of retries (`queries/escalations.ts`), while the warning is not acknowledged. */
const TRIES = 6;

type Taken = Awaited<ReturnType<typeof takeMessages>>[number];

async function takeMessages(tx: Tx, orgId: string, at: string) {
  const messages = await tx.run(store.takeMessages(orgId, at, AT_ONCE));
  const userIds = messages.map(({ user_id }) => user_id);
  const mobiles = new Map((await tx.run(mobilesOf(orgId, userIds))).map(({ user_id, mobile }) => [user_id, mobile]));
  return messages.map((message) => ({ ...message, mobile: mobiles.get(message.user_id) ?? null }));
}

/**
 * Claims waiting short messages of a tenant and sends them after the commit, so two processes never send the same one.
 * A process that dies between sending and recording sends a message twice.
 */
export async function takeDueMessages(
  tx: Tx,
  parts: Parts,
  orgId: string,
): Promise<{ next: string | undefined; afterCommit: () => Promise<void> }> {
  const taken = await takeMessages(tx, orgId, nowIso(parts.clock));
  const next = (await tx.run(store.nextMessage(orgId)))[0]?.at ?? undefined;
  return { next, afterCommit: () => sendAll(parts, orgId, taken) };
}

/** Sends concurrently, so that timeouts of the gateway do not add up. */
async function sendAll({ db, sms, log }: Parts, orgId: string, taken: readonly Taken[]): Promise<void> {
  await Promise.all(
    taken.map(async ({ mobile, ...message }) => {
      const state =
        mobile === null
          ? ('no_number' as const)
          : await sms.send({ mobile, type: SMS_WARNING, text: TEXT, orgId, urgent: true }).then(
              () => 'told' as const,
              (error: unknown) => {
                log.warn({ err: error, org_id: orgId }, 'a warning was not sent as a short message');
                return message.tries >= TRIES ? ('failed' as const) : ('waiting' as const);
              },
            );
      if (state !== 'waiting') await db.write({ orgId, userId: null }, [store.messageEnded(orgId, message, state)]);
    }),
  );
}
