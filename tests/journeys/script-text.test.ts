import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inputSchema } from '../../src/platform/schema/form.ts';
import type { EntitySchema } from '../../src/platform/schema/types.ts';
import { png } from '../platform/media/server/samples.ts';
import { postForm } from '../platform/media/server/support.ts';
import { Client } from '../support/client.ts';
import { testAlone as test } from './support/journey.ts';
import { holdSession, PASSWORD, rowAct, search, signIn, visit } from './support/portal.ts';

/** Runs wherever it is taken for markup. */
const SCRIPT = '<img src onerror=xss()>';

declare global {
  interface Window {
    ran?: string[];
  }
}

/** Values that a row needs besides texts; the texts come from the schema, all fields that take one. */
const KINDS: { name: string; path: string; orgId: number; rest: Record<string, unknown>; many?: true }[] = [
  { name: 'class', path: '/org-manage/class', orgId: 2001, rest: { period: 3, grade: 7 } },
  {
    name: 'student',
    path: '/org-manage/student',
    orgId: 2001,
    rest: { student_no: 'XSS-1', sex: 1, class_id: 'c2001-2026-8-03' },
    many: true,
  },
  {
    name: 'guardian',
    path: '/org-manage/guardian',
    orgId: 2001,
    rest: { child_id: 'k2001-0001', relation: 1 },
    many: true,
  },
  { name: 'custom-group', path: '/org-manage/custom-group', orgId: 2001, rest: {} },
  {
    name: 'teacher',
    path: '/teacher-manage/index',
    orgId: 2001,
    rest: { login_name: 'xss_teacher', role_id: 7 },
    many: true,
  },
  {
    name: 'year',
    path: '/academic-year-setting/index',
    orgId: 2001,
    rest: { start_on: '2031-09-01', end_on: '2032-08-31' },
  },
  { name: 'class', path: '/org-manage/class', orgId: 2003, rest: { period: 7, grade: 701 } },
  { name: 'equipment', path: '/x/equipment', orgId: 2003, rest: { kind: 'sandplay' } },
];

/** Free texts, each with a script; `n` makes unique values. */
const scripted = (schema: EntitySchema, n: number): Record<string, string> =>
  Object.fromEntries(
    Object.entries(inputSchema(schema, 'create').properties).flatMap(
      ([field, { type, enum: codes, format, pattern, maxLength = 0, 'x-kind': kind }]) => {
        const text = `${SCRIPT}${n}`;
        const takes =
          type === 'string' &&
          !codes &&
          !format &&
          (kind === undefined || kind === 'text') &&
          maxLength >= text.length &&
          (pattern === undefined || new RegExp(pattern, 'u').test(text));
        return takes ? [[field, text]] : [];
      },
    ),
  );

const watch = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.ran = [];
    Object.assign(window, { xss: () => window.ran?.push(window.location.href) });
  });
};
const ran = (page: Page) => page.evaluate(() => window.ran);
/** Opens a page, waits for the text, and checks that it is only text. */
async function reads(
  page: Page,
  path: string,
  what: (page: Page) => Locator,
  then?: (page: Page) => Locator,
): Promise<void> {
  await visit(page, path);
  if (then) await what(page).click();
  await (then ?? what)(page).waitFor();
  expect([path, await ran(page), await page.locator('img[src=""], img:not([src])').count()]).toEqual([path, [], 0]);
}

/** Records of a student, with the required values besides texts. */
const RECORDS: Readonly<Record<string, { page: string; rest: Record<string, unknown> }>> = {
  intervention: { page: '/intervention/record', rest: { happened_at: '2026-11-19T10:00:00+08:00', way: 1 } },
  interview: {
    page: '/intervention/interview',
    rest: { happened_at: '2026-11-19T10:00:00+08:00', with_whom: 1, way: 1 },
  },
  referral: { page: '/intervention/referral', rest: { referred_on: '2026-11-19' } },
  'follow-up': { page: '/intervention/follow-up', rest: { due_on: '2036-11-25' } },
  sandplay: { page: '/intervention/sandplay', rest: { happened_at: '2026-11-19T10:00:00+08:00' } },
  drawing: { page: '/intervention/drawing', rest: { happened_at: '2026-11-19T10:00:00+08:00', topic: 1 } },
  'custom-intervention': {
    page: '/intervention/custom',
    rest: { happened_at: '2026-11-19T10:00:00+08:00', form: 'music' },
  },
};

describe('a script in a text', () => {
  test('is shown as text wherever the row appears: lists, forms, dialogs and the log', async ({
    page,
    product,
    shot,
  }) => {
    const client = new Client({ port: Number(new URL(product.origin).port), now: Date.now });
    const texts: string[] = [];
    for (const [n, { name, orgId, rest }] of KINDS.entries()) {
      const admin = (await client.signIn(`o${orgId}r4`)).withRole(orgId, 4);
      const schema = (await admin.get(`/v1/portal/schemas/${name}`)).data as EntitySchema;
      const body = { ...scripted(schema, n), ...rest };
      const written = Object.keys(body).length - Object.keys(rest).length;
      expect([name, written > 0]).toEqual([name, true]);
      const created = await admin.post(schema['x-resource'].path, body);
      expect([name, created.status, created.fields]).toEqual([name, 201, []]);
      texts.push(String(created.data[schema['x-resource'].label]));
    }
    await watch(page);
    let signedIn = 0;
    for (const [n, { name, path, orgId, many }] of KINDS.entries()) {
      if (signedIn !== orgId) {
        await page.context().clearCookies();
        await page.goto('/login');
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await holdSession(page, `o${orgId}r4`);
        signedIn = orgId;
      }
      await visit(page, `${path}?size=50`);
      if (many) await search(page, '姓名', SCRIPT);
      const row = page
        .getByRole('row')
        .filter({ hasText: texts[n] ?? '?' })
        .first();
      await row.waitFor();
      await rowAct(page, row, '编辑');
      await page.getByRole('dialog').locator('input').first().waitFor();
      if (n === 0) await shot(page, 'script-in-a-form');
      expect([name, await ran(page)]).toEqual([name, []]);
      await visit(page, '/operation-log/index');
      const entry = page
        .getByRole('row')
        .filter({ hasText: texts[n] ?? '?' })
        .first();
      await entry.waitFor();
      await rowAct(page, entry, '详情');
      await page.getByRole('dialog').getByText(SCRIPT).first().waitFor();
      expect([name, await ran(page)]).toEqual([name, []]);
    }
  });

  test('is shown as text in records, file names, site texts, own resources and departments', async ({
    page,
    product,
  }) => {
    const client = new Client({ port: Number(new URL(product.origin).port), now: Date.now });
    const [admin, counsellor] = (await Promise.all(
      [4, 8].map(async (role) => (await client.signIn(`o2001r${role}`)).withRole(2001, role).verified()),
    )) as [Client, Client];
    const made = async (answer: Promise<{ status: number; text: string; data: Record<string, unknown> }>) => {
      const { status, text, data } = await answer;
      expect([status < 300, text]).toEqual([true, text]);
      return data;
    };
    const V1 = '/v1/portal';
    const [child, another] = (await made(admin.get(`${V1}/students?size=2&class_id=c2001-2026-9-05`)))['items'] as {
      child_id: string;
      child_name: string;
    }[];
    const { child_id, child_name } = child ?? expect.fail('there is nobody');
    const rejected = another ?? expect.fail('there is one alone');
    const token = (await made(
      counsellor.get(
        `${V1}/oss/actions/get_token?type=1&file_name=${encodeURIComponent('<img src onerror=xss()>.png')}`,
      ),
    )) as { host: string; file_name: string; fields: Record<string, string> };
    await postForm(new URL(token.host, product.origin).href, token.fields, png());
    const { file_id } = await made(
      counsellor.post(`${V1}/oss/actions/finish_upload_callback`, {
        file_mime: 'image/png',
        file_name: token.file_name,
        file_size: png().length,
        media_time_long: null,
      }),
    );
    const shown: string[] = [];
    for (const [n, [name, { page: path, rest }]] of Object.entries(RECORDS).entries()) {
      const schema = (await counsellor.get(`${V1}/schemas/${name}`)).data as EntitySchema;
      const row = await made(counsellor.post(schema['x-resource'].path, { ...scripted(schema, n), ...rest, child_id }));
      shown.push(`${path}?show=${String(row[schema['x-resource'].id])}`);
      if (name === 'drawing')
        await made(
          counsellor.post(`${schema['x-resource'].path}/${String(row['drawing_id'])}/media_infos`, {
            media_infos: [
              { media_type: 1, media_info: file_id },
              { media_type: 4, media_info: SCRIPT },
            ],
          }),
        );
    }
    const { case_id } = await made(
      counsellor.post(`${V1}/psychology_crisis/artificials`, {
        child_id,
        category_ids: ['other'],
        warn_content: SCRIPT,
        source_type: 1,
        student_consulting_id: null,
        crisis_level: 2,
        file_ids: [],
        reason: SCRIPT,
      }),
    );
    const caseId = String(case_id);
    const { warn_id } = await made(
      admin.post(`${V1}/psychology_warns/artificials`, {
        child_id: rejected.child_id,
        category_ids: ['other'],
        warn_content: '课上没有精神',
        source_type: 1,
        student_consulting_id: null,
      }),
    );
    await made(
      admin.put(`${V1}/psychology_warns/${String(warn_id)}/verify`, { valid_status: 2, reason: SCRIPT, file_ids: [] }),
    );
    await made(counsellor.post(`${V1}/psychology_crisis/cases/${caseId}/steps`, { kind: 'note', content: SCRIPT }));
    await made(admin.post(`${V1}/organizations/departments`, { department_name: SCRIPT }));
    await made(admin.put(`${V1}/sites/2001`, { site_name: SCRIPT, company_slogan: SCRIPT }));
    await made(admin.post(`${V1}/custom_index_config`, { welcome: `${SCRIPT}欢迎` }));
    await made(
      admin.post(`${V1}/schema_studio/resources`, {
        entity: 'xss',
        title: '<svg onload=xss()>',
        label: '<svg onload=xss()>',
        help: SCRIPT,
      }),
    );

    await watch(page);
    await holdSession(page, 'o2001r8');
    await visit(page, RECORDS['intervention']?.page ?? '');
    await page.getByRole('tab', { name: '密码验证' }).click();
    await page.getByLabel('登录密码').fill(PASSWORD);
    await page.getByLabel('登录密码').press('Enter');
    await page.getByText(/^共 \d+ [个名条所]/).waitFor();
    const row = (on: Page, name = child_name) => on.getByRole('row').filter({ hasText: name }).first();
    const inDialog = (on: Page) => on.getByRole('dialog').getByText(SCRIPT).first();
    for (const path of shown) await reads(page, path, inDialog);
    await reads(
      page,
      '/warning/manual?size=50',
      (on) =>
        row(on)
          .getByRole('button', { name: /^(核实|查看) / })
          .first(),
      inDialog,
    );
    await reads(
      page,
      '/warning/manual?size=50',
      (on) =>
        row(on, rejected.child_name)
          .getByRole('button', { name: /^(核实|查看) / })
          .first(),
      inDialog,
    );
    await reads(page, `/crisis/case/${caseId}`, (on) => on.getByText(SCRIPT).first());
    await reads(page, '/index', (on) => on.getByText(`${SCRIPT}欢迎`, { exact: true }));
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await holdSession(page, 'o2001r4');
    await reads(page, '/org-manage/structure', (on) => on.getByText(SCRIPT).first());
    await reads(page, '/x/xss', (on) => on.getByText(SCRIPT).first());
  });

  test('does nothing in an address', async ({ page }) => {
    await watch(page);
    const script = encodeURIComponent(SCRIPT);
    for (const path of [
      `/login?redirect=${script}`,
      `/${script}`,
      `/404/${script}`,
      `/invitation-register-new?invitation_codes=${script}`,
      `/message/router?message_router=${script}`,
      `/login?token_key=${script}`,
    ]) {
      await page.goto(path);
      await page.locator('#root > *').first().waitFor();
      expect([path, await ran(page)]).toEqual([path, []]);
    }
    await signIn(page, 'o2001r4');
    // Endless requests would keep the network from ever being idle.
    await page.route('**/v1/portal/notices/stream', (route) => route.abort());
    for (const path of [
      `/org-manage/class?remark=${script}&class_name=${script}`,
      `/org-manage/class?edit=${script}`,
      `/org-manage/class?sort=${script}`,
      `/student/comment/${script}/${script}`,
      `/article-details/${script}`,
    ]) {
      await visit(page, path);
      await page.getByRole('navigation', { name: '主菜单' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await ran(page)]).toEqual([path, []]);
    }
  });
});
