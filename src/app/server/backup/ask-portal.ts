import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../../platform/db/server/database.ts';
import { lockFileOf, readLockFile } from '../../../platform/db/server/embedded/lock-file.ts';
import type { Logger } from '../../../platform/http/server/log.ts';
import { writeDurableFile } from '../../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { copyStill, databaseDir } from './copy-still.ts';

/** The folder has one owner, so its process is asked to copy the database: through files, which reach containers. */
const REQUEST = 'backup-request.json';
const answerFile = (dataDir: string, id: string): string => path.join(dataDir, `backup-answer-${id}.json`);

const EVERY_MS = 500;
/** The portal looks twice a second, and its lock beats once a second. */
const TAKEN_WITHIN_MS = 15_000;
const SILENCE_MS = 30_000;

interface CopyRequest {
  id: string;
  to: string;
}
interface CopyAnswer {
  problem?: string;
}

const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;

/**
 * In the portal: copies its database where a command asks for it.
 *
 * @returns A function that stops looking, once a running copy has ended
 */
export function answerBackups(db: Database, dataDir: string, log: Logger): () => Promise<void> {
  const file = path.join(dataDir, REQUEST);
  const answer = async (): Promise<void> => {
    if (!existsSync(file)) return;
    const { id, to } = readJson<CopyRequest>(file);
    rmSync(file);
    const from = performance.now();
    const problem = await copyStill(db, dataDir, to).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    log.info({ to, ms: Math.round(performance.now() - from), problem }, 'the database was copied for a backup');
    writeDurableFile(answerFile(dataDir, id), JSON.stringify({ problem } satisfies CopyAnswer), 'keep');
  };
  let running = Promise.resolve();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = answer()
      .catch((error: unknown) => log.error({ err: error }, 'a backup was not answered'))
      .finally(() => (isBusy = false));
  }, EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/** Waits for a file. @throws StartError where the process that would write it does not live */
async function appears(file: string, dataDir: string): Promise<void> {
  let [beat, since] = ['', performance.now()];
  while (!existsSync(file)) {
    const lock = readLockFile(lockFileOf(databaseDir(dataDir)));
    const now = typeof lock === 'object' ? lock.beat : '';
    if (now !== beat) [beat, since] = [now, performance.now()];
    if (now === '' || performance.now() - since > SILENCE_MS)
      throw new StartError('服务在备份途中停止了：请再运行一次');
    await wait(EVERY_MS);
  }
}

/** In the command: asks the portal to copy its database into a folder. @throws StartError where it does not */
export async function askPortal(dataDir: string, to: string): Promise<void> {
  const file = path.join(dataDir, REQUEST);
  const id = randomUUID();
  const answer = answerFile(dataDir, id);
  if (!writeDurableFile(file, JSON.stringify({ id, to } satisfies CopyRequest), 'keep'))
    throw new StartError(`另一份备份正在等待服务；如果没有，请删除 ${file}`);
  try {
    for (const from = performance.now(); existsSync(file); await wait(EVERY_MS))
      if (performance.now() - from > TAKEN_WITHIN_MS)
        throw new StartError('使用数据目录的进程没有回应，它不是运行中的服务：请等它结束后再备份');
    await appears(answer, dataDir);
    const { problem } = readJson<CopyAnswer>(answer);
    if (problem !== undefined) throw new StartError(`服务没能复制数据库：${problem}`);
  } finally {
    for (const one of [file, answer]) rmSync(one, { force: true });
  }
}
