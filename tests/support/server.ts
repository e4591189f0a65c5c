import { mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { beforeAll, inject } from 'vitest';
import { buildApp, type AppOptions } from '../../src/app/server/app.ts';
import { loadConfig } from '../../src/app/server/config/load.ts';
import { features as productFeatures } from '../../src/app/server/features.ts';
import { createPackages } from '../../src/app/server/package/packages.ts';
import { createProduct, type Product } from '../../src/app/server/services.ts';
import { tenantFolder } from '../../src/app/server/tenant-folder.ts';
import type { Implementation } from '../../src/platform/context/server/context.ts';
import type { Services } from '../../src/platform/context/server/services.ts';
import type { Database } from '../../src/platform/db/server/database.ts';
import { openDatabase } from '../../src/platform/db/server/open.ts';
import type { ServerFeature } from '../../src/platform/feature/server/feature.ts';
import type { Limits } from '../../src/platform/http/server/limits.ts';
import { createLog } from '../../src/platform/http/server/log.ts';
import type { SessionTimes } from '../../src/platform/identity/server/sessions.ts';
import { Worker } from '../../src/platform/jobs/server/worker.ts';
import { embeddedStore } from '../../src/platform/objects/server/embedded.ts';
import type { Clock } from '../../src/platform/runtime/server/clock.ts';
import { root } from '../../src/platform/runtime/server/root.ts';
import { Outbox } from '../../src/platform/sms/server/sms.ts';
import { MemoryState } from '../../src/platform/state/server/memory-state.ts';
import { Client } from './client.ts';
import { freshDatabase, type DatabaseKind } from './databases.ts';
import { watchStatements } from './statements.ts';
import { TEST_START, weakPasswords } from './template-content.ts';
import { TEST_WRAPPING } from './test-keys.ts';

const DAY = 86_400_000;

/** A clock that tests set. */
export class TestClock implements Clock {
  time = TEST_START;
  now = (): number => this.time;
  advance(ms: number): void {
    this.time += ms;
  }
}

/** So high that only the tests of the limits reach one. */
const UNLIMITED: Limits = new Proxy({}, { get: () => ({ address: Infinity, account: Infinity }) });

/** The log of one process. */
export class LogLines extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    // Unexpected errors are printed with their cause.
    if (chunk.includes('"level":50')) process.stderr.write(chunk);
    done();
  }
  get lines(): Record<string, unknown>[] {
    return this.text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

export interface TestServer {
  app: FastifyInstance;
  services: Services;
  product: Product;
  db: Database;
  clock: TestClock;
  log: LogLines;
  /** Folder of the embedded object store. */
  objectsFolder: string;
  secret: string;
  /** The short messages that would have been sent. */
  outbox: Outbox;
  port: number;
  url: string;
  client: Client;
  close(): Promise<void>;
}

export interface ServerOptions {
  /** Default: the demo tenants. */
  seed?: boolean;
  app?: Partial<AppOptions>;
  /** Endpoints of a test beside those of the product, in areas of the product. */
  calls?: readonly Implementation[];
  /** Services that replace the usual ones. */
  services?: Partial<Services>;
  schemasDir?: string;
  policiesDir?: string;
  /** A folder in place of `TENANTS_DIR`. */
  tenantsDir?: string;
  session?: Partial<SessionTimes>;
  /** `APP_SECRET`, where it is another one than usual. */
  secret?: string;
  /** Address of the database server, for work with logins of its own. */
  url?: string | undefined;
  /** Default: those of the product. */
  features?: readonly ServerFeature[];
  /** How long a call waits for a free connection to the database. */
  waitLimitMs?: number;
}

/** The tests of the API do not need a built portal. */
const NO_PORTAL = path.join(root, 'no such folder');

/** No session expires by idleness, except in the tests of that. */
const TIMES: SessionTimes = {
  accessMs: 2 * 3_600_000,
  refreshMs: 14 * DAY,
  idleMs: 365 * DAY,
  staffIdleMs: 365 * DAY,
  chainMs: 365 * DAY,
};

/** Starts the product on a free port over an open database. */
export async function startServer(
  db: Database,
  {
    app: appOptions,
    services: parts,
    calls = [],
    session,
    secret = 'a secret of the tests, thirty-two characters and more',
    features = productFeatures,
    url,
    ...dirs
  }: ServerOptions = {},
  clock = new TestClock(),
): Promise<TestServer> {
  await watchStatements(db);
  const log = new LogLines();
  const state = parts?.state ?? new MemoryState(clock);
  const outbox = new Outbox(clock);
  const objectsFolder = mkdtempSync(path.join(os.tmpdir(), 'objects-'));
  const objects = parts?.objects ?? embeddedStore(objectsFolder, { secret, clock });
  const product = await createProduct({
    db,
    state,
    clock,
    log: createLog('debug', log),
    passwords: await weakPasswords(),
    sms: outbox,
    objects,
    packages: createPackages({
      config: {
        ...loadConfig({ env: {}, serving: false }),
        dataDir: mkdtempSync(path.join(os.tmpdir(), 'data-')),
        databaseBackupUrl: url,
        databaseAdminUrl: url,
      },
      wrapping: TEST_WRAPPING,
      secret,
      ownSchemas: tenantFolder(dirs.tenantsDir).schemas,
    }),
    sharedHosts: ['portal.example'],
    secret,
    wrapping: TEST_WRAPPING,
    session: { ...TIMES, ...session },
    entries: inject('databases').entries,
    features,
    ...dirs,
  });
  const merged = { ...product.services, ...parts };
  const services = {
    ...merged,
    jobs: new Worker(
      features.flatMap(({ jobs = [] }) => jobs),
      merged,
    ),
  };
  const app = await buildApp(services, {
    declared: [...product.declared, ...calls.map(({ endpoint }) => endpoint)],
    implementations: [...product.implementations, ...calls],
    limits: UNLIMITED,
    allowedHosts: ['portal.example'],
    webFolder: NO_PORTAL,
    ...appOptions,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    app,
    services,
    product,
    db,
    clock,
    log,
    outbox,
    objectsFolder,
    secret,
    port,
    url: `http://127.0.0.1:${port}`,
    client: new Client({ port, now: clock.now }),
    close: async () => {
      await app.close();
      await services.jobs.close();
      await state.close();
    },
  };
}

/**
 * A separate server over a separate database for the tests of the current `describe` or file.
 *
 * @returns A function that returns it in a test or hook
 */
export function useServer(
  kind: DatabaseKind,
  // On a busy machine calls wait long for the only connection of the embedded engine.
  { waitLimitMs = 60_000, ...options }: ServerOptions = {},
): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    const fresh = await freshDatabase(kind, options.seed === false ? 'empty' : 'encrypted');
    const db = await openDatabase({ waitLimitMs, ...fresh.options });
    server = await startServer(db, { url: fresh.options.url, ...options });
    return async () => {
      await server?.close();
      await db.close();
      await fresh.remove();
    };
  });
  return () => {
    if (!server) throw new Error('the server is there only in tests and hooks');
    return server;
  };
}
