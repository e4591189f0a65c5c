import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { putSuiteTicket, suiteTicket } from './queries.ts';

/** WeCom pushes a ticket every 10 minutes, and each is good for 30. */
const TICKET_MS = 30 * 60_000;
const NO_TENANT = { orgId: null, userId: null };

const purposeOf = (suiteId: string) => `wwork suite ticket\n${suiteId}`;

type Parts = Pick<Services, 'db' | 'installation' | 'clock'>;

/** Keeps a ticket, unless a later one is there. @param at When WeCom sent it, in milliseconds */
export async function storeTicket(
  { db, installation }: Parts,
  suiteId: string,
  ticket: string,
  at: number,
): Promise<void> {
  const row = { suite_id: suiteId, ticket: await installation.encrypt(purposeOf(suiteId), ticket) };
  await db.write(NO_TENANT, [putSuiteTicket({ ...row, pushed_at: isoTime(at) })]);
}

/** @throws AppError PSY_UNAVAILABLE where WeCom has pushed none in time */
export async function currentTicket({ db, installation, clock }: Parts, suiteId: string): Promise<string> {
  const [[row]] = await db.read(NO_TENANT, [suiteTicket(suiteId)]);
  if (!row || Date.parse(row.pushed_at) + TICKET_MS <= clock.now())
    throw new AppError('PSY_UNAVAILABLE', {
      message: '企业微信服务商应用暂时不能使用，请稍后重试。一直如此时，请联系平台的运营人员',
      cause: new Error('no suite ticket was pushed in the last 30 minutes'),
    });
  return installation.decrypt(purposeOf(suiteId), row.ticket);
}
