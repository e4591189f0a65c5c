import type { MessagePort } from 'node:worker_threads';
import type { PGlite } from '@electric-sql/pglite';
import { openEngine } from './engine.ts';
import { defaultLimits, Housekeeping } from './housekeeping.ts';
import { joined, type Reply, type Request } from './messages.ts';

const tickMs = 1000;

/** With this status the engine leaves its C code after an SQL error; every other way out means that it stopped. */
const afterSqlError = 100;

/** ReadyForQuery's last byte while no transaction is open. */
const idleStatus = 'I'.charCodeAt(0);

/** PGlite would go on calling an engine that has stopped (full disk, broken file, bug), for ever. */
function whenStopped(engine: PGlite, stopped: (reason: string) => void): void {
  const module = engine.Module;
  const once = module._PostgresMainLoopOnce;
  module._PostgresMainLoopOnce = () => {
    try {
      once();
    } catch (error) {
      if (!(error instanceof Object && 'status' in error && error.status === afterSqlError)) stopped(String(error));
      throw error;
    }
  };
}

/**
 * Serves the protocol to the process over a port, one message after the other. Runs in a thread of its own, since the
 * engine computes without a pause.
 */
export async function serve(port: MessagePort, cluster: string): Promise<void> {
  const reply = (message: Reply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  const words: string[] = [];
  const fail = (reason: string): never => {
    reply({ kind: 'fatal', reason: [reason, ...words.slice(-5)].join('\n') });
    process.exit(1);
  };
  const engine = await openEngine(cluster, (line) => words.push(line)).catch((error: unknown) =>
    fail(error instanceof Error ? error.message : String(error)),
  );
  whenStopped(engine, fail);
  const housekeeping = new Housekeeping(engine, defaultLimits, Date.now);
  await housekeeping.checkpoint();

  let idle = true;
  let due = false;

  async function send(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    const pieces: Uint8Array[] = [];
    await engine.execProtocolRawStream(bytes, {
      syncToFs: false,
      onRawData: (piece) => {
        pieces.push(piece.slice());
      },
    });
    const answer = joined(pieces);
    idle = answer.at(-1) === idleStatus;
    return answer;
  }

  async function reset(): Promise<void> {
    if (!idle) await engine.exec('rollback');
    await engine.exec('discard all');
    idle = true;
  }

  /** It can wait: what fails now is tried again at the next tick. An engine that stopped is noticed in any case. */
  async function keepHouse(): Promise<void> {
    due = false;
    await housekeeping
      .tick()
      .catch((error: unknown) => process.emitWarning(`housekeeping of the embedded database: ${String(error)}`));
  }

  async function handle(request: Request): Promise<void> {
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
    if (due && idle) await keepHouse();
  }

  let tail = Promise.resolve();
  const enqueue = (work: () => Promise<void>) => {
    tail = tail.then(work).catch((error: unknown) => fail(error instanceof Error ? error.message : String(error)));
  };
  port.on('message', (request: Request) => enqueue(() => handle(request)));
  setInterval(() => {
    enqueue(async () => {
      if (idle) await keepHouse();
      else due = true;
    });
  }, tickMs);
  reply({ kind: 'ready' });
}
