import type { Page, Response } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Client, type Json } from '../support/client.ts';
import { test } from './support/journey.ts';
import { button, holdSession } from './support/portal.ts';

const HOUR = 3_600_000;

/** A screening of the computer room for three students of one class, with a critical question at its end. */
async function planned(origin: string): Promise<string> {
  const guest = new Client({ port: Number(new URL(origin).port), now: () => Date.now() });
  const staff = await (await guest.signIn('o2001r8')).withRole(2001, 8).verified();
  const students: Json = (await staff.get('/v1/portal/students?class_id=c2001-2026-12-01&size=3')).data;
  const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
  const made = await staff.post('/v1/portal/exams', {
    exam_name: '机房里的筛查',
    scale_ids: ['phq-9'],
    starts_at: at(-1),
    ends_at: at(30),
    scope: { child_ids: students.items.map(({ child_id }: Json) => String(child_id)) },
    place: 2,
  });
  const id = String(made.data.exam_id);
  expect((await staff.post(`/v1/portal/exams/${id}/publish`)).status).toBe(200);
  return id;
}

/** What a neighbour on the network sees of a call; the regular reports come by the clock and not by answers. */
async function seenOf(response: Response): Promise<string> {
  const { pathname } = new URL(response.url());
  const request = response.request();
  const body = await response.body();
  const size = request.postDataBuffer()?.length ?? 0;
  return [
    request.method(),
    pathname.replace(/[0-9a-f]{20,}|[0-9a-z]{26}/g, ':id'),
    size,
    response.status(),
    body.length,
  ].join(' ');
}

/** The screen once it stands still. */
async function screenOf(page: Page): Promise<Buffer> {
  const take = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
  let [before, now] = [await take(), await take()];
  for (let tries = 0; !now.equals(before) && tries < 20; tries += 1) [before, now] = [now, await take()];
  return now;
}

/** The browser rounds the edge of a corner up or down from one picture to the next, by this much of 255. */
const ROUNDING = 1;

/** How much two screens differ where they differ most, of 255. */
const apart = (page: Page, one: Buffer, other: Buffer): Promise<number> =>
  page.evaluate(
    async (pictures) => {
      const [a = [], b = []] = await Promise.all(
        pictures.map(async (picture) => {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const { width, height } = image;
          const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
          context?.drawImage(image, 0, 0);
          return context?.getImageData(0, 0, width, height).data;
        }),
      );
      if (a.length === 0 || a.length !== b.length) return 255;
      let most = 0;
      for (let i = 0; i < a.length; i += 1) most = Math.max(most, Math.abs((a[i] ?? 0) - (b[i] ?? 0)));
      return most;
    },
    [one.toString('base64'), other.toString('base64')],
  );

/** Enters with a code, answers all with the first choice but the last with this one, and submits. */
async function fillIn(page: Page, code: string, last: string): Promise<{ screens: Buffer[]; calls: string[] }> {
  const screens: Buffer[] = [];
  const calls: Promise<string>[] = [];
  await page.goto('/exam-code');
  await page.getByLabel('测评码').fill(code);
  await button(page, '开始').click();
  await button(page, '我愿意参加').click();
  const listen = (response: Response) => {
    if (/\/child_exams\/[^/]+\/(answers|submit|talk)$/.test(response.url())) calls.push(seenOf(response));
  };
  page.on('response', listen);
  const see = async () => {
    await page.getByText('已保存').waitFor();
    await page.mouse.move(0, 0);
    screens.push(await screenOf(page));
  };
  for (let n = 1; n <= 9; n += 1) {
    await page.getByText(`第 ${n} 题，共 9 题`).waitFor();
    await see();
    const stored = page.waitForResponse((response) => response.url().endsWith('/answers'));
    await page.keyboard.press(n === 9 ? last : '1');
    await stored;
    await page.keyboard.press('ArrowRight');
  }
  await page
    .getByRole('radio', { name: /^想和.+老师谈$/ })
    .first()
    .waitFor();
  await see();
  await page.getByRole('radio', { name: '现在不用' }).check();
  await button(page, '交给老师').click();
  await page.getByRole('heading', { name: '已经交了，谢谢你' }).waitFor();
  screens.push(await screenOf(page));
  return { screens, calls: await Promise.all(calls) };
}

describe('a class in the computer room', () => {
  test('signs in with printed codes, and nothing that is seen or sent tells what was answered', async ({
    product,
    visitor,
  }) => {
    const exam = await planned(product.origin);
    const teacher = await visitor();
    await holdSession(teacher, 'o2001r8');
    await teacher.goto(`/screening/room/${exam}`);
    await button(teacher, '生成测评码').click();
    await teacher.locator('.ant-popconfirm').getByRole('button', { name: '生成测评码' }).click();
    const slips = teacher.getByRole('main').locator('code');
    await slips.first().waitFor();
    const [plain = '', critical = '', unused = ''] = await slips.allInnerTexts();
    await teacher.emulateMedia({ media: 'print' });
    await teacher.getByRole('main').waitFor({ state: 'hidden' });
    for (const code of [plain, critical, unused])
      expect(await teacher.getByText(code).filter({ visible: true }).count()).toBe(1);
    await teacher.emulateMedia({ media: 'screen' });

    const wrong = await visitor();
    await wrong.goto('/exam-code');
    await wrong.getByLabel('测评码').fill('AAAA AAAA');
    await button(wrong, '开始').click();
    await wrong.getByText('这个码不能用').waitFor();

    const [one, other] = [await fillIn(await visitor(), plain, '1'), await fillIn(await visitor(), critical, '4')];
    expect(other.calls).toEqual(one.calls);
    expect(one.calls.length).toBe(12);
    expect(other.screens).toHaveLength(one.screens.length);
    const paper = await visitor();
    const [first, second] = one.screens;
    expect(await apart(paper, first ?? expect.fail(), second ?? expect.fail())).toBeGreaterThan(ROUNDING);
    for (const [i, screen] of one.screens.entries())
      expect(await apart(paper, screen, other.screens[i] ?? screen), `screen ${i + 1}`).toBeLessThanOrEqual(ROUNDING);
    await expect.poll(() => teacher.getByRole('row').getByText('已完成').count()).toBe(2);
    await wrong.getByLabel('测评码').fill(critical);
    await button(wrong, '开始').click();
    await wrong.getByText('这份问卷已经交了，不能再修改').waitFor();
  });
});
