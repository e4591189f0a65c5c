import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Sms } from './sms.ts';

const DAY_MS = 86_400_000;
/** China Standard Time, whose days the budget follows. */
const OFFSET_MS = 8 * 3_600_000;

const dayNumber = (now: number): number => Math.floor((now + OFFSET_MS) / DAY_MS);
/** Milliseconds until the next day begins. */
const untilMidnight = (now: number): number => DAY_MS - ((now + OFFSET_MS) % DAY_MS);

/** Of the budget, the part of people who register: they cannot use up what those with an account need. */
const REGISTRATION_SHARE = 0.2;

/**
 * Counts the messages of each organisation and day, and refuses those beyond the budget. Urgent ones are counted and
 * sent, even where they cannot be counted. Every attempt counts, because a provider may charge for one that failed.
 *
 * @param perDay Most messages of an organisation in a day
 */
export function withinBudget(
  sms: Sms,
  perDay: number,
  { state, clock, log }: Pick<Services, 'state' | 'clock' | 'log'>,
): Sms {
  /** Whether one more is within a budget of `most`; the log says once a day when it is used up. */
  const counted = async (orgId: string, part: string, most: number): Promise<boolean> => {
    const sent = await state.count(`sms:org:${orgId}:${dayNumber(clock.now())}${part}`, DAY_MS);
    if (sent === most + 1) log.warn({ org_id: orgId, sent: most }, `the daily SMS budget${part} is used up`);
    return sent <= most;
  };
  const refused = (message: string) =>
    new AppError('AC_TOO_MANY_REQUESTS', { message, retryInMs: untilMidnight(clock.now()) });

  return {
    ...sms,
    async send(message) {
      const { orgId, urgent, registration } = message;
      if (orgId !== undefined && urgent) {
        // Not awaited: a message about a person in danger does not wait for a count.
        counted(orgId, '', perDay).catch((error: unknown) =>
          log.warn({ err: error, org_id: orgId }, 'an urgent message was sent without being counted'),
        );
      } else if (orgId !== undefined) {
        const share = Math.ceil(perDay * REGISTRATION_SHARE);
        if (registration && !(await counted(orgId, ' for registrations', share)))
          throw refused('今天注册用的短信已发完，请明天再试，或联系学校');
        if (!(await counted(orgId, '', perDay)))
          throw refused(
            registration
              ? '今天的短信已发完，请明天再试，或联系学校'
              : '本单位今天的短信已发完，请明天再试，或改用密码',
          );
      }
      await sms.send(message);
    },
  };
}
