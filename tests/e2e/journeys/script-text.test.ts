import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { inputSchema } from '../../../src/shared/schema/form.ts';
import type { EntitySchema } from '../../../src/shared/schema/types.ts';
import { Client } from '../../support/client.ts';
import { search, signIn } from '../support/portal.ts';
import { test } from '../support/journey.ts';

/** Runs where it is ever taken for markup. */
const SCRIPT = '<img src onerror=xss()>';

declare global { interface Window { ran?: string[] } }

/** What a row needs beside texts; the texts come from the schema, all of them that take one. */
const KINDS: { name: string; path: string; orgId: number; rest: Record<string, unknown>; many?: true }[] = [
  { name: 'class', path: '/org-manage/class', orgId: 2001, rest: { period: 3, grade: 7 } },
  { name: 'student', path: '/org-manage/student', orgId: 2001, rest: { student_no: 'XSS-1', sex: 1, class_id: 'c2001-2026-8-03' }, many: true },
  { name: 'guardian', path: '/org-manage/guardian', orgId: 2001, rest: { child_id: 'k2001-0001', relation: 1 }, many: true },
  { name: 'custom-group', path: '/org-manage/custom-group', orgId: 2001, rest: {} },
  { name: 'class', path: '/org-manage/class', orgId: 2003, rest: { period: 7, grade: 701 } },
  { name: 'equipment', path: '/x/equipment', orgId: 2003, rest: { kind: 'sandplay' } },
];

/** Texts that a person may write as they like, each with script in it; `n` keeps rows apart that must be. */
const scripted = (schema: EntitySchema, n: number): Record<string, string> => Object.fromEntries(Object.entries(inputSchema(schema, 'create').properties).flatMap(([field, { type, enum: codes, format, pattern, maxLength = 0, 'x-kind': kind }]) => {
  const text = `${SCRIPT}${n}`;
  const takes = type === 'string' && !codes && !format && (kind === undefined || kind === 'text') && maxLength >= text.length && (pattern === undefined || new RegExp(pattern, 'u').test(text));
  return takes ? [[field, text]] : [];
}));

const watch = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    window.ran = [];
    Object.assign(window, { xss: () => window.ran?.push(window.location.href) });
  });
};
const ran = (page: Page) => page.evaluate(() => window.ran);

describe('script that somebody writes into a text', () => {
  test('is shown as the text that it is, wherever its row is: lists, forms, dialogs and the log', async ({ page, product, shot }) => {
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
        await page.evaluate(() => { localStorage.clear(); sessionStorage.clear(); });
        await signIn(page, `o${orgId}r4`);
        signedIn = orgId;
      }
      await page.goto(`${path}?size=50`);
      if (many) await search(page, '姓名', SCRIPT);
      const row = page.getByRole('row').filter({ hasText: texts[n] ?? '?' }).first();
      await row.waitFor();
      await row.getByRole('button', { name: /^编辑/ }).click();
      await page.getByRole('dialog').locator('input').first().waitFor();
      if (n === 0) await shot(page, 'script-in-a-form');
      expect([name, await ran(page)]).toEqual([name, []]);
      await page.goto('/operation-log/index');
      await page.getByRole('row').filter({ hasText: texts[n] ?? '?' }).first().getByRole('button', { name: /^详情/ }).click();
      await page.getByRole('dialog').getByText(SCRIPT).first().waitFor();
      expect([name, await ran(page)]).toEqual([name, []]);
    }
  });

  test('does nothing in an address', async ({ page }) => {
    await watch(page);
    const script = encodeURIComponent(SCRIPT);
    for (const path of [`/login?redirect=${script}`, `/${script}`, `/404/${script}`, `/invitation-register-new?invitation_codes=${script}`, `/message/router?message_router=${script}`, `/login?token_key=${script}`]) {
      await page.goto(path);
      await page.locator('#root > *').first().waitFor();
      expect([path, await ran(page)]).toEqual([path, []]);
    }
    await signIn(page, 'o2001r4');
    // What never ends would keep the network from ever being idle.
    await page.route('**/v1/portal/notices/stream', (route) => route.abort());
    for (const path of [`/org-manage/class?remark=${script}&class_name=${script}`, `/org-manage/class?edit=${script}`, `/org-manage/class?sort=${script}`, `/student/comment/${script}/${script}`, `/article-details/${script}`]) {
      await page.goto(path);
      await page.getByRole('navigation', { name: '主菜单' }).waitFor();
      await page.waitForLoadState('networkidle');
      expect([path, await ran(page)]).toEqual([path, []]);
    }
  });
});
