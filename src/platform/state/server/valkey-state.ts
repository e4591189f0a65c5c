import { randomUUID } from 'node:crypto';
import { Redis } from 'iovalkey';
import { AppError } from '../../errors/app-error.ts';
import { MISSED, type WhenDurable, type SharedState } from './shared-state.ts';

const PREFIX = 'xinyu:';
const STORE_ID = `${PREFIX}store-id`;
const COUNT = `local n = redis.call('INCR', KEYS[1])
if n == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return n`;

/** The store has it before it answers. */
const AT_ONCE: WhenDurable = async () => undefined;

type Listeners = Map<string, ((message: string) => void)[]>;

/** Answers of a lost store are failures of the service, not of the caller. */
async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new AppError('PSY_UNAVAILABLE', { cause });
  }
}

/** The shared state of several processes, on Valkey or Redis 6.2 or newer. Lifetimes follow the store's own clock. */
export class ValkeyState implements SharedState {
  readonly #id = randomUUID();
  readonly #commands: Redis;
  readonly #events: Redis;
  readonly #listeners: Listeners = new Map();

  private constructor(url: string, onError: (error: Error) => void) {
    // Commands fail immediately while disconnected, so that unverifiable requests are refused at once.
    const options = {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 5000,
      commandTimeout: 5000,
      retryStrategy: (n: number) => Math.min(n * 100, 2000),
    };
    this.#commands = new Redis(url, options);
    this.#events = new Redis(url, { ...options, autoResubscribe: false });
    this.#commands.on('error', onError);
    this.#events.on('error', onError);
    this.#events.on('message', (channel: string, message: string) => {
      const [from, text] = split(message);
      if (from !== this.#id) this.#deliver(channel.slice(PREFIX.length), text);
    });
  }

  /** Connects; throws where the store does not answer. */
  static async open(url: string, onError: (error: Error) => void): Promise<ValkeyState> {
    const state = new ValkeyState(url, onError);
    try {
      await Promise.all([state.#commands.connect(), state.#events.connect()]);
    } catch (error) {
      await state.close();
      throw error;
    }
    // Messages can be lost only before a reconnection.
    state.#events.on('ready', () => void state.#rejoin());
    return state;
  }

  /** Identifies the store: processes that read the same value share their state. It is new where the store was emptied. */
  async id(): Promise<string> {
    const known = await reached(this.#commands.get(STORE_ID));
    if (known !== null) return known;
    await reached(this.#commands.set(STORE_ID, randomUUID(), 'NX'));
    return (await reached(this.#commands.get(STORE_ID))) ?? '';
  }

  async claim(key: string, ttlMs: number): Promise<boolean> {
    return (await reached(this.#commands.set(PREFIX + key, '1', 'PX', whole(ttlMs), 'NX'))) === 'OK';
  }

  async claimEarly(key: string, ttlMs: number): Promise<WhenDurable | undefined> {
    return (await this.claim(key, ttlMs)) ? AT_ONCE : undefined;
  }

  async count(key: string, ttlMs: number): Promise<number> {
    return Number(await reached(this.#commands.eval(COUNT, 1, PREFIX + key, whole(ttlMs))));
  }

  async set(key: string, value: string, ttlMs: number): Promise<void> {
    await reached(this.#commands.set(PREFIX + key, value, 'PX', whole(ttlMs)));
  }

  async get(key: string): Promise<string | undefined> {
    return (await reached(this.#commands.get(PREFIX + key))) ?? undefined;
  }

  async left(key: string): Promise<number> {
    return Math.max(0, await reached(this.#commands.pttl(PREFIX + key)));
  }

  async take(key: string): Promise<string | undefined> {
    return (await reached(this.#commands.getdel(PREFIX + key))) ?? undefined;
  }

  async forget(key: string): Promise<void> {
    await reached(this.#commands.del(PREFIX + key));
  }

  async publish(topic: string, message: string): Promise<void> {
    this.#deliver(topic, message);
    await reached(this.#commands.publish(PREFIX + topic, `${this.#id} ${message}`));
  }

  subscribe(topic: string, listener: (message: string) => void): void {
    const known = this.#listeners.get(topic);
    this.#listeners.set(topic, [...(known ?? []), listener]);
    // On failure the connection is being reopened and subscribes to every topic again.
    if (!known) this.#events.subscribe(PREFIX + topic).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#commands.disconnect();
    this.#events.disconnect();
  }

  async #rejoin(): Promise<void> {
    const topics = [...this.#listeners.keys()];
    if (topics.length > 0)
      await this.#events.subscribe(...topics.map((topic) => PREFIX + topic)).catch(() => undefined);
    for (const topic of topics) this.#deliver(topic, MISSED);
  }

  #deliver(topic: string, message: string): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener(message);
  }
}

const whole = (ms: number): number => Math.max(1, Math.ceil(ms));

/** A message contains its sender, which has already delivered it locally. */
function split(message: string): [from: string, text: string] {
  const at = message.indexOf(' ');
  return [message.slice(0, at), message.slice(at + 1)];
}
