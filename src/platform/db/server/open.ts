import path from 'node:path';
import { Pool, type PoolConfig } from 'pg';
import { root } from '../../runtime/server/root.ts';
import { localAnnouncements, serverAnnouncements } from './announcements.ts';
import type { Database } from './database.ts';
import { startEmbedded } from './embedded/start.ts';
import { columnTypes } from './parsers.ts';
import { PgDatabase } from './pg-database.ts';

export interface OpenOptions {
  /** Address of a PostgreSQL server. Without it the embedded engine runs in this process. */
  url?: string;
  /** Folder of the embedded database; default `.data/db` in the project's folder. */
  dir?: string;
  /** Maximum number of connections to a server; default 10. The embedded engine has one. */
  poolSize?: number;
  /** How long a call waits for a free connection before `DatabaseUnavailable`, in milliseconds; default 10,000. */
  waitLimitMs?: number;
  /** Time limit of a transaction, and on a server of a statement, in milliseconds; default 30,000. */
  timeLimitMs?: number;
  /** Folder of the built `embedded-worker.js` and `embedded-init.js`; default `dist/server`. */
  entries?: string;
}

/**
 * Opens the database. A server is contacted by the first statement only, so an unreachable server is no error here; the
 * embedded engine is started, and initialised first when its folder is new.
 *
 * @throws Error when the embedded database's folder is in use, damaged or on a disk that does not fsync
 */
export async function openDatabase({
  url,
  dir,
  poolSize = 10,
  waitLimitMs = 10_000,
  timeLimitMs = 30_000,
  entries,
}: OpenOptions): Promise<Database> {
  const common: PoolConfig = { connectionTimeoutMillis: waitLimitMs, types: columnTypes, application_name: 'xinyu' };
  if (url !== undefined) {
    // Values must not depend on the server's configuration.
    const server = { ...common, connectionString: url, options: '-c timezone=UTC -c datestyle=ISO' };
    const pool = new Pool({ ...server, max: poolSize, keepAlive: true });
    return new PgDatabase({
      kind: 'server',
      pool,
      announcements: serverAnnouncements(server),
      timeLimitMs,
      onFatal: () => () => undefined,
      close: async () => undefined,
    });
  }
  const embedded = await startEmbedded({
    dir: dir ?? path.join(root, '.data/db'),
    entries: entries ?? path.join(root, 'dist/server'),
  });
  const pool = new Pool({
    ...common,
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    ssl: false,
    stream: () => embedded.connect(),
  });
  return new PgDatabase({
    kind: 'embedded',
    pool,
    announcements: localAnnouncements(),
    timeLimitMs,
    onFatal: embedded.onFatal,
    close: embedded.close,
  });
}
