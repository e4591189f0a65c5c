import { beforeEach, describe, expect, it } from 'vitest';
import type { Services } from '../../../src/platform/context/server/services.ts';
import { AppError } from '../../../src/platform/errors/app-error.ts';
import {
  captchaRequiredFor,
  consumeCode,
  sendCode,
  sendLimited,
  type CodeTarget,
} from '../../../src/platform/identity/server/sms-codes.ts';
import { resendWait, SMS_PURPOSE } from '../../../src/platform/identity/sms.ts';
import { MemoryState } from '../../../src/platform/state/server/memory-state.ts';

const MINUTE = 60_000;
const clock = { time: Date.parse('2026-11-20T10:00:00+08:00'), now: () => clock.time };
let services: Pick<Services, 'state'>;
let sent: string[] = [];
beforeEach(() => {
  services = { state: new MemoryState(clock) };
  sent = [];
});

const target = (change: Partial<CodeTarget> = {}): CodeTarget => ({
  purpose: SMS_PURPOSE.secondary,
  subject: 'user',
  mobile: '13800000001',
  ...change,
});
const deliver = async (code: string) => void sent.push(code);
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'sent',
    (error: unknown) =>
      error instanceof AppError ? `${error.code} ${error.message} ${error.retryInMs ?? ''}` : String(error),
  );
const send = (to = target()) => outcome(sendCode(services, to, {}, deliver));
/** A captcha that was solved a moment ago. */
async function solved() {
  await services.state.set('captcha:answer:session', 'abcd', MINUTE);
  return { session_id: 'session', verification_code: 'ABCD' };
}
const sendSolved = async (to = target(), address?: string) =>
  outcome(sendLimited(services, to, { ...(await solved()), ...(address !== undefined && { address }) }, deliver));
const later = (ms: number) => void (clock.time += ms);

describe('a code by SMS', () => {
  it('has six digits, is valid for five minutes and for one use', async () => {
    expect(await send()).toBe('sent');
    const [code = ''] = sent;
    expect(code).toMatch(/^\d{6}$/);
    expect(await consumeCode(services, target(), ` ${code} `)).toBe(true);
    expect(await consumeCode(services, target(), code)).toBe(false);
    later(MINUTE);
    await send();
    later(5 * MINUTE);
    expect(await consumeCode(services, target(), sent[1] ?? '')).toBe(false);
  });

  it('stays valid after a wrong one, and ends with the next', async () => {
    await send();
    const [first = ''] = sent;
    expect(await consumeCode(services, target(), first === '000000' ? '000001' : '000000')).toBe(false);
    expect(await consumeCode(services, target(), first)).toBe(true);
    later(MINUTE);
    await send();
    later(MINUTE);
    await sendCode(services, target(), await solved(), deliver);
    const [, second = '', third = ''] = sent;
    expect(await consumeCode(services, target(), second)).toBe(second === third);
    expect(await consumeCode(services, target(), third)).toBe(second !== third);
  });

  it('is worth nothing for another purpose, person or number', async () => {
    await send();
    const [code = ''] = sent;
    for (const change of [{ purpose: SMS_PURPOSE.reset }, { subject: 'other' }, { mobile: '13800000002' }])
      expect(await consumeCode(services, target(change), code)).toBe(false);
    expect(await consumeCode(services, target(), code)).toBe(true);
  });

  it('is used once by two requests at the same time', async () => {
    await send();
    const [code = ''] = sent;
    const both = await Promise.all([consumeCode(services, target(), code), consumeCode(services, target(), code)]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });

  it('is sent once a minute, with the seconds that are left in words', async () => {
    await send();
    later(MINUTE - 1500);
    expect(await send()).toBe('AC_TOO_MANY_REQUESTS 请 2 秒后再重新发送 1500');
    later(1499);
    expect(await send()).toBe('AC_TOO_MANY_REQUESTS 请 1 秒后再重新发送 1');
    later(1);
    expect(await send()).toBe('sent');
    expect(sent).toHaveLength(2);
  });

  it('may be requested again at once when it was not delivered, which counts for nothing', async () => {
    const failing = () => Promise.reject(new Error('no gateway'));
    for (let n = 0; n < 5; n++)
      expect(await outcome(sendCode(services, target(), {}, failing))).toBe('Error: no gateway');
    expect(await send()).toBe('sent');
    expect(await captchaRequiredFor(services, target(), {})).toBe(false);
  });

  it('wants a captcha from the third in an hour on', async () => {
    for (let n = 0; n < 2; n++) {
      expect(await send()).toBe('sent');
      later(MINUTE);
    }
    expect(await captchaRequiredFor(services, target(), {})).toBe(true);
    expect(await send()).toMatch(/^AC_IDENTIFY_CODE_REQUIRED/);
    expect(await captchaRequiredFor(services, target({ subject: 'other' }), {})).toBe(false);
    expect(await sendSolved()).toBe('sent');
    later(60 * MINUTE);
    expect(await captchaRequiredFor(services, target(), {})).toBe(false);
  });

  it('wants one from an address that asked for ten, whatever the numbers', async () => {
    for (let n = 0; n < 10; n++) {
      expect(await captchaRequiredFor(services, target({ subject: 'next' }), { address: '10.0.0.1' })).toBe(false);
      expect(await sendSolved(target({ subject: `user ${n}` }), '10.0.0.1')).toBe('sent');
    }
    expect(await captchaRequiredFor(services, target({ subject: 'next' }), { address: '10.0.0.1' })).toBe(true);
    expect(await captchaRequiredFor(services, target({ subject: 'next' }), { address: '10.0.0.2' })).toBe(false);
    expect(await captchaRequiredFor(services, target({ subject: 'next' }), {})).toBe(false);
  });

  it('is sent six times an hour at most', async () => {
    for (let n = 0; n < 6; n++) {
      expect(await sendSolved()).toBe('sent');
      later(MINUTE);
    }
    expect(await sendSolved()).toMatch(/^AC_TOO_MANY_REQUESTS 验证码发送次数过多，请一小时后再试 \d+$/);
    expect(sent).toHaveLength(6);
  });

  it('leaves the owner of a number messages that a stranger cannot use up', async () => {
    const by = (requester: string) => target({ subject: '13800000001', requester });
    for (let n = 0; n < 6; n++) {
      expect(await sendSolved(by('stranger'))).toBe('sent');
      later(MINUTE);
    }
    expect(await sendSolved(by('stranger'))).toMatch(/^AC_TOO_MANY_REQUESTS 验证码发送次数过多/);
    for (let n = 0; n < 6; n++) {
      expect(await sendSolved(by('owner'))).toBe('sent');
      later(MINUTE);
    }
    expect(await sendSolved(by('third'))).toMatch(/^AC_TOO_MANY_REQUESTS 验证码发送次数过多/);
  });
});

it('a page counts whole seconds until the next code', () => {
  expect([
    resendWait(undefined, 5),
    resendWait(0, 0),
    resendWait(0, 500),
    resendWait(0, 60_000),
    resendWait(0, 70_000),
  ]).toEqual([0, 60, 60, 0, 0]);
  // The clock of the device was set back.
  expect(resendWait(10_000, 0)).toBe(0);
});
