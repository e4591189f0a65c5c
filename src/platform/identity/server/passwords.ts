import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../errors/app-error.ts';

/** Stored form of passwords: argon2id over the digest that the client sends. */
export interface Passwords {
  hash(digest: string): Promise<string>;
  /** False too, and after the same time, where there is no hash since there is no such account. */
  verify(stored: string | undefined, digest: string): Promise<boolean>;
  /** Whether a stored hash has the cost that is asked for now. */
  isCurrent(stored: string): boolean;
}

export interface PasswordOptions {
  /** Argon2id: KiB and passes. */
  memoryCost: number;
  timeCost: number;
  /** How many are worked out at the same time; Node has four threads for these, for files and for names. */
  concurrency?: number;
}

/** Some four seconds of work: who would wait longer is told to come again. */
const WAITING_MAX = 500;

/** Runs at most `concurrency` works at once, the others in their order. */
function turnstile(concurrency: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting.length >= WAITING_MAX) throw new AppError('PSY_UNAVAILABLE');
    // Whoever leaves hands over to the next, so that nobody slips in between.
    if (running >= concurrency)
      await new Promise<void>((go) => {
        waiting.push(go);
      });
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** `argon2id$v=19$m=…,t=…,p=…` */
const costOf = (stored: string): string => stored.split('$').slice(1, 4).join('$');

export async function createPasswords({ memoryCost, timeCost, concurrency = 2 }: PasswordOptions): Promise<Passwords> {
  const inTurn = turnstile(concurrency);
  const options = { memoryCost, timeCost, parallelism: 1 };
  const nobodys = await hash('', options);
  return {
    hash: (digest) => inTurn(() => hash(digest, options)),
    verify: (stored, digest) => inTurn(async () => (await verify(stored ?? nobodys, digest)) && stored !== undefined),
    isCurrent: (stored) => costOf(stored) === costOf(nobodys),
  };
}
