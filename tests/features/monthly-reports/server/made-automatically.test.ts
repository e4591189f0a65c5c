import { expect, it } from 'vitest';
import { makeDueMonth } from '../../../../src/features/monthly-reports/server/make-automatically.ts';
import { dataOf, rowsOf, useVerifiedClient } from '../../../platform/resources/server/support.ts';
import type { Answer } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const SETTING = '/v1/portal/monthly_report_settings';
const outcome = ({ status, code }: Answer) => `${status} ${code ?? ''}`.trim();
const HOUR_MS = 3_600_000;

describeApi('the automatic monthly report', (kind) => {
  const server = useServer(kind);
  const admin = useVerifiedClient(server, 2001, 4);
  const leader = useVerifiedClient(server, 2001, 12);
  const classTeacher = useVerifiedClient(server, 2001, 10);
  const bureau = useVerifiedClient(server, 1001, 1);
  const sql = (text: string, ...parameters: unknown[]) => rowsOf(server(), text, ...parameters);
  /** A new sign-in: sessions end while the clock goes on. */
  const signedIn = async (role: number) => (await server().client.signIn(`o2001r${role}`)).withRole(2001, role);
  const make = (orgId = '2001') => makeDueMonth(server().services, orgId);
  /** Moves the clock of the test forward to a time. */
  const turnTo = (time: string) => server().clock.advance(Date.parse(time) - server().clock.now());
  const files = (orgId: string) =>
    sql(
      "select user_id, role_id, status, file_name, file_id from export_tasks where org_id = $1 and kind = 'monthly' order by user_id, role_id",
      orgId,
    );

  it('is switched by those who manage it, which is logged once', async () => {
    expect(dataOf(await leader().get(SETTING))).toEqual({ automatic: true });
    expect(outcome(await leader().put(SETTING, { automatic: false }))).toBe('403 AC_FORBIDDEN');
    expect(outcome(await classTeacher().get(SETTING))).toBe('403 AC_FORBIDDEN');
    for (const automatic of [false, false, true]) expect((await admin().put(SETTING, { automatic })).status).toBe(200);
    expect((await admin().put(SETTING, { automatic: 'no' })).status).toBe(400);
    const logged = await sql(
      "select before, after from audit_logs where org_id = '2001' and resource = 'monthly_report' order by after ->> 'automatic' desc",
    );
    expect(logged).toHaveLength(2);
    expect(logged).toEqual(
      expect.arrayContaining([
        { before: { automatic: '开启' }, after: { automatic: '关闭' } },
        { before: { automatic: '关闭' }, after: { automatic: '开启' } },
      ]),
    );
    expect((await bureau().put(SETTING, { automatic: false })).status).toBe(200);
  });

  it('is made once on the first working morning, whoever looks, for everyone who may export it', async () => {
    turnTo('2026-12-01T07:29:00+08:00');
    expect([await make(), await make('1001')]).toEqual([0, 0]);
    turnTo('2026-12-01T07:31:00+08:00');
    const begun = await Promise.all([make(), make(), make()]);
    const expected = await sql(
      `select m.user_id, m.role_id from memberships m where m.org_id = '2001' and m.role_id in (4, 5, 8, 12, 14) order by 1, 2`,
    );
    expect(begun.sort((a, b) => a - b)).toEqual([0, 0, expected.length]);
    expect(expected.length).toBeGreaterThan(3);
    await server().services.jobs.idle();
    const made = await files('2001');
    expect(made.map(({ user_id, role_id }) => ({ user_id, role_id }))).toEqual(expected);
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 1));
    expect(String(made[0]?.['file_name'])).toContain('2026-11');
    expect(await sql("select month, files from monthly_made where org_id = '2001'")).toEqual([
      { month: '2026-11', files: expected.length },
    ]);
    const notified = await sql("select distinct user_id from notices where org_id = '2001' and kind = 'monthly_ready'");
    expect(notified).toHaveLength(new Set(expected.map(({ user_id }) => user_id)).size);
    // A restarted process, and a later day of the month.
    await server().services.jobs.runNow('monthly-due');
    server().clock.advance(24 * HOUR_MS);
    expect(await make()).toBe(0);
    expect(await files('2001')).toHaveLength(expected.length);
    expect(
      dataOf<{ made: { month: string } }>(await (await (await signedIn(4)).verified()).get(SETTING)).made.month,
    ).toBe('2026-11');
  }, 180_000);

  it('is not made where it is switched off', async () => {
    expect(await make('1001')).toBe(0);
    expect(await files('1001')).toEqual([]);
    await sql("update monthly_settings set automatic = true where org_id = '1001'");
    expect(await make('1001')).toBeGreaterThan(0);
    await server().services.jobs.idle();
    expect((await files('1001')).every(({ status }) => status === 1)).toBe(true);
  }, 180_000);

  it('is downloaded by its person only, with a second proof of every part, also where the report wants none', async () => {
    const [row] = await sql(
      "select t.file_id from export_tasks t join accounts a on a.user_id = t.user_id and a.login_name = 'o2001r8' where t.org_id = '2001' and t.kind = 'monthly' and t.role_id = 8",
    );
    const path = `/v1/portal/files/temp/${String(row?.['file_id'])}/file`;
    const file = await (await signedIn(8)).verified().then((client) => client.get(path));
    expect([file.status, Buffer.from(file.body).subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect((await (await (await signedIn(4)).verified()).get(path)).status).toBe(404);
    const unproved = await signedIn(8);
    expect((await unproved.get(path)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    await sql(
      `insert into security_settings (org_id, unprotected, updated_at) values ('2001', '{report/monthly}', now()) on conflict (org_id) do update set unprotected = excluded.unprotected`,
    );
    await server().services.access.invalidateOrg('2001');
    expect((await unproved.get('/v1/portal/monthly_report_settings')).status).toBe(200);
    expect((await unproved.get(path)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });
});
