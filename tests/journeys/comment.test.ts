import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { mp3, png, pngOfSize } from '../platform/media/server/samples.ts';
import { test } from './support/journey.ts';
import { button, holdSession, PASSWORD, pressTwice, says, visit } from './support/portal.ts';

const TYPE: Readonly<Record<string, string>> = { png: 'image/png', mp3: 'audio/mpeg', gif: 'image/gif' };
const file = (name: string, buffer: Buffer) => ({
  name,
  mimeType: TYPE[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream',
  buffer,
});
const tiles = (page: Page) => page.getByRole('list', { name: '附件' }).getByRole('listitem');
const ready = (page: Page, count: number) =>
  expect.poll(async () => tiles(page).and(page.locator('[data-state=there]')).count()).toBe(count);

/** The comment of the first student of the class, opened from the list. */
async function open(page: Page): Promise<void> {
  await visit(page, '/org-manage/student');
  const row = page.locator('.ant-table-tbody tr.ant-table-row').first();
  await row.getByRole('button', { name: /^更多/ }).click();
  await page.getByRole('menuitem', { name: '档案与评语' }).click();
  await page.getByRole('menuitem', { name: '班主任评语' }).click();
  await page.getByRole('tab', { name: '密码验证' }).click();
  await page.getByLabel('登录密码').fill(PASSWORD);
  await page.getByLabel('登录密码').press('Enter');
  await page.getByRole('heading', { name: /的评语$/ }).waitFor();
}

describe("the class teacher's comment", () => {
  const words = '乐于助人，<script>alert(1)</script> & 数学进步很大';
  let address = '';

  test('is opened from the list of students, and must not be empty', async ({ kept, shot }) => {
    const page = await kept();
    await holdSession(page, 'o2001r10');
    await open(page);
    expect(page.url()).toMatch(/\/student\/comment\/k2001-\d+\/y2026$/);
    address = new URL(page.url()).pathname;
    await shot(page, 'comment none');
    await button(page, '填写评语').click();
    await button(page, '保存评语').click();
    await page.getByRole('alert').filter({ hasText: '请填写评语' }).waitFor();
    await page.getByLabel('评语', { exact: true }).fill(words);
  });

  test('takes no files of other types or sizes', async ({ kept }) => {
    const page = await kept();
    const input = page.locator('input[type=file]');
    await input.setInputFiles([file('动画.gif', png())]);
    await says(page, '文件格式不符合要求，必须是 image/png、image/jpeg、audio/mp3、audio/mpeg');
    await input.setInputFiles([file('大图.png', pngOfSize(5 * 1024 * 1024 + 1))]);
    await says(page, '图片大小不能超过5MB。');
  });

  test('shows the progress of a slow upload, and is not saved before it is complete', async ({ kept, shot }) => {
    const page = await kept();
    const input = page.locator('input[type=file]');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 50,
      downloadThroughput: 400_000,
      uploadThroughput: 400_000,
    });
    await input.setInputFiles([file('运动会.png', pngOfSize(1_200_000)), file('朗诵.mp3', mp3(1500))]);
    await page.locator('[data-state=sending]').first().waitFor();
    await button(page, '保存评语').click();
    await says(page, '附件还在上传，请稍候');
    await shot(page, 'comment sending');
    await ready(page, 2);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  });

  test('retries a failed upload, and removes an unwanted file', async ({ kept }) => {
    const page = await kept();
    const input = page.locator('input[type=file]');
    await page.route('**/objects', (route) => route.abort());
    await input.setInputFiles([file('断网.png', png({ width: 60, height: 40 }))]);
    await page.locator('[data-state=failed]').waitFor();
    await button(page, '保存评语').click();
    await says(page, '有附件上传失败，请重试或移除');
    await page.unroute('**/objects');
    await page.getByRole('button', { name: '重新上传 断网.png' }).click();
    await ready(page, 3);
    await page.getByRole('button', { name: '移除 断网.png' }).click();
  });

  test('takes a pasted picture as a file, and at most nine files', async ({ kept, shot }) => {
    const page = await kept();
    const input = page.locator('input[type=file]');
    await page.evaluate(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' }));
        document
          .querySelector('textarea')
          ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [...png({ width: 20, height: 20 })],
    );
    await ready(page, 3);
    await input.setInputFiles(
      Array.from({ length: 7 }, (_, i) => file(`图${i}.png`, png({ width: 30, height: 20 + i }))),
    );
    await says(page, '附件总数不能超过9个');
    await ready(page, 9);
    for (let i = 0; i < 6; i++) await page.getByRole('button', { name: `移除 图${i}.png` }).click();
    await shot(page, 'comment editor');
  });

  test('is saved, and still shown after a reload', async ({ kept, shot }) => {
    const page = await kept();
    await pressTwice(button(page, '保存评语'));
    await says(page, '保存成功');
    await page.getByText(words, { exact: true }).waitFor();
    await expect.poll(() => tiles(page).count()).toBe(3);
    await page.reload();
    await page.getByText(words, { exact: true }).waitFor();
    await shot(page, 'comment written');
  });

  test('shows its pictures from 25 to 500 percent and turned, with the scale for a second', async ({ kept }) => {
    const page = await kept();
    await page.getByRole('button', { name: '查看图片 运动会.png' }).click();
    const preview = page.getByRole('dialog');
    await preview.getByRole('img', { name: '运动会.png' }).waitFor();
    const scale = preview.locator('output');
    await button(preview, '放大').click();
    expect([await scale.textContent(), await scale.getAttribute('data-shown')]).toEqual(['125%', 'true']);
    await expect.poll(() => scale.getAttribute('data-shown')).toBe('false');
    for (let i = 0; i < 15; i++) await button(preview, '放大').click();
    expect([await scale.textContent(), await button(preview, '放大').isDisabled()]).toEqual(['500%', true]);
    for (let i = 0; i < 19; i++) await button(preview, '缩小').click();
    expect([await scale.textContent(), await button(preview, '缩小').isDisabled()]).toEqual(['25%', true]);
    await button(preview, '旋转 90 度').click();
    expect(await preview.getByRole('img', { name: '运动会.png' }).getAttribute('style')).toContain('rotate(90deg)');
    await button(preview, '关闭').click();
  });

  test('plays its recording', async ({ kept }) => {
    const page = await kept();
    expect(
      await page.locator('audio').evaluate(async (sound: HTMLAudioElement) => {
        sound.load();
        await new Promise((resolve) => {
          sound.addEventListener('loadedmetadata', resolve, { once: true });
        });
        return Math.round(sound.duration);
      }),
    ).toBe(39);
  });

  test('is read by others, who cannot change it', async ({ kept, shot }) => {
    const leader = await kept('leader', { width: 1024, height: 768 });
    await holdSession(leader, 'o2001r12');
    await leader.setViewportSize({ width: 390, height: 844 });
    await visit(leader, address);
    await leader.getByRole('tab', { name: '密码验证' }).click();
    await leader.getByLabel('登录密码').fill(PASSWORD);
    await leader.getByLabel('登录密码').press('Enter');
    await leader.getByText(words, { exact: true }).waitFor();
    await expect.poll(() => leader.getByRole('button', { name: '修改评语' }).count()).toBe(0);
    await expect.poll(() => leader.getByRole('button', { name: '填写评语' }).count()).toBe(0);
    await expect
      .poll(() =>
        leader
          .locator('img[alt=""]')
          .first()
          .evaluate((picture: HTMLImageElement) => picture.naturalWidth),
      )
      .toBeGreaterThan(0);
    await shot(leader, 'comment read 390');
  });
});
