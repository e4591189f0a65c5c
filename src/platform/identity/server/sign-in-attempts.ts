import { createHash } from 'node:crypto';
import type { RequestContext } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  ADDRESS_ACCOUNTS,
  CAPTCHA_AFTER,
  DELAY_AFTER,
  DELAY_MAX_MS,
  DELAY_MEMORY_MS,
  DELAY_MS,
  WINDOW_MS,
} from '../sign-in.ts';
import { deviceOfRequest, isKnownTo } from './known-devices.ts';
import { network } from './network.ts';

const lastBySubject = new Map<string, Promise<unknown>>();

/**
 * Runs the attempts of one subject one after another in this process, so that concurrent correct passwords are not
 * counted as failures. Across processes only the shared counts apply, which may refuse too much.
 */
export async function inSequence<T>(subject: string, attempt: () => Promise<T>): Promise<T> {
  const previous = lastBySubject.get(subject) ?? Promise.resolve();
  const current = previous.then(attempt, attempt);
  lastBySubject.set(subject, current);
  try {
    return await current;
  } finally {
    if (lastBySubject.get(subject) === current) lastBySubject.delete(subject);
  }
}

/** Counters of accounts on unknown devices, and of addresses. A fixed number bounds what invented names can occupy. */
const ACCOUNT_BUCKETS = 2 ** 18;
const ADDRESS_BUCKETS = 2 ** 13;

const bucket = ({ cipher }: Pick<Services, 'cipher'>, text: string, buckets: number): string =>
  (
    createHash('sha256')
      .update(cipher.keyFor(`attempts\n${text}`))
      .digest()
      .readUInt32BE(0) % buckets
  ).toString(36);

/** What the attempts of a request are counted by. */
export interface AttemptSubject {
  /** Counter of the account for this device, or of all unknown devices together. */
  account: string;
  address: string;
  /** The account has signed in on this device: strangers cannot reach its counter. */
  known: boolean;
}

const strangersOf = (services: Pick<Services, 'cipher'>, userOrName: string) =>
  `all:${bucket(services, userOrName, ACCOUNT_BUCKETS)}`;

/** @param userOrName `user:` and the id, or `name:` and the typed name when no account has it */
export function attemptSubject(ctx: RequestContext, userOrName: string): AttemptSubject {
  const { services, address } = ctx;
  const device = deviceOfRequest(ctx);
  const known = isKnownTo(services.cipher, device, userOrName);
  return {
    account: known && device ? `device:${device.id}:${userOrName}` : strangersOf(services, userOrName),
    address: bucket(services, network(address), ADDRESS_BUCKETS),
    known,
  };
}

const freeKey = (account: string) => `sign-in:free:${account}`;
const solvedKey = (account: string) => `sign-in:solved:${account}`;
const delayKey = (account: string) => `sign-in:delay:${account}`;
const levelKey = (account: string) => `sign-in:level:${account}`;
const addressKey = (address: string) => `sign-in:address:${address}`;

/** A counted attempt. It is counted before it is checked, so that parallel attempts cannot exceed the limits. */
export interface SignInAttempt {
  /** Always throws: AppError AC_WRONG_PASSWORD, SHOW_VERIFY_CODE or AC_ACCOUNT_LOCKED, by the number of failures. */
  refuse(): Promise<never>;
  /** Records a success: resets the counts of the account. */
  recordSuccess(): Promise<void>;
}

function delayed(retryInMs: number): AppError {
  const wait = retryInMs > 60_000 ? `${Math.ceil(retryInMs / 60_000)} 分钟` : `${Math.ceil(retryInMs / 1000)} 秒`;
  return new AppError('AC_ACCOUNT_LOCKED', { message: `密码错误次数过多，请 ${wait}后再试`, retryInMs });
}

/** @throws AppError AC_ACCOUNT_LOCKED while the subject has to wait */
export async function requireNoDelay({ state }: Pick<Services, 'state'>, { account }: AttemptSubject): Promise<void> {
  const left = await state.left(delayKey(account));
  if (left > 0) throw delayed(left);
}

const delayOf = (level: number): number => Math.min(DELAY_MAX_MS, DELAY_MS * 2 ** Math.min(level, 20));

const numberAt = async (state: Services['state'], key: string): Promise<number> => Number((await state.get(key)) ?? 0);

/** What earlier attempts leave for the next one. */
async function countsOf(state: Services['state'], { account, address, known }: AttemptSubject) {
  const [solvedBefore, level, fromAddress] = await Promise.all([
    numberAt(state, solvedKey(account)),
    numberAt(state, levelKey(account)),
    known ? 0 : numberAt(state, addressKey(address)),
  ]);
  const demanded = fromAddress >= ADDRESS_ACCOUNTS || solvedBefore >= CAPTCHA_AFTER || level > 0;
  return { solvedBefore, level, demanded };
}

/** @throws AppError SHOW_VERIFY_CODE where an attempt without a captcha would be refused. It counts none */
export async function requireNoCaptcha({ state }: Pick<Services, 'state'>, subject: AttemptSubject): Promise<void> {
  const [free, { demanded }] = await Promise.all([numberAt(state, freeKey(subject.account)), countsOf(state, subject)]);
  if (demanded || free >= CAPTCHA_AFTER) throw new AppError('SHOW_VERIFY_CODE');
}

/**
 * Counts an attempt. Attempts without a demanded captcha are refused and do not count (`api.md`, sign-in).
 *
 * @throws AppError SHOW_VERIFY_CODE when a captcha is demanded and not solved; AC_ACCOUNT_LOCKED while delayed
 */
export async function countSignIn(
  ctx: RequestContext,
  subject: AttemptSubject,
  solved: boolean,
): Promise<SignInAttempt> {
  const { state } = ctx.services;
  const { account } = subject;
  const { solvedBefore, level, demanded } = await countsOf(state, subject);
  if (!solved && demanded) throw new AppError('SHOW_VERIFY_CODE');
  const free = solved ? await numberAt(state, freeKey(account)) : await state.count(freeKey(account), WINDOW_MS);
  if (!solved && free > CAPTCHA_AFTER) throw new AppError('SHOW_VERIFY_CODE');
  const n = Math.min(free, CAPTCHA_AFTER) + (solved ? await state.count(solvedKey(account), WINDOW_MS) : solvedBefore);
  const slow = n > DELAY_AFTER || level > 0;
  // One attempt per delay, also of several processes.
  if (slow && !(await state.claim(delayKey(account), delayOf(level))))
    throw delayed(await state.left(delayKey(account)));
  return {
    async refuse() {
      await noteAddress(ctx, subject);
      if (slow || n >= DELAY_AFTER) {
        const next = (await state.count(levelKey(account), DELAY_MEMORY_MS)) - 1;
        await state.set(delayKey(account), '1', delayOf(next));
        throw delayed(delayOf(next));
      }
      if (n < CAPTCHA_AFTER && !demanded) throw new AppError('AC_WRONG_PASSWORD');
      throw new AppError('SHOW_VERIFY_CODE', { message: '账号或密码错误，请输入图形验证码后重试' });
    },
    recordSuccess: () => forgetAttempts(ctx.services, account),
  };
}

/** Counts the accounts that failed from one address. Successes never count: a computer room is one address. */
async function noteAddress(
  { services: { state, alarms }, address: from, requestId }: RequestContext,
  { account, address, known }: AttemptSubject,
): Promise<void> {
  if (known || Number((await state.get(addressKey(address))) ?? 0) >= ADDRESS_ACCOUNTS) return;
  if (!(await state.claim(`sign-in:failed:${address}:${account}`, WINDOW_MS))) return;
  if ((await state.count(addressKey(address), WINDOW_MS)) === ADDRESS_ACCOUNTS)
    alarms.raise(
      'sign-in-address',
      { address: from, accounts: ADDRESS_ACCOUNTS, request_id: requestId },
      'sign-in to many accounts failed from one address; it needs a captcha now',
    );
}

async function forgetAttempts({ state }: Pick<Services, 'state'>, account: string): Promise<void> {
  await Promise.all([freeKey, solvedKey, delayKey, levelKey].map((key) => state.forget(key(account))));
}

/** Ends the delays of unknown devices, after the holder proved their identity in another way. */
export const endDelays = (services: Pick<Services, 'state' | 'cipher'>, userId: string): Promise<void> =>
  forgetAttempts(services, strangersOf(services, `user:${userId}`));
