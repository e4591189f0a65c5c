import { existsSync } from 'node:fs';
import path from 'node:path';
import { cacheDir } from './root.mjs';

/**
 * @typedef {object} Browser
 * @property {string} executablePath
 * @property {Record<string, string>} [env] What it needs in its environment beside ours
 */

/**
 * @typedef {object} Machine What the search looks at; tests put their own in
 * @property {NodeJS.Platform} platform
 * @property {NodeJS.ProcessEnv} env
 * @property {(file: string) => boolean} exists
 */

/** @type {Machine} */
export const thisMachine = { platform: process.platform, env: process.env, exists: existsSync };

const windowsPlaces = [
  'Google/Chrome/Application/chrome.exe',
  'Chromium/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];
const macPlaces = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const linuxNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'microsoft-edge-stable'];

/** @param {Machine} machine @returns {string[]} every place a browser of the system may be in, best first */
function systemPlaces({ platform, env }) {
  if (platform === 'darwin') return macPlaces;
  if (platform === 'win32')
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) =>
      env[name] ? windowsPlaces.map((place) => path.join(String(env[name]), place)) : [],
    );
  const folders = (env.PATH ?? '').split(':').filter(Boolean);
  return linuxNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** @param {Machine} machine @returns {Browser[]} CHROME_PATH, then those installed on the system */
export function systemBrowsers(machine) {
  const own = machine.env.CHROME_PATH;
  return [...(own ? [own] : []), ...systemPlaces(machine).filter(machine.exists)].map((executablePath) => ({
    executablePath,
  }));
}

export const packageDir = path.join(cacheDir, 'browser');
export const unpackedDir = path.join(packageDir, 'unpacked');

// Playwright reads this once, on import: its download stays inside the project, unless the variable is already set.
process.env.PLAYWRIGHT_BROWSERS_PATH ??= path.join(cacheDir, 'playwright');

/**
 * The browser of the registry package once it is unpacked. It brings the few libraries and the font that a bare machine
 * lacks.
 *
 * @param {Machine} machine
 * @returns {Browser[]}
 */
export function unpackedBrowsers({ env, exists }) {
  const executablePath = path.join(unpackedDir, 'chromium');
  if (!exists(path.join(unpackedDir, 'complete'))) return [];
  const libraries = [path.join(unpackedDir, 'al2023/lib'), env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return [
    { executablePath, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: path.join(unpackedDir, 'fonts.conf') } },
  ];
}

/** @returns {Promise<Browser[]>} The browser that Playwright downloaded, if any */
export async function downloadedBrowsers() {
  const { chromium } = await import('playwright-core');
  return [{ executablePath: chromium.executablePath() }].filter(({ executablePath }) => existsSync(executablePath));
}

/** @returns {Promise<Browser[]>} Every installed browser, best first */
export const presentBrowsers = async () => [
  ...systemBrowsers(thisMachine),
  ...unpackedBrowsers(thisMachine),
  ...(await downloadedBrowsers()),
];

/** Arguments for every browser: no network use of its own, no graphics card; as root it has no sandbox. */
export const browserArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** @param {Browser} browser */
export const launchOptions = ({ executablePath, env }) => ({
  executablePath,
  args: browserArgs,
  ...(env && { env: /** @type {Record<string, string>} */ ({ ...process.env, ...env }) }),
});
