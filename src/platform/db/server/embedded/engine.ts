import { PGlite } from '@electric-sql/pglite';
import { DurableFs } from './durable-fs.ts';

/**
 * Start parameters: without `-F` (fsync off), and with the only sync method that reaches `DurableFs`. Buffers of 16 MB
 * halve the memory of an idle engine.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB', 'min_wal_size=32MB'].flatMap((setting) => [
    '-c',
    setting,
  ]),
];

/**
 * Opens the cluster in a folder and initialises an empty one. The caller holds the folder's lock.
 *
 * @param onFatalLine Receives why the engine stops. Other output is dropped because it may quote rows.
 */
export async function openEngine(dir: string, onFatalLine: (line: string) => void = () => undefined): Promise<PGlite> {
  const fs = new DurableFs(dir);
  const onStderr = (line: string) => {
    if (/\b(FATAL|PANIC):/.test(line)) onFatalLine(line);
    return false;
  };
  const engine = await PGlite.create({ fs, dataDir: dir, startParams, onStderr });
  await checkDurable(engine, () => fs.count);
  return engine;
}

/**
 * Commits a small WAL record and checks that the file system synced it.
 *
 * @throws Error when it did not: such a database would lose confirmed writes in a power cut
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
