import { hash, verify } from '@node-rs/argon2';
import { HashPlaces } from './hash-places.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    passwords: Passwords;
  }
}

/** A place in which a password is hashed, while it is held. */
export interface PasswordPlace {
  /** Address of a stranger; undefined for a known caller. */
  readonly from: string | undefined;
  /** Set by `verify`. */
  wasWrong: boolean;
}

/**
 * Hashes passwords: argon2id over the digest that the client sends. A few are hashed at once and the others wait; after
 * too long a wait they are refused with PSY_UNAVAILABLE.
 */
export interface Passwords {
  hash(digest: string): Promise<string>;
  /**
   * Returns false without a stored hash (no such account), after the same time as a real comparison.
   *
   * @param place From `inPlace`; without it the call waits for a place as a known caller
   */
  verify(stored: string | undefined, digest: string, place?: PasswordPlace): Promise<boolean>;
  /**
   * Runs what verifies a stranger's password when its turn comes, so that an attempt counts only once it is made. The
   * work takes no other place.
   *
   * @param from Address; those from which passwords were wrong come later. Undefined on a device that the account knows
   */
  inPlace<T>(from: string | undefined, work: (place: PasswordPlace) => Promise<T>): Promise<T>;
  /** Whether a stored hash has the configured cost. */
  isCurrent(stored: string): boolean;
}

/** Cost of one argon2id hash; memory in KiB. */
export interface HashCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** What computes hashes. */
export interface Hasher {
  /** How many at once. */
  readonly places: number;
  hash(digest: string, cost: HashCost): Promise<string>;
  verify(stored: string, digest: string): Promise<boolean>;
}

/** Computes in Node's pool, which has four threads for these, file access and name resolution: for few hashes. */
const inPool: Hasher = {
  places: 2,
  hash: (digest, cost) => hash(digest, cost),
  verify: (stored, digest) => verify(stored, digest),
};

export interface PasswordOptions extends Omit<HashCost, 'parallelism'> {
  hasher?: Hasher;
}

/** `argon2id$v=19$m=…,t=…,p=…` */
const costOf = (stored: string): string => stored.split('$').slice(1, 4).join('$');

export async function createPasswords({ memoryCost, timeCost, hasher = inPool }: PasswordOptions): Promise<Passwords> {
  const places = new HashPlaces({ places: hasher.places, rests: hasher !== inPool });
  const cost = { memoryCost, timeCost, parallelism: 1 };
  const dummyHash = await hash('', cost);
  const inPlace: Passwords['inPlace'] = async (from, work) => {
    const leave = await places.enter(from);
    const place: PasswordPlace = { from, wasWrong: false };
    try {
      return await work(place);
    } finally {
      leave(place.wasWrong);
    }
  };
  const compare = async (stored: string | undefined, digest: string, place: PasswordPlace) => {
    const isRight = (await hasher.verify(stored ?? dummyHash, digest)) && stored !== undefined;
    place.wasWrong = !isRight;
    if (place.from !== undefined) places.note(place.from, isRight);
    return isRight;
  };
  return {
    hash: (digest) => inPlace(undefined, () => hasher.hash(digest, cost)),
    verify: (stored, digest, place) =>
      place ? compare(stored, digest, place) : inPlace(undefined, (own) => compare(stored, digest, own)),
    inPlace,
    isCurrent: (stored) => costOf(stored) === costOf(dummyHash),
  };
}
