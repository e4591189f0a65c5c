import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../errors/app-error.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    passwords: Passwords;
  }
}

/** Hashes passwords: argon2id over the digest that the client sends. */
export interface Passwords {
  hash(digest: string): Promise<string>;
  /** Returns false without a stored hash (no such account), after the same time as a real comparison. */
  verify(stored: string | undefined, digest: string): Promise<boolean>;
  /** Whether a stored hash has the configured cost. */
  isCurrent(stored: string): boolean;
}

export interface PasswordOptions {
  /** Argon2id memory in KiB. */
  memoryCost: number;
  /** Argon2id passes. */
  timeCost: number;
  /** Hashes computed at the same time; Node has four threads for these, file access and name resolution. */
  concurrency?: number;
}

/** About four seconds of work; further requests are refused. */
const MAX_WAITING = 500;

/** Runs at most `concurrency` tasks at once and the others in order. */
function limitConcurrency(concurrency: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= MAX_WAITING) throw new AppError('PSY_UNAVAILABLE');
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // A finished task passes its slot directly to the next one in the queue.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** `argon2id$v=19$m=…,t=…,p=…` */
const costOf = (stored: string): string => stored.split('$').slice(1, 4).join('$');

export async function createPasswords({ memoryCost, timeCost, concurrency = 2 }: PasswordOptions): Promise<Passwords> {
  const limited = limitConcurrency(concurrency);
  const options = { memoryCost, timeCost, parallelism: 1 };
  const dummyHash = await hash('', options);
  return {
    hash: (digest) => limited(() => hash(digest, options)),
    verify: (stored, digest) =>
      limited(async () => (await verify(stored ?? dummyHash, digest)) && stored !== undefined),
    isCurrent: (stored) => costOf(stored) === costOf(dummyHash),
  };
}
