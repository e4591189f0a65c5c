import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  downloadedBrowsers,
  launchOptions,
  packageDir,
  systemBrowsers,
  thisMachine,
  unpackedBrowsers,
  unpackedDir,
} from './browser.mjs';
import { exclusively } from './lock.mjs';
import { run, runNode, runNpm } from './process.mjs';
import { say } from './say.mjs';

/** @typedef {import('./browser.mjs').Browser} Browser */
/**
 * @typedef {{ name: string; find: () => Browser[] | Promise<Browser[]> }} Source A way to a browser; `find` may install
 *   one
 */

/** It ships a headless Chromium inside the package, so that a registry mirror is enough; Linux on x64 only. */
const browserPackage = '@sparticuz/chromium@153.0.0';

/** Fonts of the system, if any, and the font of the package: without any font the browser crashes on an input field. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`;

/** @returns {Promise<Browser[]>} */
async function fromPackage() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  if (unpackedBrowsers(thisMachine).length > 0) return unpackedBrowsers(thisMachine);
  rmSync(packageDir, { recursive: true, force: true });
  mkdirSync(unpackedDir, { recursive: true });
  writeFileSync(path.join(packageDir, 'package.json'), '{"private":true,"type":"module"}\n');
  if (
    (await runNpm([
      'install',
      '--prefix',
      packageDir,
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      browserPackage,
    ])) !== 0
  )
    return [];
  // The package unpacks into the folder for temporary files, and its libraries only where it detects its own cloud
  // service.
  const unpack = path.join(packageDir, 'unpack.js');
  writeFileSync(unpack, "import chromium from '@sparticuz/chromium';\nawait chromium.executablePath();\n");
  if ((await runNode([unpack], { env: { TMPDIR: unpackedDir, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' } })) !== 0)
    return [];
  writeFileSync(path.join(unpackedDir, 'fonts.conf'), fontsConf);
  writeFileSync(path.join(unpackedDir, 'complete'), browserPackage);
  rmSync(path.join(packageDir, 'node_modules'), { recursive: true, force: true });
  return unpackedBrowsers(thisMachine);
}

/** @returns {Promise<Browser[]>} */
async function fromApt() {
  const debian = existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'));
  if (!debian || process.getuid?.() !== 0) return [];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  if ((await run('apt-get', ['update', '-qq'], { env })) !== 0) return [];
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], { env });
  return systemBrowsers(thisMachine);
}

/** @returns {Promise<Browser[]>} */
async function fromPlaywright() {
  await runNode(['node_modules/playwright-core/cli.js', 'install', '--no-shell', 'chromium']);
  return downloadedBrowsers();
}

/** @type {Source[]} in the order of the least that has to be fetched */
export const sources = [
  { name: '系统自带的 Chrome 或 Chromium', find: () => systemBrowsers(thisMachine) },
  { name: 'npm 软件包', find: fromPackage },
  { name: 'apt-get', find: fromApt },
  { name: 'Playwright 下载', find: fromPlaywright },
];

/**
 * Whether it starts and shows a page; a browser without a library, or a stub with download instructions, does not.
 *
 * @param {Browser} browser
 */
export async function works(browser) {
  const { chromium } = await import('playwright-core');
  try {
    const running = await chromium.launch({ ...launchOptions(browser), timeout: 30_000 });
    try {
      const page = await running.newPage();
      await page.setContent('<title>ok</title><input value="心育">');
      await page.screenshot();
      return (await page.title()) === 'ok';
    } finally {
      await running.close();
    }
  } catch {
    return false;
  }
}

/**
 * The first browser that works, from the first source that has one; later sources are not tried.
 *
 * @param {Source[]} from
 * @param {(browser: Browser) => Promise<boolean>} check
 * @returns {Promise<(Browser & { source: string }) | undefined>}
 */
export async function firstWorking(from, check) {
  for (const { name, find } of from)
    for (const browser of await find()) {
      if (await check(browser)) return { ...browser, source: name };
      say(`不能用的浏览器：${browser.executablePath}`);
    }
  return undefined;
}

/** Finds a browser, or installs one. */
export const obtainBrowser = () =>
  exclusively(
    `browser:${packageDir}`,
    () => firstWorking(sources, works),
    () => say('另一个进程正在准备浏览器，等它完成 …'),
  );
