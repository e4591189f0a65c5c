// npm run pictures: takes the pictures of README.md from a demo of its own.
import './lib/node-version.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launchOptions } from './lib/browser.mjs';
import { command } from './lib/command.mjs';
import { entryFile } from './lib/entry.mjs';
import { obtainBrowser } from './lib/obtain-browser.mjs';
import { prepare } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { Problem, say } from './lib/say.mjs';

const PORT = process.env.PORT || '8299';
const ORIGIN = `http://127.0.0.1:${PORT}`;
const PASSWORD = 'Demo-2026!';
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** One file in `.readme/` each: who looks, at what, and a text that is there once the data are. */
const PICTURES = [
  { file: 'home.png', account: 'o2001r8', page: '/index', size: DESKTOP, until: '跟进中的个案' },
  { file: 'students.png', account: 'o2001r4', page: '/org-manage/student', size: DESKTOP, until: /^共 \d+ 名/ },
  { file: 'phone.png', account: 'o2001s1', page: '/index', size: PHONE, until: '等我做的事' },
];

/** Starts the demo over an empty folder and waits until it answers. @param {string} dataDir */
async function startDemo(dataDir) {
  const env = { ...process.env, XINYU_MODE: 'demo', LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT, DATA_DIR: dataDir };
  const demo = spawn(process.execPath, [entryFile('main')], { cwd: root, env, stdio: 'ignore' });
  for (;;) {
    if (demo.exitCode !== null) throw new Problem(`演示没有启动：端口 ${PORT} 可能已被占用。The demo did not start.`);
    const ready = await fetch(`${ORIGIN}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return demo;
    await delay(200);
  }
}

/** Fonts of the system and the one of the product, without which a bare machine shows boxes. @param {string} folder */
function chineseFonts(folder) {
  const file = path.join(folder, 'fonts.conf');
  const font = path.join(root, 'node_modules/@expo-google-fonts/noto-sans-sc');
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>
      <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
      <dir>${font}/400Regular</dir><dir>${font}/700Bold</dir><cachedir>${folder}/fonts</cachedir></fontconfig>`,
  );
  return { FONTCONFIG_FILE: file };
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {(typeof PICTURES)[number]} picture
 */
async function take(browser, { file, account, page: address, size, until }) {
  const context = await browser.newContext({
    baseURL: ORIGIN,
    viewport: size,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
  });
  // The tour counts as seen.
  await context.addInitScript({ content: `localStorage.setItem('xinyu.tour', '["u-${account}"]')` });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('账号').fill(account);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('密码', { exact: true }).press('Enter');
  await page.waitForURL(/\/index/);
  if (address !== '/index') await page.goto(address);
  await page.getByText(until).first().waitFor();
  // The network is never idle: notices arrive on an open stream.
  await page.waitForFunction(`document.querySelector('main .ant-skeleton, main [aria-busy=true]') === null`);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: path.join(root, '.readme', file) });
  await context.close();
  say(`.readme/${file}`);
}

await command(async () => {
  await prepare();
  const found = await obtainBrowser();
  if (!found) throw new Problem('没有浏览器。No browser can be had.');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'xinyu-pictures-'));
  const demo = await startDemo(path.join(folder, 'data'));
  try {
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch(launchOptions({ ...found, env: { ...found.env, ...chineseFonts(folder) } }));
    try {
      for (const picture of PICTURES) await take(browser, picture);
    } finally {
      // An open browser would keep the command from ending.
      await browser.close();
    }
  } finally {
    const ended = once(demo, 'exit');
    demo.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
});
