import { Duplex } from 'node:stream';

/** What a socket needs of the engine's thread. */
export interface Exchange {
  /** Nothing of the connection before is left when it resolves. */
  reset(): Promise<void>;
  send(pieces: readonly Buffer[]): Promise<Uint8Array>;
}

/** Types of the messages after which the engine has something to say: sync, simple query, end or failure of a copy. */
const answered = new Set(['S', 'Q', 'c', 'f'].map((type) => type.charCodeAt(0)));

/** "Authentication is fine" and "ready, no transaction open". */
const welcome = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/**
 * What node-postgres takes for its connection to a server, while the engine runs in a thread of this process. It
 * carries the plain protocol; what is written up to a sync goes over as one message.
 */
export class EmbeddedSocket extends Duplex {
  readonly #exchange: Exchange;
  #started = false;
  #waiting: Buffer[] = [];

  constructor(exchange: Exchange) {
    super();
    this.#exchange = exchange;
  }

  connect(): this {
    this.#exchange.reset().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }

  // What a network socket has besides; there is no network here.
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#take([chunk], done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#take(
      chunks.map(({ chunk }) => chunk),
      done,
    );
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  /** Node-postgres writes whole messages, and nothing behind a sync before its answer; the first one only introduces it. */
  #take(messages: Buffer[], taken: (error?: Error) => void): void {
    if (!this.#started) {
      this.#started = true;
      this.push(welcome);
      return taken();
    }
    this.#waiting.push(...messages);
    const last = messages.at(-1)?.[0];
    if (last === undefined || !answered.has(last)) return taken();
    const pieces = this.#waiting;
    this.#waiting = [];
    this.#exchange.send(pieces).then((answer) => {
      this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      return taken();
    }, taken);
  }
}
