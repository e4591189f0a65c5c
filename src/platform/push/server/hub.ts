import { Readable } from 'node:stream';
import type { Database } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Logger } from '../../http/server/log.ts';
import { SESSION_TOPIC, USER_TOPIC } from '../../identity/server/revocation.ts';
import { MISSED, type SharedState } from '../../state/server/shared-state.ts';
import { NOTICES, fromAnnounced, type PushedNotice } from './announced.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** Open event streams, and what is sent to them. */
    push: PushHub;
  }
}

/** Proxies close connections that are silent for a minute. */
const BEAT_MS = 20_000;
/**
 * Rights of a listener are checked again after this many heartbeats: the same interval as for a missed revocation
 * elsewhere.
 */
const BEATS_TO_ASK = 3;
/**
 * Maximum bytes that wait for a slow reader. Past this limit the stream is closed, and the client gets what it missed
 * after reconnecting.
 */
const WAITING_MAX = 64 * 1024;
const STREAMS_MAX = 10_000;
/**
 * Streams of one session at a time in one process: a browser has six connections to a host, and windows need some for
 * their calls.
 */
const STREAMS_PER_SESSION = 3;
/** When a window that lost its stream should try again. */
const RETRY_MS = 2000;

/** The listener of a stream. */
export interface Listener {
  readonly caller: { readonly userId: string; readonly sessionId: string };
  readonly actor: { readonly orgId: string };
  readonly requestId: string;
  /** Whether session, role and right are still there. */
  stillMay(): Promise<boolean>;
}

interface Stream {
  readonly ctx: Listener;
  readonly body: Readable;
}

const event = (name: string, data: unknown, id?: string): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
const noticeEvent = (notice: PushedNotice): string => event('notice', notice, notice.notice_id);

const keyOf = (orgId: string, userId: string) => `${orgId}\n${userId}`;

export interface HubParts {
  db: Database;
  state: SharedState;
  log: Logger;
  beatMs?: number;
}

/** The open streams of this process, and the events for each. */
export class PushHub {
  readonly #log: Logger;
  readonly #streams = new Map<string, Set<Stream>>();
  readonly #beating: NodeJS.Timeout;
  readonly #unlisten: () => void;
  #beats = 0;
  #count = 0;
  #closed = false;

  constructor({ db, state, log, beatMs = BEAT_MS }: HubParts) {
    this.#log = log;
    this.#unlisten = db.listen(NOTICES, {
      onMessage: (text) => this.#deliver(text),
      onMissed: () => this.#sendAll(event('changed', {})),
    });
    state.subscribe(SESSION_TOPIC, (id) => this.#recheck(({ ctx }) => id === MISSED || ctx.caller.sessionId === id));
    state.subscribe(USER_TOPIC, (id) => this.#recheck(({ ctx }) => id === MISSED || ctx.caller.userId === id));
    this.#beating = setInterval(() => this.beat(), beatMs).unref();
  }

  /** Streams that are open. */
  get size(): number {
    return this.#count;
  }

  /**
   * Opens a stream. It receives events from now on; `missed` is read afterwards and sent first, so that no event is
   * lost in between.
   *
   * @throws AppError PSY_UNAVAILABLE while the process stops, and where it has reached its maximum
   */
  async open(ctx: Listener, missed: () => Promise<readonly PushedNotice[]>): Promise<Readable> {
    if (this.#closed || this.#count >= STREAMS_MAX) throw new AppError('PSY_UNAVAILABLE');
    const key = keyOf(ctx.actor.orgId, ctx.caller.userId);
    const stream: Stream = { ctx, body: new Readable({ read: () => undefined }) };
    this.#count++;
    const mine = this.#streams.get(key) ?? new Set();
    this.#streams.set(key, mine.add(stream));
    stream.body
      .on('error', () => undefined)
      .once('close', () => {
        this.#count--;
        mine.delete(stream);
        if (mine.size === 0 && this.#streams.get(key) === mine) this.#streams.delete(key);
      });
    this.#makeRoom(mine, ctx.caller.sessionId);
    this.#send(stream, `retry: ${RETRY_MS}\n\n`);
    try {
      for (const notice of await missed()) this.#send(stream, noticeEvent(notice));
    } catch (error) {
      stream.body.destroy();
      throw error;
    }
    return stream.body;
  }

  /** Sends a heartbeat to every listener, and periodically checks their rights again. */
  beat(): void {
    this.#sendAll(': \n\n');
    if (++this.#beats % BEATS_TO_ASK === 0) this.#recheck(() => true);
  }

  /** Ends all streams; clients reconnect, possibly to another process. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#beating);
    this.#unlisten();
    for (const stream of this.#all()) stream.body.push(null);
  }

  #all(): Stream[] {
    return [...this.#streams.values()].flatMap((streams) => [...streams]);
  }

  #deliver(text: string): void {
    const { orgId, userId, notice } = fromAnnounced(text);
    const line = notice ? noticeEvent(notice) : event('changed', {});
    for (const stream of this.#streams.get(keyOf(orgId, userId)) ?? []) this.#send(stream, line);
  }

  #sendAll(text: string): void {
    for (const stream of this.#all()) this.#send(stream, text);
  }

  #send({ body, ctx }: Stream, text: string): void {
    if (body.destroyed || body.readableEnded) return;
    body.push(text);
    if (body.readableLength <= WAITING_MAX) return;
    this.#log.warn({ request_id: ctx.requestId }, 'a reader of notices was too slow');
    body.destroy();
  }

  /** Closes the oldest streams of a session in favour of new ones. */
  #makeRoom(streams: ReadonlySet<Stream>, sessionId: string): void {
    const mine = [...streams].filter(({ ctx }) => ctx.caller.sessionId === sessionId);
    for (const { body } of mine.slice(0, Math.max(0, mine.length - STREAMS_PER_SESSION))) {
      body.push(event('replaced', {}));
      body.push(null);
    }
  }

  /** Ends the streams of listeners without rights: their session has ended, or their role was revoked. */
  #recheck(about: (stream: Stream) => boolean): void {
    for (const stream of this.#all()) {
      if (!about(stream)) continue;
      stream.ctx.stillMay().then(
        (may) => {
          if (!may && !stream.body.destroyed) stream.body.push(null);
        },
        (error: unknown) => this.#log.warn({ err: error }, 'the rights of a listener could not be checked'),
      );
    }
  }
}
