import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, inject } from 'vitest';
import { testAlone as test } from './support/journey.ts';
import { button, holdSession, openClasses, says, verify, visit } from './support/portal.ts';
import { copyData, startForJourneys, type Product } from './support/product.ts';

const dialogOf = (page: Page): Locator => page.getByRole('dialog').last();
const header = (page: Page): Locator => page.locator('.ant-table-thead').first();

/** Ticks a box that is controlled: on a busy machine it shows the tick a moment after the click. */
async function tick(box: Locator): Promise<void> {
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(true);
}

/** Adds a text field in the studio, of a school or of an institution. */
async function addField(page: Page, title: string): Promise<void> {
  await button(page, '新增字段').click();
  await dialogOf(page).getByLabel('名称', { exact: true }).fill(title);
  await button(dialogOf(page), '存入草稿').click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

describe('an institution gives its schools a field', () => {
  const LAYER = '/schema-layers?resource=class&kind=0';
  const SCHOOLS = ['青禾市第一中学', '青禾市实验小学', '青禾师范学院'];
  const ACCOUNTS = ['o2001r4', 'o2002r4', 'o2003r4'];
  const stateOf = (page: Page, school: string) =>
    page.getByRole('region', { name: '各学校的情况' }).getByRole('row', { name: new RegExp(school) });

  test('looks at each of three schools before it sends it', async ({ kept }) => {
    const page = await kept('bureau');
    await holdSession(page, 'o1001r1');
    await visit(page, LAYER);
    await says(page, '尚未下发');
    await addField(page, '心理委员');
    await button(page, '预览并下发').click();
    for (const school of SCHOOLS) await tick(dialogOf(page).getByRole('checkbox', { name: school }));
    await button(dialogOf(page), '逐校预览').click();
    for (const school of SCHOOLS) await dialogOf(page).getByText(school, { exact: true }).last().waitFor();
    await dialogOf(page).getByText('心理委员').first().waitFor();
    expect(await dialogOf(page).getByText('没有冲突', { exact: true }).count()).toBe(3);
    await button(dialogOf(page), '下发给 3 所学校').click();
    await verify(page);
    for (const school of SCHOOLS) await stateOf(page, school).getByText('第 1 版已生效').waitFor();
    await stateOf(page, '青禾职业技术学校').getByText('未下发').waitFor();
  });

  test('is found at each of the three schools, which fills it in', async ({ kept }) => {
    for (const account of ACCOUNTS) {
      const page = await kept(account);
      await holdSession(page, account);
      await openClasses(page);
      await header(page).getByText('心理委员').waitFor();
    }
    const page = await kept('o2001r4');
    await page.getByRole('button', { name: '编辑 初一（1）班' }).first().click();
    await dialogOf(page).getByLabel('心理委员').fill('周一一');
    await button(dialogOf(page), '保存').click();
    await page.getByRole('cell', { name: '周一一' }).waitFor();
  });

  test('is taken back from one school, then from all, and the value stays for another time', async ({ kept }) => {
    const page = await kept('bureau');
    const takeBack = async (...schools: string[]) => {
      for (const school of schools) await tick(stateOf(page, school).getByRole('checkbox'));
      await button(page, `从 ${schools.length} 所学校收回`).click();
      // The schools that were chosen are chosen there too.
      await button(dialogOf(page), '逐校预览').click();
      await says(page, '各学校的改变');
      await button(dialogOf(page), `从 ${schools.length} 所学校收回`).click();
      for (const school of schools) await stateOf(page, school).getByText('已收回').waitFor();
    };
    await takeBack('青禾师范学院');
    await stateOf(page, '青禾市第一中学').getByText('第 1 版已生效').waitFor();
    await takeBack('青禾市第一中学', '青禾市实验小学');
    for (const account of ACCOUNTS) {
      const school = await kept(account);
      await school.reload();
      await school.getByText(/^共 \d+ [个名条所]/).waitFor();
      expect(await header(school).getByText('心理委员').count()).toBe(0);
    }
  });

  test('comes back with what was filled in', async ({ kept }) => {
    const page = await kept('bureau');
    await button(page, '预览并下发').click();
    await tick(dialogOf(page).getByRole('checkbox', { name: '青禾市第一中学' }));
    await button(dialogOf(page), '逐校预览').click();
    await button(dialogOf(page), '下发给 1 所学校').click();
    await stateOf(page, '青禾市第一中学').getByText('第 1 版已生效').waitFor();
    const school = await kept('o2001r4');
    await school.reload();
    await school.getByRole('cell', { name: '周一一' }).waitFor();
  });
});

describe('the settings of a school move to a second installation', () => {
  let second: Product | undefined;
  let there: Page | undefined;
  let moved: Buffer;
  let former: Buffer;
  afterAll(async () => {
    await there?.context().close();
    await second?.stop();
  });

  /** A page of the second installation, which has a data folder and keys of its own. */
  async function openSecond(browser: Browser): Promise<Page> {
    const { seeded, data } = inject('journeys');
    const dataDir = mkdtempSync(path.join(data, 'second-'));
    await copyData(seeded, dataDir);
    second = await startForJourneys(dataDir);
    const context = await browser.newContext({
      baseURL: second.origin,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
      viewport: { width: 1440, height: 900 },
    });
    return context.newPage();
  }
  const secondPage = (): Page => there ?? expect.fail('the second installation did not start');
  const openPackage = async (page: Page) => {
    await visit(page, '/schema-studio?resource=class');
    await button(page, '设置包').click();
  };
  async function save(page: Page): Promise<Buffer> {
    await openPackage(page);
    const [download] = await Promise.all([page.waitForEvent('download'), button(dialogOf(page), '导出设置包').click()]);
    return readFile(await download.path());
  }
  /** Opens the dialog and compares a package with what is there. */
  const compare = async (page: Page, bytes: Buffer) => {
    await openPackage(page);
    await dialogOf(page)
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: '设置包.json', mimeType: 'application/json', buffer: bytes });
  };
  const apply = async (page: Page) => {
    await dialogOf(page)
      .getByRole('button', { name: /处改动生效/ })
      .click();
  };

  test('are exported from the first one', async ({ kept }) => {
    const page = await kept('first');
    await holdSession(page, 'o2002r4');
    await visit(page, '/schema-studio?resource=class');
    await addField(page, '午休教室');
    await button(page, '检查并发布').click();
    await dialogOf(page)
      .getByRole('button', { name: /^发布第 \d+ 版$/ })
      .click();
    await verify(page);
    await says(page, /已发布第 \d+ 版/);
    moved = await save(page);
    expect(moved.toString()).toContain('午休教室');
  });

  test('are compared with the second one, and applied', async ({ browser }) => {
    const page = (there = await openSecond(browser));
    await holdSession(page, 'o2002r4');
    former = await save(page);
    expect(former.toString()).not.toContain('午休教室');
    await compare(page, moved);
    await dialogOf(page).getByText('共 1 处改动').waitFor();
    await dialogOf(page)
      .getByText(/午休教室/)
      .first()
      .waitFor();
    await apply(page);
    await verify(page);
    await says(page, '已生效：1 个对象的设置');
    await openClasses(page);
    await header(page).getByText('午休教室').waitFor();
  });

  test('have no difference then', async () => {
    const page = secondPage();
    await compare(page, moved);
    await says(page, '没有差异：设置包中的设置已生效');
  });

  test('are taken back with the package of before', async () => {
    const page = secondPage();
    await compare(page, former);
    await says(page, /设置包中没有，保持不变：班级/);
    await dialogOf(page)
      .getByRole('checkbox', { name: /同时还原/ })
      .check();
    await dialogOf(page).getByText('还原', { exact: true }).waitFor();
    await apply(page);
    await says(page, '已生效：1 个对象的设置');
    await openClasses(page);
    await header(page).getByText('班级名称').waitFor();
    expect(await header(page).getByText('午休教室').count()).toBe(0);
    await compare(page, former);
    await says(page, '没有差异：设置包中的设置已生效');
  });
});
