import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { test } from './support/journey.ts';
import { holdSession, submit, visit } from './support/portal.ts';

const step = (page: Page) => page.getByRole('dialog', { name: '导览' }).locator('.ant-tour');
const title = (page: Page) => step(page).locator('.ant-tour-title');

/** The parts of the tour with an outline. */
const outlined = (page: Page) =>
  page.locator('[class*=ant-tour]').evaluateAll((all) =>
    all
      .filter((part) => getComputedStyle(part).outlineStyle === 'solid')
      .map((part) => [...part.classList].find((name) => name.startsWith('ant-tour')))
      .toSorted(),
  );

/** Signs in an account that has not seen the tour on this device, and leaves the tour open. */
async function signInNew(page: Page, account: string): Promise<void> {
  await page.removeLocatorHandler(step(page));
  await page.goto('/login');
  await submit(page, account);
}

describe('the tour', () => {
  test('starts at the first sign-in, is walked with the keyboard, and does not come again', async ({
    visitor,
    shot,
  }) => {
    const page = await visitor();
    await signInNew(page, 'o2001r12');
    await step(page).waitFor();
    // Only the step and what it explains are outlined.
    expect(await outlined(page)).toEqual(['ant-tour', 'ant-tour-target-placeholder']);
    await shot(page, 'tour');
    const seen: string[] = [];
    for (;;) {
      seen.push(await title(page).innerText());
      const [, at, count] = /第 (\d+) 步，共 (\d+) 步/.exec(await step(page).innerText()) ?? [];
      if (at === count) break;
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => title(page).innerText()).not.toBe(seen.at(-1));
    }
    expect(seen.at(-1)).toBe('随时再看');
    expect(seen).toContain('全部页面');
    // A leader verifies no warnings and has no class.
    expect(seen).not.toContain('我的班级');
    await page.keyboard.press('Escape');
    await step(page).waitFor({ state: 'hidden' });

    // On another device the account has seen it.
    const other = await visitor();
    await signInNew(other, 'o2001r12');
    await other.locator('main [data-card]').first().waitFor();
    await expect.poll(() => other.evaluate(() => localStorage.getItem('xinyu.tour'))).toContain('o2001r12');
    expect(await step(other).count()).toBe(0);
  });

  test('is found again in the help centre, and shows what the role has', async ({ page }) => {
    await page.removeLocatorHandler(step(page));
    await holdSession(page, 'o2001r8');
    await visit(page, '/help-center/index');
    await page.getByRole('button', { name: '再看一遍导览' }).click();
    await step(page).waitFor();
    await expect.poll(() => title(page).innerText()).toBe('优先处理待核实的预警');
    await step(page).getByRole('button', { name: '下一步' }).click();
    await step(page).getByRole('button', { name: '跳过' }).last().click();
    await step(page).waitFor({ state: 'hidden' });
  });

  test('waits for what it points at, and fits on the phone of a student', async ({ visitor, shot }) => {
    const page = await visitor({ width: 390, height: 844 });
    await page.route('**/v1/portal/my/exams', async (route) => {
      await page.waitForTimeout(1500);
      await route.continue();
    });
    await signInNew(page, 'o2001s3');
    await step(page).waitFor();
    await expect.poll(() => title(page).innerText()).toBe('要做的事');
    await shot(page, 'tour phone');
    const box = await page.locator('.ant-tour').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
  });
});
