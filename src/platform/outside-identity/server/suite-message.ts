import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { XmlScanner } from '../../xml/server/xml-scanner.ts';
import type { WworkSuite } from './outside.ts';

/** Why a callback is not believed; only the log says it. */
export class CallbackRefused extends Error {}

/** The query of a callback. `timestamp` is in seconds. */
export interface CallbackProof {
  msg_signature: string;
  timestamp: string;
  nonce: string;
}

/** The clock of WeCom may differ by this much, as that of a client may. */
const WINDOW_MS = 5 * 60_000;
/** Random bytes before the message, and those of its length. */
const RANDOM_BYTES = 16;
const LENGTH_BYTES = 4;
/** WeCom pads to 32 bytes, twice the block of the cipher. */
const PAD_MAX = 32;
/** Fields of a message; events have less than twenty. */
const FIELDS_MAX = 100;

const sha1 = (text: string): Buffer => createHash('sha1').update(text).digest();

function requireSignature({ token }: WworkSuite, proof: CallbackProof, encrypted: string): void {
  const expected = sha1([token, proof.timestamp, proof.nonce, encrypted].toSorted().join(''));
  const sent = Buffer.from(proof.msg_signature, 'hex');
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) throw new CallbackRefused('the signature');
}

/** AES-256-CBC with PKCS #7 padding; the initialisation vector is the first half of the key (WeCom, 加解密方案). */
function decrypt(aesKey: string, encrypted: string): Buffer {
  const key = Buffer.from(`${aesKey}=`, 'base64');
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const padded = Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()]);
  const pad = padded.at(-1) ?? 0;
  const tail = padded.subarray(padded.length - pad);
  if (pad < 1 || pad > PAD_MAX || tail.some((byte) => byte !== pad)) throw new CallbackRefused('the padding');
  return padded.subarray(0, padded.length - pad);
}

/**
 * The text of a callback whose signature, time and receiver are right (WeCom, 加解密方案).
 *
 * @param receivers Ids of whom it may be for
 * @param now In milliseconds
 * @throws CallbackRefused
 */
export function openMessage(
  suite: WworkSuite,
  proof: CallbackProof,
  encrypted: string,
  receivers: readonly string[],
  now: number,
): string {
  requireSignature(suite, proof, encrypted);
  if (!(Math.abs(sentAt(proof) - now) <= WINDOW_MS)) throw new CallbackRefused('the time');
  const opened = opening(() => decrypt(suite.aesKey, encrypted));
  const start = RANDOM_BYTES + LENGTH_BYTES;
  if (opened.length < start) throw new CallbackRefused('the length');
  const end = start + opened.readUInt32BE(RANDOM_BYTES);
  if (end > opened.length) throw new CallbackRefused('the length');
  if (!receivers.includes(opened.subarray(end).toString('utf8'))) throw new CallbackRefused('the receiver');
  return opened.subarray(start, end).toString('utf8');
}

/** When a callback was sent, in milliseconds. */
export const sentAt = ({ timestamp }: CallbackProof): number => Number(timestamp) * 1000;

/** How long the nonce of a callback must be remembered from now on, in milliseconds. */
export const nonceLeft = (proof: CallbackProof, now: number): number =>
  Math.max(sentAt(proof) + WINDOW_MS - now, 0) + 1;

function opening<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof CallbackRefused ? error : new CallbackRefused('the encryption', { cause: error });
  }
}

/**
 * The texts of the elements below the root of a message, by their names.
 *
 * @throws CallbackRefused where it is no XML, declares a document type, or is longer or deeper than messages are
 */
export function fieldsOf(xml: string): ReadonlyMap<string, string> {
  const refused = () => new CallbackRefused('the XML');
  const fields = new Map<string, string>();
  let depth = 0;
  let text = '';
  const scanner = new XmlScanner(
    {
      open: () => {
        depth++;
        text = '';
        scanner.wanted = depth === 2;
      },
      text: (more) => {
        text += more;
      },
      close: (name) => {
        if (depth === 2) fields.set(name, text.trim());
        if (fields.size > FIELDS_MAX) throw refused();
        depth--;
        scanner.wanted = false;
      },
    },
    { tooLong: refused, broken: refused },
  );
  scanner.push(xml);
  scanner.end();
  return fields;
}
