import { EventEmitter } from 'node:events';
import { sql } from 'kysely';
import { Client, type ClientConfig } from 'pg';
import type { Hearing, Statement } from './database.ts';
import { qb } from './query-builder.ts';

/** How what a transaction announces reaches every process: once it is committed, and never before. */
export interface Announcements {
  /** What is sent within the transaction, where the database itself passes it on. */
  statements(channel: string, texts: readonly string[]): readonly Statement[];
  /** The transaction is committed. */
  committed(channel: string, texts: readonly string[]): void;
  listen(channel: string, hearing: Hearing): () => void;
  close(): Promise<void>;
}

/** Of an engine that a single process has to itself. */
export function localAnnouncements(): Announcements {
  const events = new EventEmitter().setMaxListeners(0);
  return {
    statements: () => [],
    committed: (channel, texts) => {
      for (const text of texts) events.emit(channel, text);
    },
    listen(channel, { heard }) {
      events.on(channel, heard);
      return () => events.off(channel, heard);
    },
    close: async () => void events.removeAllListeners(),
  };
}

/** The one channel of the server's that all of ours go over. */
const CHANNEL = 'xinyu';
const RETRY_MS = 200;
const RETRY_MAX_MS = 5000;
/** A connection that says nothing may be gone without a word: it is asked now and then. */
const ASK_MS = 30_000;
const ANSWER_MS = 5000;

/**
 * Of a server: `NOTIFY` in the transaction, heard on a connection of its own that is made when somebody listens and
 * made anew when it breaks.
 *
 * @param report Hears why a connection could not be made or broke
 */
export function serverAnnouncements(
  config: ClientConfig,
  report: (error: Error) => void = () => undefined,
): Announcements {
  const hearings = new Map<string, Set<Hearing>>();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let tries = 0;
  let broke = false;

  const deliver = (payload = '') => {
    const at = payload.indexOf(' ');
    for (const { heard } of hearings.get(payload.slice(0, at)) ?? []) heard(payload.slice(at + 1));
  };

  function again(): void {
    client = undefined;
    broke = true;
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(connect, Math.min(RETRY_MS * 2 ** tries++, RETRY_MAX_MS)).unref();
  }

  function ask(current: Client): void {
    timer = setTimeout(() => {
      // What does not answer is let go; that it ended begins the next.
      current.query('select 1').then(
        () => ask(current),
        () => void current.end().catch(() => undefined),
      );
    }, ASK_MS).unref();
  }

  function connect(): void {
    const current = new Client({
      ...config,
      keepAlive: true,
      query_timeout: ANSWER_MS,
      connectionTimeoutMillis: ANSWER_MS,
    });
    client = current;
    current
      .on('notification', ({ payload }) => deliver(payload))
      .on('error', report)
      .once('end', again);
    current
      .connect()
      .then(() => current.query(`listen ${CHANNEL}`))
      .then(
        () => {
          tries = 0;
          ask(current);
          // Only from the second connection on has anything been missed.
          if (broke) for (const each of hearings.values()) for (const { missed } of each) missed();
        },
        (error: unknown) => {
          report(error instanceof Error ? error : new Error(String(error)));
          current.removeAllListeners('end');
          void current.end().catch(() => undefined);
          again();
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
    listen(channel, hearing) {
      const known = hearings.get(channel) ?? new Set();
      hearings.set(channel, known.add(hearing));
      if (!client && !timer) connect();
      return () => known.delete(hearing);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
