import { NO_TENANT } from '../../../platform/db/server/database.ts';
import { registeredProcesses } from '../../../platform/db/server/processes/queries.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import type { Operating } from '../operating.ts';

/** A process without a heartbeat for so long is taken for dead. */
const SILENT_MS = 20_000;

/**
 * @param forced Why it is done nevertheless
 * @throws StartError while processes serve this database. Those of the embedded engine hold its folder themselves
 */
export async function requireStopped({ db }: Pick<Operating, 'db'>, forced: string | undefined): Promise<void> {
  if (db.kind === 'embedded' || forced !== undefined) return;
  const [processes] = await db.read(NO_TENANT, [registeredProcesses()]);
  const alive = processes.filter(({ silent_ms }) => silent_ms < SILENT_MS);
  if (alive.length === 0) return;
  const names = alive.map(({ pid, host }) => `${host} 的进程 ${pid}`);
  throw new StartError(
    `服务正在运行（${names.join('、')}）：这个命令会锁住所有的表，请先停止服务。确实要在运行时做，请加上 --while-running <原因>`,
  );
}
