import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { KEY_BYTES } from './key-text.ts';
import { closeWith, derive, openWith } from './seal.ts';

/** A data key as the database keeps it: sealed, and under which key (`<kind>:<fingerprint>`). */
export interface Wrapped {
  wrapped: string;
  wrappedBy: string;
}

/** The keys that data keys lie under: random, 32 bytes each, kept outside the database. */
export interface WrappingKeys {
  /** The first one wraps; the others still open what they wrapped, until it is wrapped anew. */
  masters: readonly Buffer[];
  /** X25519, public: seals a tenant's data keys when its service has expired, and cannot open them. */
  renewal: Buffer;
}

const fingerprint = (kind: string, key: Uint8Array): string =>
  `${kind}:${createHash('sha256').update(`${kind} key`).update(key).digest('hex').slice(0, 16)}`;
export const masterName = (key: Uint8Array): string => fingerprint('master', key);
export const renewalName = (publicKey: Uint8Array): string => fingerprint('renewal', publicKey);

/** Whether a data key lies under a renewal key, by the name it lies under. */
export const isForRenewal = (wrappedBy: string): boolean => wrappedBy.startsWith('renewal:');

/** A data key whose wrapping is of this installation, but not for the process that asks. */
export class KeyIsSealed extends Error {
  override readonly name = 'KeyIsSealed';
}
/** A data key that lies under a key that was not given. */
export class KeyIsMissing extends Error {
  override readonly name = 'KeyIsMissing';
}

/** @param purpose Whose data key it is; it opens for no other */
export function wrap(
  { masters: [master] }: Pick<WrappingKeys, 'masters'>,
  purpose: string,
  dataKey: Uint8Array,
): Wrapped {
  if (!master) throw new KeyIsMissing('no master key was given');
  return { wrapped: closeWith(master, purpose, dataKey).toString('base64url'), wrappedBy: masterName(master) };
}

/**
 * @throws KeyIsSealed where only the renewal key opens it, KeyIsMissing where the master key it lies under is not among
 *   those given
 */
export function unwrap(
  { masters }: Pick<WrappingKeys, 'masters'>,
  purpose: string,
  { wrapped, wrappedBy }: Wrapped,
): Buffer {
  if (isForRenewal(wrappedBy)) throw new KeyIsSealed(`${purpose} is sealed until the service is renewed`);
  const master = masters.find((one) => masterName(one) === wrappedBy);
  if (!master) throw new KeyIsMissing(`${purpose} lies under ${wrappedBy}, which was not given`);
  return openWith(master, purpose, Buffer.from(wrapped, 'base64url'));
}

// What stands before the 32 bytes of an X25519 key in its standard form (RFC 8410).
const PRIVATE_FORM = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_FORM = Buffer.from('302a300506032b656e032100', 'hex');
const privateKey = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_FORM, bytes]), format: 'der', type: 'pkcs8' });
const publicKey = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_FORM, bytes]), format: 'der', type: 'spki' });
const bytesOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);

/** The public half of a renewal key. */
export const renewalPublicKey = (renewalKey: Uint8Array): Buffer => bytesOf(createPublicKey(privateKey(renewalKey)));

const agreed = (mine: KeyObject, theirs: KeyObject, salt: Uint8Array): Buffer =>
  derive(diffieHellman({ privateKey: mine, publicKey: theirs }), salt, 'sealed until renewal');

/** Seals a data key so that nobody opens it again but who holds the renewal key, this process included. */
export function wrapForRenewal(
  { renewal }: Pick<WrappingKeys, 'renewal'>,
  purpose: string,
  dataKey: Uint8Array,
): Wrapped {
  const once = generateKeyPairSync('x25519');
  const sender = bytesOf(once.publicKey);
  const sealed = closeWith(agreed(once.privateKey, publicKey(renewal), sender), purpose, dataKey);
  return { wrapped: Buffer.concat([sender, sealed]).toString('base64url'), wrappedBy: renewalName(renewal) };
}

/** The reverse of `wrapForRenewal`. @throws KeyIsMissing where it was sealed for another renewal key */
export function unwrapForRenewal(renewalKey: Uint8Array, purpose: string, { wrapped, wrappedBy }: Wrapped): Buffer {
  const renewal = renewalPublicKey(renewalKey);
  if (renewalName(renewal) !== wrappedBy)
    throw new KeyIsMissing(`${purpose} lies under ${wrappedBy}, which is not the renewal key that was given`);
  const bytes = Buffer.from(wrapped, 'base64url');
  const sender = bytes.subarray(0, KEY_BYTES);
  return openWith(agreed(privateKey(renewalKey), publicKey(sender), sender), purpose, bytes.subarray(KEY_BYTES));
}
