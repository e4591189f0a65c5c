import type { Services } from '../../../../platform/context/server/context.ts';
import { SMS_WARNING } from '../../../../platform/identity/sms.ts';
import { dueNext, takeDue } from '../../../../platform/jobs/server/queries.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { mobilesOf } from '../../../staff/server/queries.ts';
import * as store from '../queries/escalations.ts';
import { MESSAGES } from './climb.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'sms' | 'log'>;

/** Never of whom: a telephone lies open on a desk. */
const TEXT = '心育平台有一条预警等待您处理，请尽快登录平台查看并确认。';
const AT_ONCE = 50;
/** For some three quarters of an hour (`store/escalations.ts`), as long as nobody has taken the warning on. */
const TRIES = 6;

/**
 * Sends the short messages that wait in a tenant. Each is taken first, so that two processes do not send the same; one
 * that died between sending and noting sends it twice.
 */
export async function sendMessages({ db, clock, sms, log }: Parts, orgId: string): Promise<void> {
  const tenant = { orgId, userId: null };
  const at = nowIso(clock);
  const taken = await db.transaction(tenant, async (tx) => {
    if ((await tx.run(takeDue(orgId, MESSAGES, at))).length === 0) return [];
    const messages = await tx.run(store.takeMessages(orgId, at, AT_ONCE));
    const mobiles = new Map(
      (
        await tx.run(
          mobilesOf(
            orgId,
            messages.map(({ user_id }) => user_id),
          ),
        )
      ).map(({ user_id, mobile }) => [user_id, mobile]),
    );
    await tx.run(dueNext(orgId, MESSAGES, (await tx.run(store.nextMessage(orgId)))[0]?.at ?? undefined));
    return messages.map((message) => ({ ...message, mobile: mobiles.get(message.user_id) ?? null }));
  });
  // All at once: where the gateway answers nobody, the last one is not an hour late.
  await Promise.all(
    taken.map(async ({ mobile, ...message }) => {
      const state =
        mobile === null
          ? ('no_number' as const)
          : await sms.send({ mobile, type: SMS_WARNING, text: TEXT }).then(
              () => 'told' as const,
              (error: unknown) => {
                log.warn({ err: error, org_id: orgId }, 'a warning was not sent as a short message');
                return message.tries >= TRIES ? ('failed' as const) : ('waiting' as const);
              },
            );
      if (state !== 'waiting') await db.write(tenant, [store.messageEnded(orgId, message, state)]);
    }),
  );
}
