import { beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../../../src/platform/http/server/log.ts';
import { withinBudget } from '../../../../src/platform/sms/server/sms-budget.ts';
import { Outbox } from '../../../../src/platform/sms/server/sms.ts';
import { MemoryState } from '../../../../src/platform/state/server/memory-state.ts';
import { describeApi } from '../../../support/databases.ts';
import { LogLines, TestClock } from '../../../support/server.ts';
import { DAY, HOUR, MINUTE, PASSWORD, useWorld } from '../../../support/world.ts';

const CODE = { mobile: '13900001234', type: 5, text: '您的验证码是 123456' };

describe('the daily SMS budget of an organisation', () => {
  const clock = new TestClock();
  const state = new MemoryState(clock);
  const [outbox, log] = [new Outbox(clock), new LogLines()];
  const sms = withinBudget(outbox, 2, { state, clock, log: createLog('debug', log) });
  const send = async (orgId?: string, more: object = {}) =>
    sms.send({ ...CODE, ...(orgId !== undefined && { orgId }), ...more }).then(
      () => 'sent',
      (error: unknown) => error,
    );
  beforeEach(() => clock.advance(DAY));

  it('refuses messages beyond it until the next day, and those of no other organisation', async () => {
    expect([await send('S1'), await send('S1')]).toEqual(['sent', 'sent']);
    expect(await send('S1')).toMatchObject({ code: 'AC_TOO_MANY_REQUESTS' });
    expect(await send('S2')).toBe('sent');
    clock.advance(DAY);
    expect(await send('S1')).toBe('sent');
  });

  it('follows the days of China, and says when the next one begins', async () => {
    const midnight = Date.parse('2031-05-05T00:00:00+08:00');
    clock.advance(midnight - HOUR - clock.now());
    await Promise.all([send('S1'), send('S1')]);
    expect(await send('S1')).toMatchObject({ retryInMs: HOUR });
    clock.advance(HOUR);
    expect(await send('S1')).toBe('sent');
  });

  it('counts messages about warnings, and sends them even beyond it', async () => {
    const warnings = () => log.text.split('the daily SMS budget is used up').length;
    const before = warnings();
    for (let i = 0; i < 4; i++) expect(await send('S1', { urgent: true })).toBe('sent');
    expect(await send('S1')).toMatchObject({ code: 'AC_TOO_MANY_REQUESTS' });
    expect(warnings() - before).toBe(1);
  });

  it('sends messages about warnings where the shared state is out of reach, and logs that', async () => {
    const broken = new MemoryState(clock);
    broken.count = () => Promise.reject(new Error('out of reach'));
    const sent = new Outbox(clock);
    const lines = new LogLines();
    const urgent = withinBudget(sent, 2, { state: broken, clock, log: createLog('debug', lines) });
    await urgent.send({ ...CODE, orgId: 'S1', urgent: true });
    expect(sent.messages).toHaveLength(1);
    expect(lines.text).toContain('without being counted');
    await expect(urgent.send({ ...CODE, orgId: 'S1' })).rejects.toThrow('out of reach');
    expect(sent.messages).toHaveLength(1);
  });

  it('keeps registrations to a fifth, so that those with an account still get their codes', async () => {
    const shared = withinBudget(outbox, 10, { state, clock, log: createLog('silent', new LogLines()) });
    const register = () => shared.send({ ...CODE, orgId: 'S3', registration: true });
    await register();
    await register();
    await expect(register()).rejects.toMatchObject({
      code: 'AC_TOO_MANY_REQUESTS',
      message: '今天注册用的短信已发完，请明天再试，或联系学校',
    });
    for (let i = 0; i < 8; i++) await shared.send({ ...CODE, orgId: 'S3' });
    await expect(shared.send({ ...CODE, orgId: 'S3' })).rejects.toMatchObject({ code: 'AC_TOO_MANY_REQUESTS' });
  });
});

describeApi('a code beyond the daily budget', (kind) => {
  const clock = new TestClock();
  const outbox = new Outbox(clock);
  const state = new MemoryState(clock);
  const sms = withinBudget(outbox, 1, { state, clock, log: createLog('silent', new LogLines()) });
  const world = useWorld(kind, { services: { state, sms } });

  it('is refused to a person who signed in, and does not tell others whether a number is registered', async () => {
    const admin = await world().client.signIn('admin', PASSWORD);
    const post = (body: object) => admin.post('/v1/accounts/sms', body);
    expect((await post({ type: 5 })).status).toBe(200);
    clock.advance(2 * MINUTE);
    expect(await post({ type: 5 })).toMatchObject({ status: 429, code: 'AC_TOO_MANY_REQUESTS' });
    const anonymous = async (mobile: string) => {
      const { status, data } = await world().client.publicly('POST', '/v1/accounts/sms', { type: 1, mobile });
      return { status, data };
    };
    expect(await anonymous('13800000001')).toEqual(await anonymous('13822222222'));
    expect(outbox.messages).toHaveLength(1);
  });
});
