import { Duplex } from 'node:stream';

/** The operations of the engine's thread that a socket needs. */
export interface Exchange {
  /** Discards the session state of the previous connection. */
  reset(): Promise<void>;
  send(pieces: readonly Buffer[]): Promise<Uint8Array>;
}

/** Types of the messages that the engine answers: sync, simple query, end or failure of a copy. */
const answeredTypes = new Set(['S', 'Q', 'c', 'f'].map((type) => type.charCodeAt(0)));

/** AuthenticationOk and ReadyForQuery (idle). */
const startupReply = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/**
 * Stands in for node-postgres' network connection, while the engine runs in a worker thread. It carries the plain
 * protocol; everything written up to a sync goes to the engine as one message.
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

  // Methods of a network socket that have no meaning here.
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

  /** Node-postgres writes whole messages and waits after a sync; its first message is the startup packet. */
  #take(messages: Buffer[], onTaken: (error?: Error) => void): void {
    if (!this.#started) {
      this.#started = true;
      this.push(startupReply);
      return onTaken();
    }
    this.#waiting.push(...messages);
    const last = messages.at(-1)?.[0];
    if (last === undefined || !answeredTypes.has(last)) return onTaken();
    const pieces = this.#waiting;
    this.#waiting = [];
    this.#exchange.send(pieces).then((answer) => {
      this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
      return onTaken();
    }, onTaken);
  }
}
