import { PGlite } from '@electric-sql/pglite';
import { DurableFs } from './durable-fs.ts';

/**
 * How the engine starts: without `-F` (fsync off), and with the one method of syncing that reaches our file system. 16
 * MB of buffers halve the memory of an idle engine.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB', 'min_wal_size=32MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
];

/**
 * Opens the cluster in a folder, making it where the folder is empty. The caller holds the folder's lock.
 *
 * @param lastWords Hears why the engine stops. All else that it says stays unheard: it may quote rows.
 */
export async function openEngine(dir: string, lastWords: (line: string) => void = () => undefined): Promise<PGlite> {
  const fs = new DurableFs(dir);
  const onStderr = (line: string) => {
    if (/\b(FATAL|PANIC):/.test(line)) lastWords(line);
    return false;
  };
  const engine = await PGlite.create({ fs, dataDir: dir, startParams, onStderr });
  await checkDurable(engine, () => fs.count);
  return engine;
}

/**
 * Commits a little WAL and looks whether it was really synced.
 *
 * @throws Error where it was not: such a database would lose what it confirmed when the power fails
 */
export async function checkDurable(engine: PGlite, syncs: () => number): Promise<void> {
  const before = syncs();
  await engine.query("select pg_logical_emit_message(true, 'durable', '')");
  if (syncs() > before) return;
  await engine.close();
  throw new Error(
    '内嵌数据库没有把提交的数据真正写入磁盘，断电会丢失数据，已拒绝启动。The embedded database does not fsync; refusing to start.',
  );
}
