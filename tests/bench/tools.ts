import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LaunchOptions } from 'playwright-core';
import { root } from '../../src/platform/runtime/server/root.ts';

/** Declarations of scripts in `src/tools/lib`, which run unbundled. */
const tool = <T>(name: string): Promise<T> =>
  import(/* @vite-ignore */ pathToFileURL(path.join(root, 'src/tools/lib', `${name}.mjs`)).href) as Promise<T>;

interface BrowserTools<B> {
  presentBrowsers(): Promise<B[]>;
  launchOptions(browser: B): LaunchOptions;
}
export const browserTools = () => tool<BrowserTools<object>>('browser');

interface PostgresTools {
  startPostgres(): Promise<{ env: { TEST_DATABASE_URL: string }; stop(): Promise<void> } | undefined>;
}
export const postgresTools = () => tool<PostgresTools>('postgres');
