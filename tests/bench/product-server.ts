import { Session, type Profiler } from 'node:inspector/promises';
import { devNull } from 'node:os';
import { destination } from 'pino';
import { buildApp } from '../../src/app/server/app.ts';
import { loadConfig } from '../../src/app/server/config/load.ts';
import { createPackages } from '../../src/app/server/package/packages.ts';
import { createProduct } from '../../src/app/server/services.ts';
import { tenantFolder } from '../../src/app/server/tenant-folder.ts';
import { wrappingKeysOf } from '../../src/app/server/wrapping-keys.ts';
import type { Database, SentStatement, Statement, Tenant } from '../../src/platform/db/server/database.ts';
import { openDatabase, type OpenOptions } from '../../src/platform/db/server/open.ts';
import { createLog } from '../../src/platform/http/server/log.ts';
import { createPasswords } from '../../src/platform/identity/server/passwords.ts';
import { embeddedStore } from '../../src/platform/objects/server/embedded.ts';
import { systemClock } from '../../src/platform/runtime/server/clock.ts';
import { noSms } from '../../src/platform/sms/server/sms.ts';
import { MemoryState } from '../../src/platform/state/server/memory-state.ts';
import { serveParent } from './children.ts';
import { shares, type Share } from './shares.ts';

export type ProductQuestion =
  | { ask: 'start'; database: OpenOptions }
  /** The statements that were sent to the database since the previous question. */
  | { ask: 'statements' }
  | { ask: 'profile' }
  /** Excludes everything before this, including the start of the profiler. */
  | { ask: 'mark' }
  | { ask: 'end-profile' };

export interface ProfileAnswer {
  /** CPU time of the main thread by kind of work, in milliseconds, without idle time. */
  shares: Share[];
  /** Milliseconds that requests waited for the database in total, and the number of waits. */
  waitedMs: number;
  waits: number;
}

/** Measures the duration of reads, and of the messages of transactions with their commits. */
function time(db: Database, meter: { waitedMs: number; waits: number }): void {
  const timed = async <T>(work: () => Promise<T>, from = performance.now()): Promise<T> => {
    try {
      return await work();
    } finally {
      meter.waitedMs += performance.now() - from;
      meter.waits++;
    }
  };
  const read = db.read.bind(db);
  db.read = <const Q extends readonly Statement[]>(tenant: Tenant, statements: Q) =>
    timed(() => read(tenant, statements));
  const transaction = db.transaction.bind(db);
  db.transaction = async (tenant, work, options) => {
    let worked = performance.now();
    const result = await transaction(
      tenant,
      async (tx) => {
        const batch = tx.batch.bind(tx);
        tx.batch = <const Q extends readonly Statement[]>(statements: Q) => timed(() => batch(statements));
        const done = await work(tx);
        worked = performance.now();
        return done;
      },
      options,
    );
    return timed(async () => result, worked);
  };
}

/** (c) The product as `main` assembles it, in a process that can be profiled. */
export function productServer(): void {
  const inspector = new Session();
  const meter = { waitedMs: 0, waits: 0 };
  const sent: SentStatement[] = [];
  /** Milliseconds: start of the profile, and start of the measured part. */
  let began = 0;
  let marked = 0;
  let close = async (): Promise<void> => undefined;

  async function begin(options: OpenOptions): Promise<number> {
    const config = loadConfig();
    const db = await openDatabase(options);
    db.onStatement((statement) => {
      if (sent.length < 100) sent.push(statement);
    });
    const log = createLog('info', destination({ dest: devNull, sync: false, minLength: 8192 }));
    time(db, meter);
    const passwords = await createPasswords(config.argon2);
    const { services, ...calls } = await createProduct({
      db,
      log,
      state: new MemoryState(systemClock),
      clock: systemClock,
      secret: 'only for this measurement',
      wrapping: wrappingKeysOf(config),
      session: config.session,
      passwords,
      sms: noSms,
      packages: createPackages({
        config,
        wrapping: wrappingKeysOf(config),
        secret: 'only for this measurement',
        ownSchemas: tenantFolder().schemas,
      }),
      objects: embeddedStore(config.dataDir, { secret: 'only for this measurement', clock: systemClock }),
    });
    const app = await buildApp(services, { ...calls, bodyLimit: config.bodyLimit });
    close = async () => {
      await app.close();
      await services.jobs.close();
      await db.close();
    };
    return Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  }

  async function endProfile(): Promise<ProfileAnswer> {
    const until = performance.now();
    const { profile }: Profiler.StopReturnType = await inspector.post('Profiler.stop');
    inspector.disconnect();
    return { shares: shares(profile, marked - began, until - began), ...meter };
  }

  serveParent(
    async (question: ProductQuestion): Promise<unknown> => {
      switch (question.ask) {
        case 'start':
          return begin(question.database);
        case 'statements':
          return sent.splice(0);
        case 'profile':
          inspector.connect();
          await inspector.post('Profiler.enable');
          await inspector.post('Profiler.setSamplingInterval', { interval: 500 });
          began = performance.now();
          return inspector.post('Profiler.start');
        case 'mark':
          Object.assign(meter, { waitedMs: 0, waits: 0 });
          marked = performance.now();
          return undefined;
        case 'end-profile':
          return endProfile();
      }
    },
    () => close(),
  );
}
