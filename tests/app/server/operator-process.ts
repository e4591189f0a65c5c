import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, inject, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/platform/db/server/open.ts';
import { Client } from '../../support/client.ts';
import { freshDatabase, type DatabaseKind } from '../../support/databases.ts';
import { copyFirstStart, Running, useBuild } from '../../support/process.ts';

/** The password that operators of these tests choose at their first sign-in. */
export const OWN = 'Tidal-maple-47';
export const TASKS = '/v1/platform/tasks';

/** Installations of the demo on which operators work, each a process that a test can kill. */
export function useOperatorProcess() {
  const entry = useBuild();
  const homes: string[] = [];
  afterAll(() => homes.forEach((home) => rmSync(home, { recursive: true, force: true, maxRetries: 3 })));

  const newHome = () => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'xinyu operating '));
    homes.push(home);
    return home;
  };
  const settings = (home: string, url?: string): Record<string, string> => ({
    PORT: '0',
    XINYU_MODE: 'demo',
    ARGON2_MEMORY_KIB: '8192',
    ARGON2_PASSES: '1',
    DATA_DIR: home,
    ...(url !== undefined && { DATABASE_URL: url }),
  });
  const command = (env: Record<string, string>, ...args: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    return execFileSync(process.execPath, [entry('org'), ...args], { env: { PATH, HOME, ...env }, encoding: 'utf8' });
  };

  /** @param counts The statement that `found` answers with */
  async function installation(kind: DatabaseKind, counts: string) {
    const home = newHome();
    const fresh = kind === 'embedded' ? undefined : await freshDatabase(kind, 'demo');
    if (fresh) onTestFinished(() => fresh.remove());
    else await copyFirstStart(home);
    const url = fresh?.options.url;
    const env = settings(home, url);
    const start = async () => {
      const running = new Running(entry('main'), env);
      onTestFinished(async () => {
        await running.kill();
      });
      return { running, port: await running.port() };
    };
    // The first start over a server makes the keys that the commands need.
    if (kind === 'server') await (await start()).running.kill('SIGTERM');
    const options = url === undefined ? { dir: path.join(home, 'db'), entries: inject('databases').entries } : { url };
    return {
      start,
      /** Creates an operator. @returns the initial password */
      operator: (login: string) =>
        /密码\s+(\S+)/.exec(command(env, 'operator', 'create', '运营员', '--login', login))?.[1] ?? '',
      /** What the next process finds. The lease of the killed one ends now instead of later. */
      found: async () => {
        const db = await openDatabase(options);
        try {
          await db.admin((run) => run("update jobs set lease_until = now() where state = 'running'"));
          const [row] = await db.admin((run) => run(counts));
          return row;
        } finally {
          await db.close();
        }
      },
    };
  }
  return { newHome, settings, command, installation };
}

/** Chooses the password of an operator who signs in for the first time. */
export const signInFirst = (port: number, login: string, initial: string) =>
  new Client({ port, now: Date.now }).signInFirst(login, initial, OWN);

export const asOperator = async (port: number, login: string) =>
  (await new Client({ port, now: Date.now }).signIn(login, OWN))
    .as({ org: { orgId: '99', orgType: '99', roleId: '' } })
    .verified(OWN);

/** How often the platform's log says that an act has ended. */
export async function timesFinished(operator: Client, act: string): Promise<number> {
  const { items } = (await operator.get('/v1/platform/log?size=50')).data;
  return items.filter(
    (entry: { act: string; facts: { label: string; value: string }[] }) =>
      entry.act === act && entry.facts.some(({ label, value }) => label === '已完成' && value === '是'),
  ).length;
}
