import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { at } from './support/portal.ts';

test('the portal is installable, and says so when the network is away', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.origin, locale: 'zh-CN' });
  const page = await context.newPage();
  await page.goto('/login');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The profiles of tests are private windows.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  expect(await page.evaluate(() => caches.keys())).toEqual(['offline-1']);

  await context.setOffline(true);
  await page.goto('/index');
  await page.getByRole('heading', { name: '网络未连接' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/index');
  await context.setOffline(false);
  await page.getByRole('link', { name: '重新连接' }).click();
  await at(page, '/login');
  await context.close();
});
