import { beforeEach, expect, it } from 'vitest';
import { dataOf, rowsOf, type Listed } from '../../../platform/resources/server/support.ts';
import type { Client } from '../../../support/client.ts';
import { describeApi } from '../../../support/databases.ts';
import { useServer } from '../../../support/server.ts';

const CONFIG = '/v1/portal/securities/config';
const PERMIT = `${CONFIG}/permit`;
const PAGES = '/v1/portal/rbac/pages';
const auths = (role: number) => `/v1/portal/rbac/roles/${role}/auths`;
const AREAS = [
  'batch-modify-password',
  'student/archive',
  'student/comment',
  'exam',
  'screening/result',
  'screening/report',
  'report/monthly',
  'screening/totals',
  'intervention',
  'intervention/interview',
  'intervention/consultation',
  'intervention/referral',
  'intervention/sandplay',
  'intervention/drawing',
  'intervention/custom',
  'warning/statistics',
  'warning/manual',
  'warning/assessment',
  'warning/smart-talk',
  'crisis/case',
  'case-library',
];
const BATCH = '/v3/portal/users/reset_password/batch';
interface Config {
  permit: boolean;
  modules: { module_code: string; open: boolean }[];
  functions: { function_code: string; open: boolean }[];
}
interface Abilities {
  protected: string[];
  flags: Record<string, boolean>;
}

describeApi('the security settings', (kind) => {
  const server = useServer(kind);
  let admin: Client;
  let plain: Client;
  const sign = async (account: string, org: number, role: number) =>
    (await server().client.signIn(account)).withRole(org, role);
  const abilities = async (client: Client) => dataOf<Abilities>(await client.get(PAGES));
  const config = async (client = admin) => dataOf<Config>(await client.get(CONFIG));
  const open = (code: string, on: boolean) => admin.put(CONFIG, { modules: [{ module_code: code, open: on }] });
  beforeEach(async () => {
    plain = await sign('o2001r4', 2001, 4);
    admin = await plain.verified();
    await admin.put(`${PERMIT}?permit=true`);
    await admin.put(CONFIG, {
      modules: ['watermark', 'desensitization', 'authorization_secondary'].map((module_code) => ({
        module_code,
        open: true,
      })),
      functions: AREAS.map((function_code) => ({ function_code, open: true })),
    });
  });

  it('are all on by default', async () => {
    const other = await (await sign('o2002r4', 2002, 4)).verified();
    expect(await config(other)).toEqual({
      permit: true,
      modules: [
        { module_code: 'watermark', open: true },
        { module_code: 'desensitization', open: true },
        { module_code: 'authorization_secondary', open: true },
      ],
      functions: AREAS.map((function_code) => ({ function_code, open: true })),
      retention_years: 3,
      authenticator_roles: [],
      staff_roles: [4, 5, 7, 8, 9, 10, 12, 14],
    });
    expect(await rowsOf(server(), "select 1 from security_settings where org_id = '2002'")).toEqual([]);
  });

  it('are changed by permitted roles after second-step verification', async () => {
    for (const [path, body] of [
      [CONFIG, {}],
      [`${PERMIT}?permit=false`, undefined],
      [PAGES, { protected: [] }],
      [auths(9), {}],
    ] as const) {
      expect((await plain.put(path, body)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    }
    const teacher = await (await sign('o2001r10', 2001, 10)).verified();
    expect((await teacher.put(CONFIG, { modules: [] })).code).toBe('AC_FORBIDDEN');
    expect((await teacher.get(CONFIG)).code).toBe('AC_FORBIDDEN');
    expect((await plain.get(CONFIG)).status).toBe(200);
  });

  it('refuse unknown names', async () => {
    expect((await open('sirens', true)).fields).toEqual(['/modules/0/module_code']);
    expect((await admin.put(CONFIG, { functions: [{ function_code: 'index', open: true }] })).fields).toEqual([
      '/functions/0/function_code',
    ]);
    expect((await admin.put(PAGES, { protected: ['exam', 'org-manage'] })).fields).toEqual(['/protected/1']);
    expect((await admin.put(auths(9), { may_fly: true })).fields).toEqual(['/may_fly']);
    expect((await admin.get(auths(4))).status).toBe(404);
    expect((await admin.put(auths(4), {})).status).toBe(404);
  });

  it('turn verification on and off with the next request, but not where it is always required', async () => {
    expect((await plain.get(BATCH)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    await open('authorization_secondary', false);
    expect((await plain.get(BATCH)).status).toBe(200);
    expect((await abilities(plain)).protected).toEqual([]);
    expect((await plain.post(BATCH, { accounts: ['o2001s1'] })).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    expect((await plain.put(CONFIG, { modules: [] })).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('exclude single pages from protection, by either endpoint', async () => {
    await admin.put(CONFIG, { functions: [{ function_code: 'batch-modify-password', open: false }] });
    expect((await plain.get(BATCH)).status).toBe(200);
    expect((await abilities(plain)).protected).toEqual(AREAS.slice(1));
    expect(
      dataOf<Config>(await admin.put(PAGES, { protected: ['batch-modify-password'] })).functions.map((one) => one.open),
    ).toEqual(AREAS.map((area) => area === 'batch-modify-password'));
    expect((await plain.get(BATCH)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
  });

  it('protect contents wherever they appear: comments in archives, warnings in cases', async () => {
    const psychologist = await sign('o2001r8', 2001, 8);
    const [one] = dataOf<Listed>(
      await (await psychologist.verified()).get('/v1/portal/psychology_crisis/cases?size=1'),
    ).items;
    const shut = (...codes: string[]) =>
      admin.put(CONFIG, { functions: codes.map((function_code) => ({ function_code, open: false })) });
    const asked = async () =>
      (
        await Promise.all([
          plain.get('/v3/portal/students/file/batch2pdf?student_ids=k2001-0001'),
          psychologist.get(`/v1/portal/psychology_crisis/cases/${String(one?.['case_id'])}`),
        ])
      ).map(({ status, code }) => code ?? status);
    await shut('student/archive', 'crisis/case');
    expect(await asked()).toEqual(['PSY_INVALID_SECONDARY_TOKEN', 'PSY_INVALID_SECONDARY_TOKEN']);
    await shut('student/comment', 'warning/manual', 'warning/assessment', 'warning/smart-talk');
    expect(await asked()).toEqual([200, 200]);
  });

  it('turn masking off and on: in lists, details, exports and the log', async () => {
    const second = await sign('o2001r5', 2001, 5);
    const [row] = dataOf<Listed>(await second.get('/v1/portal/students?size=200')).items.filter(
      (one) => typeof one['id_card'] === 'string',
    );
    const [stored] = await rowsOf(
      server(),
      "select id_card from students where org_id = '2001' and child_id = $1",
      row?.['child_id'],
    );
    expect(row?.['id_card']).toMatch(/\*{4}/);
    await open('desensitization', false);
    expect((await abilities(second)).flags['desensitization']).toBe(false);
    const shown = dataOf(await second.get(`/v1/portal/students/${String(row?.['child_id'])}`));
    const at = { table: 'students', row: String(row?.['child_id']), field: 'id_card' };
    expect(shown['id_card']).toBe(await server().services.keys.decryptText('2001', String(stored?.['id_card']), at));
    await open('desensitization', true);
    expect(dataOf(await second.get(`/v1/portal/students/${String(row?.['child_id'])}`))['id_card']).toMatch(/\*{4}/);
  });

  it('are all off without a protected page, or without permission', async () => {
    const layer = async () => {
      const { protected: areas, flags } = await abilities(plain);
      return [areas.length, flags['watermark'], flags['desensitization']];
    };
    expect(await layer()).toEqual([AREAS.length, true, true]);
    await admin.put(PAGES, { protected: [] });
    expect(await layer()).toEqual([0, false, false]);
    await admin.put(PAGES, { protected: AREAS });
    await admin.put(`${PERMIT}?permit=false`);
    expect(await layer()).toEqual([0, false, false]);
    await admin.put(`${PERMIT}?permit=true`);
    expect(await layer()).toEqual([AREAS.length, true, true]);
    await open('watermark', false);
    expect(await layer()).toEqual([AREAS.length, false, true]);
  });

  it('give the flags of a role to all its holders', async () => {
    const teacher = await sign('o2001r10', 2001, 10);
    expect((await abilities(teacher)).flags).toMatchObject({
      student_report_view: false,
      student_risk_view: false,
      head_class_teacher_check_wraning: false,
    });
    expect(dataOf(await admin.put(auths(10), { student_report_view: true }))).toEqual({
      student_report_view: true,
      student_risk_view: false,
      head_class_teacher_check_wraning: false,
    });
    expect((await abilities(teacher)).flags).toMatchObject({ student_report_view: true, student_risk_view: false });
    expect((await abilities(await sign('o2001r9', 2001, 9))).flags['student_report_view']).toBe(false);
    expect((await abilities(admin)).flags['student_report_view']).toBeUndefined();
    expect(
      dataOf<Listed<{ role_id: number }>>(await admin.get('/v1/portal/rbac/roles/auths')).items.map(
        ({ role_id }) => role_id,
      ),
    ).toEqual([9, 10]);
  });

  it('apply to the own organisation only', async () => {
    await open('authorization_secondary', false);
    const theirs = await sign('o2002r4', 2002, 4);
    expect((await theirs.get(BATCH)).code).toBe('PSY_INVALID_SECONDARY_TOKEN');
    const bureau = await sign('o1001r1', 1001, 1);
    expect(await config(bureau)).toMatchObject({
      permit: true,
      functions: [
        { function_code: 'teacher-manage/passwords', open: true },
        { function_code: 'screening/area-report', open: true },
        { function_code: 'screening/school-report', open: true },
        { function_code: 'report/monthly', open: true },
        { function_code: 'warning/statistics', open: true },
      ],
    });
    expect((await abilities(bureau)).flags).toEqual({ watermark: true, desensitization: true });
    expect(dataOf<Listed>(await bureau.get('/v1/portal/rbac/roles/auths')).items).toEqual([]);
  });

  it('keep both of two concurrent changes, and log each as text', async () => {
    const from = new Date(server().clock.now()).toISOString();
    server().clock.advance(1000);
    await Promise.all([
      open('watermark', false),
      admin.put(auths(9), { student_risk_view: true }),
      admin.put(PAGES, { protected: ['exam'] }),
    ]);
    expect(await config()).toMatchObject({
      modules: [{ open: false }, { open: true }, { open: true }],
      functions: AREAS.map((area) => ({ open: area === 'exam' })),
    });
    expect(dataOf(await admin.get(auths(9)))).toMatchObject({ student_risk_view: true });
    const entries = await rowsOf(
      server(),
      "select log_id, before, after from audit_logs where org_id = '2001' and resource = 'security' and at > $1",
      from,
    );
    expect(entries.map(({ after }) => after)).toEqual(
      expect.arrayContaining([{ watermark: '关闭' }, { protected_pages: '测评与报告' }]),
    );
    expect(entries).toHaveLength(3);
    const told = dataOf<Listed<{ title: string; after: string }>>(
      await admin.get(
        `/v1/portal/audits/logs/${String(entries.find(({ after }) => JSON.stringify(after).includes('watermark'))?.['log_id'])}/changes`,
      ),
    );
    expect(told.items).toEqual([{ field: 'watermark', title: '页面水印', before: '开启', after: '关闭' }]);
    // Setting the same value again is no change.
    await open('watermark', false);
    expect(
      await rowsOf(
        server(),
        "select 1 from audit_logs where org_id = '2001' and resource = 'security' and at > $1",
        from,
      ),
    ).toHaveLength(3);
  });

  it('log a removed watermark, at most once a minute per person', async () => {
    const teacher = await sign('o2001r10', 2001, 10);
    for (let i = 0; i < 3; i++)
      expect((await teacher.post('/v1/portal/securities/watermark/removed', { page: '学生管理' })).status).toBe(200);
    expect(
      await rowsOf(
        server(),
        "select row_label, user_id from audit_logs where org_id = '2001' and act = 'remove_watermark'",
      ),
    ).toEqual([{ row_label: '学生管理', user_id: 'u-o2001r10' }]);
  });
});
