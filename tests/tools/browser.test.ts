import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { launchOptions, systemBrowsers, unpackedBrowsers, unpackedDir } from '../../src/tools/lib/browser.mjs';
import { firstWorking, sources } from '../../src/tools/lib/obtain-browser.mjs';

const machine = (platform: NodeJS.Platform, env: NodeJS.ProcessEnv, files: string[]) => ({
  platform,
  env,
  exists: (file: string) => files.includes(file),
});
const paths = (browsers: { executablePath: string }[]) => browsers.map(({ executablePath }) => executablePath);

test('prefers CHROME_PATH, then Chrome, then Chromium', () => {
  const linux = machine('linux', { PATH: '/usr/local/bin:/usr/bin', CHROME_PATH: '/opt/mine' }, [
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ]);
  expect(paths(systemBrowsers(linux))).toEqual(['/opt/mine', '/usr/bin/google-chrome', '/usr/bin/chromium']);
});

test('finds browsers of macOS and Windows', () => {
  const mac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
  expect(paths(systemBrowsers(machine('darwin', {}, [mac])))).toEqual([mac]);
  const windows = path.join('C:/Program Files', 'Google/Chrome/Application/chrome.exe');
  expect(paths(systemBrowsers(machine('win32', { PROGRAMFILES: 'C:/Program Files' }, [windows])))).toEqual([windows]);
});

test('takes an unpacked browser only when it is complete, with its libraries and its fonts', () => {
  const chromium = path.join(unpackedDir, 'chromium');
  expect(unpackedBrowsers(machine('linux', {}, [chromium]))).toEqual([]);
  expect(unpackedBrowsers(machine('linux', {}, [chromium, path.join(unpackedDir, 'complete')]))).toEqual([
    {
      executablePath: chromium,
      env: {
        LD_LIBRARY_PATH: path.join(unpackedDir, 'al2023/lib'),
        FONTCONFIG_FILE: path.join(unpackedDir, 'fonts.conf'),
      },
    },
  ]);
});

test('tries the system first, then the registry, then apt, then Playwright', () => {
  expect(sources.map(({ name }) => name)).toEqual([
    '系统自带的 Chrome 或 Chromium',
    'npm 软件包',
    'apt-get',
    'Playwright 下载',
  ]);
});

test('skips a browser that does not start, and downloads none once one works', async () => {
  const fetched = vi.fn(() => [{ executablePath: 'fetched' }]);
  const from = [
    { name: 'none', find: () => [] },
    { name: 'system', find: () => [{ executablePath: 'stub' }, { executablePath: 'good' }] },
    { name: 'apt', find: fetched },
  ];
  expect(await firstWorking(from, async ({ executablePath }) => executablePath !== 'stub')).toEqual({
    executablePath: 'good',
    source: 'system',
  });
  expect(fetched).not.toHaveBeenCalled();
});

test('finds nothing when none works', async () => {
  expect(
    await firstWorking([{ name: 'system', find: () => [{ executablePath: 'stub' }] }], async () => false),
  ).toBeUndefined();
});

test('adds the variables of a browser to the environment, and keeps the existing ones', () => {
  const { env } = launchOptions({ executablePath: 'x', env: { LD_LIBRARY_PATH: '/libs' } });
  expect(env).toMatchObject({ LD_LIBRARY_PATH: '/libs', PATH: process.env.PATH });
});
