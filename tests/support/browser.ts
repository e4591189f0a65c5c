import { chromium, type Browser } from 'playwright-core';
import { launchOptions, presentBrowsers } from '../../src/tools/lib/browser.mjs';

/**
 * Pages of a test live for seconds: optimising their scripts costs more time than it saves, unless a function is called
 * very often. Browsers ignore options that they do not know.
 */
const SHORT_LIVED = '--js-flags=--no-opt --invocation-count-for-maglev=20000';

/**
 * Chromium's suggestions below the address bar are pages of their own, loaded with each window: two thirds of the CPU
 * time of a new page. The last switch counts, so what Playwright turns off and matters here is repeated.
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const variablesOf = (json: string) => JSON.parse(json) as Record<string, string>;

/**
 * The browser of the tests: CHROME_PATH (`npm test` sets it to one that works, and CHROME_ENV to its variables),
 * otherwise that of the system, otherwise one that was downloaded earlier. Throws without one, so that a browser test
 * fails and is never skipped.
 */
export async function launchBrowser(): Promise<Browser> {
  const [browser] = await presentBrowsers();
  if (!browser) throw new Error('没有浏览器：请安装 Chrome 或 Chromium，或设置 CHROME_PATH；npm test 会自动准备一个');
  const own = process.env['CHROME_ENV'];
  const options = launchOptions(own === undefined ? browser : { ...browser, env: variablesOf(own) });
  return chromium.launch({
    ...options,
    args: [...options.args, SHORT_LIVED, `--disable-features=${WITHOUT.join(',')}`],
  });
}
