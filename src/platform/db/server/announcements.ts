import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { ChannelListener, Statement } from './database.ts';
import { qb } from './query-builder.ts';

/** Delivers announcements of transactions to every process after the commit. */
export interface Announcements {
  /** Statements to send within the transaction, when the database delivers announcements (NOTIFY). */
  statements(channel: string, texts: readonly string[]): readonly Statement[];
  /** Called after the commit. */
  committed(channel: string, texts: readonly string[]): void;
  listen(channel: string, listener: ChannelListener): () => void;
  close(): Promise<void>;
}

/** Announcements within a single process, for the embedded engine. */
export function localAnnouncements(): Announcements {
  const events = new EventEmitter().setMaxListeners(0);
  return {
    statements: () => [],
    committed: (channel, texts) => {
      for (const text of texts) events.emit(channel, text);
    },
    listen(channel, { onMessage }) {
      events.on(channel, onMessage);
      return () => events.off(channel, onMessage);
    },
    close: async () => void events.removeAllListeners(),
  };
}

/** The PostgreSQL channel that carries all channels of the product. */
const CHANNEL = 'xinyu';
const RETRY_MS = 200;
const RETRY_MAX_MS = 5000;
/** Interval of the keepalive query that detects a silently lost connection. */
const KEEPALIVE_MS = 30_000;
const QUERY_TIMEOUT_MS = 5000;

/**
 * Announcements over a PostgreSQL server: `NOTIFY` in the transaction, `LISTEN` on a separate connection that opens
 * with the first listener and reconnects when it breaks.
 *
 * @param report Receives connection errors
 */
export function serverAnnouncements(
  config: ClientConfig,
  report: (error: Error) => void = () => undefined,
): Announcements {
  const listeners = new Map<string, Set<ChannelListener>>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let attempts = 0;
  let reconnecting = false;

  const deliver = (payload = '') => {
    const separator = payload.indexOf(' ');
    const text = payload.slice(separator + 1);
    for (const { onMessage } of listeners.get(payload.slice(0, separator)) ?? []) onMessage(text);
  };

  function reconnect(): void {
    client = undefined;
    reconnecting = true;
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(connect, Math.min(RETRY_MS * 2 ** attempts, RETRY_MAX_MS)).unref();
    attempts++;
  }

  function keepAlive(current: Client): void {
    timer = setTimeout(() => {
      // Ending an unresponsive connection emits `end`, which starts the reconnect.
      current.query('select 1').then(
        () => keepAlive(current),
        () => void current.end().catch(() => undefined),
      );
    }, KEEPALIVE_MS).unref();
  }

  /** Announcements during the outage are lost, so listeners must reload. */
  function reportMissed(): void {
    for (const { onMissed } of [...listeners.values()].flatMap((set) => [...set])) onMissed();
  }

  function connect(): void {
    const current = new Client({
      ...config,
      keepAlive: true,
      query_timeout: QUERY_TIMEOUT_MS,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    });
    client = current;
    current
      .on('notification', ({ payload }) => deliver(payload))
      .on('error', report)
      .once('end', reconnect);
    current
      .connect()
      .then(() => current.query(`listen ${CHANNEL}`))
      .then(
        () => {
          attempts = 0;
          keepAlive(current);
          if (reconnecting) reportMissed();
        },
        (error: unknown) => {
          report(error instanceof Error ? error : new Error(String(error)));
          current.removeAllListeners('end');
          void current.end().catch(() => undefined);
          reconnect();
        },
      );
  }

  return {
    statements: (channel, texts) => [
      sql`select pg_notify(${CHANNEL}, ${`${channel} `} || text) from unnest(${[...texts]}::text[]) as text`.compile(
        qb,
      ),
    ],
    committed: () => undefined,
    listen(channel, listener) {
      const ofChannel = listeners.get(channel) ?? new Set();
      listeners.set(channel, ofChannel.add(listener));
      if (!client && !timer) connect();
      return () => ofChannel.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
