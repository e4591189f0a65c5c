import type { MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { openEngine } from './engine.ts';
import { defaultLimits, Housekeeping } from './housekeeping.ts';
import { isLockedWith } from './lock-file.ts';
import { concatBytes, type Reply, type Request, type WorkerData } from './messages.ts';

const tickMs = 1000;

/** The engine looks at the lock again after this time; less than the silence after which others take the folder. */
const LOCK_CHECK_MS = 5000;

/** Exit status of the engine's main loop after an SQL error. Any other exit means that the engine stopped. */
const afterSqlError = 100;

/** Last byte of ReadyForQuery while no transaction is open. */
const idleStatus = 'I'.charCodeAt(0);

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Detects that the engine stopped (full disk, broken file, bug); PGlite itself would keep calling it. */
function watchEngine(engine: PGlite, onStopped: (reason: string) => void): void {
  const module = engine.Module;
  const runOnce = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce();
    } catch (error) {
      if (!(error instanceof Object && 'status' in error && error.status === afterSqlError)) onStopped(String(error));
      throw error;
    }
  };
}

/**
 * Serves the PostgreSQL protocol over a message port, one message at a time. Runs in a worker thread because the engine
 * blocks while it computes.
 */
export async function serve(port: MessagePort, { cluster, dir, token }: WorkerData): Promise<void> {
  const reply = (message: Reply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const fatalLines: string[] = [];
  const fail = (reason: string): never => {
    reply({ kind: 'fatal', reason: [reason, ...fatalLines.slice(-5)].join('\n') });
    process.exit(1);
  };
  const engine = await openEngine(cluster, (line) => fatalLines.push(line)).catch((error: unknown) =>
    fail(messageOf(error)),
  );
  watchEngine(engine, fail);
  const housekeeping = new Housekeeping(engine, defaultLimits, Date.now);
  await housekeeping.checkpoint();

  /** A process that was suspended may have lost the folder meanwhile, before its main thread notices. */
  let lockSeenAt = Date.now();
  function requireLock(): void {
    if (Math.abs(Date.now() - lockSeenAt) < LOCK_CHECK_MS) return;
    if (!isLockedWith(dir, token)) fail('another process has taken the folder');
    lockSeenAt = Date.now();
  }

  let idle = true;
  let housekeepingDue = false;

  async function send(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array[] = [];
    await engine.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (piece) => {
        pieces.push(piece.slice());
      },
    });
    const answer = concatBytes(pieces);
    idle = answer.at(-1) === idleStatus;
    return answer;
  }

  async function reset(): Promise<void> {
    if (!idle) await engine.exec('rollback');
    await engine.exec('discard all');
    idle = true;
  }

  /** A failure is only a warning because the next tick tries again; a stopped engine is detected separately. */
  async function runHousekeeping(): Promise<void> {
    requireLock();
    housekeepingDue = false;
    await housekeeping
      .tick()
      .catch((error: unknown) => process.emitWarning(`housekeeping of the embedded database: ${String(error)}`));
  }

  async function handle(request: Request): Promise<void> {
    requireLock();
    switch (request.kind) {
      case 'send': {
        const bytes = await send(request.bytes);
        reply({ kind: 'answer', id: request.id, bytes }, [bytes.buffer]);
        break;
      }
      case 'reset':
        await reset();
        reply({ kind: 'answer', id: request.id, bytes: new Uint8Array() });
        break;
      case 'close':
        await reset();
        await housekeeping.checkpoint();
        await engine.close();
        process.exit(0);
    }
    if (housekeepingDue && idle) await runHousekeeping();
  }

  let tail = Promise.resolve();
  const enqueue = (work: () => Promise<void>) => {
    tail = tail.then(work).catch((error: unknown) => fail(messageOf(error)));
  };
  port.on('message', (request: Request) => enqueue(() => handle(request)));
  setInterval(() => {
    enqueue(async () => {
      if (idle) await runHousekeeping();
      else housekeepingDue = true;
    });
  }, tickMs);
  reply({ kind: 'ready' });
}
