import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { managedNonce } from '@noble/ciphers/utils.js';
import { isRecord } from '../../../../platform/state/web/storage.ts';
import type { Database, StoredAnswer } from './database.ts';

/** A value as it goes over the wire. */
export type Value = number | string | (number | string)[];

/** An answer that the server has not acknowledged yet. */
export interface UnsentAnswer {
  scale_id: string;
  item_id: string;
  value: Value;
  answered_at: string;
  /** Order of this device's answers to this sheet. */
  seq: number;
}

/** The sheet of one person. */
export interface SheetOwner {
  userId: string;
  sheetId: string;
  /** Milliseconds until which unsent answers are kept: 24 hours after the window. */
  until: number;
}

/** Unsent answers of one person to one sheet on this device. */
export interface Unsent {
  /** False where the browser forbids storing: a reload then loses what was not sent. */
  readonly durable: boolean;
  /** In the order in which they were given. */
  list(): readonly UnsentAnswer[];
  /** Resolves when the answer is stored. */
  add(answer: Omit<UnsentAnswer, 'seq'>): Promise<void>;
  /** Forgets acknowledged answers. */
  remove(seqs: readonly number[]): Promise<void>;
  /** Forgets everything of this sheet. */
  clear(): Promise<void>;
}

const isValue = (value: unknown): value is Value =>
  ['string', 'number'].includes(typeof value) || (Array.isArray(value) && value.every((one) => !Array.isArray(one)));
const isAnswer = (value: unknown): value is Omit<UnsentAnswer, 'seq'> =>
  isRecord(value) &&
  ['scale_id', 'item_id', 'answered_at'].every((key) => typeof value[key] === 'string') &&
  isValue(value['value']);

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
/** From a library, because `crypto.subtle` is missing on pages without TLS. */
const cipher = managedNonce(xchacha20poly1305);
export const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

/**
 * Opens the unsent answers of one person to one sheet. They are encrypted with the key that comes with the sheet, so
 * that only this person, signed in, can read them; the place is authenticated, so that they cannot be exchanged.
 *
 * @param key `draft_key` of the sheet; without it nothing is stored
 * @param database Undefined where the browser has none
 */
export async function openUnsent(
  database: Database | undefined,
  key: string | undefined,
  { userId, sheetId, until }: SheetOwner,
  now: () => number = Date.now,
): Promise<Unsent> {
  const secret = key === undefined ? undefined : bytesOf(key);
  let durable = database !== undefined && secret !== undefined;
  const at = (bytes: Uint8Array, seq: number) => cipher(bytes, encoder.encode(`${userId}\n${sheetId}\n${seq}`));

  function read({ seq, sealed }: StoredAnswer): UnsentAnswer[] {
    try {
      const answer: unknown = JSON.parse(decoder.decode(at(secret ?? new Uint8Array(), seq).decrypt(sealed)));
      return isAnswer(answer) ? [{ ...answer, seq }] : [];
    } catch {
      // Kept: it may be readable later, and ends with its time.
      return [];
    }
  }

  let answers: UnsentAnswer[] = [];
  if (durable && database) {
    try {
      await database.forget(now());
      answers = (await database.answersOf(userId, sheetId)).flatMap(read).toSorted((a, b) => a.seq - b.seq);
    } catch {
      durable = false;
    }
  }
  let last = answers.at(-1)?.seq ?? 0;

  return {
    get durable() {
      return durable;
    },
    list: () => answers,
    async add(answer) {
      // A time, so that numbers also grow over reloads; the clock may stand still or be turned back.
      last = Math.max(now(), last + 1);
      const seq = last;
      answers = [...answers, { ...answer, seq }];
      if (!durable || !database || !secret) return;
      try {
        const sealed = at(secret, seq).encrypt(encoder.encode(JSON.stringify(answer)));
        await database.put({ userId, sheetId, seq, until, sealed });
      } catch {
        durable = false;
      }
    },
    async remove(seqs) {
      answers = answers.filter(({ seq }) => !seqs.includes(seq));
      await database?.remove(userId, sheetId, seqs).catch(() => undefined);
    },
    async clear() {
      answers = [];
      await database?.clear(userId, sheetId).catch(() => undefined);
    },
  };
}
