import {
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { encryptWith, derive, decryptWith } from './cipher.ts';
import { KEY_BYTES } from './key-text.ts';

/** A wrapped data key and the key that wraps it (`<kind>:<fingerprint>`). */
export interface Wrapped {
  wrapped: string;
  wrappedBy: string;
}

/** The key encryption keys: random, 32 bytes each, stored outside the database. */
export interface WrappingKeys {
  /** Master keys. The first one wraps; the others only unwrap. */
  masters: readonly Buffer[];
  /** X25519 public key that wraps a tenant's data keys when its service has expired; it cannot unwrap them. */
  renewal: Buffer;
}

/** A wrapped key as one text. */
export const formatWrapped = ({ wrappedBy, wrapped }: Wrapped): string => `${wrappedBy} ${wrapped}`;
export const parseWrapped = (value: string): Wrapped => {
  const [wrappedBy = '', wrapped = ''] = value.split(' ');
  return { wrappedBy, wrapped };
};

const fingerprint = (kind: string, key: Uint8Array): string =>
  `${kind}:${createHash('sha256').update(`${kind} key`).update(key).digest('hex').slice(0, 16)}`;
export const masterName = (key: Uint8Array): string => fingerprint('master', key);
export const renewalName = (publicKey: Uint8Array): string => fingerprint('renewal', publicKey);

/** Whether a data key is wrapped with a renewal key. */
export const isForRenewal = (wrappedBy: string): boolean => wrappedBy.startsWith('renewal:');

/** The data key is wrapped with a renewal key, which the server does not have. */
export class KeyIsLocked extends Error {
  override readonly name = 'KeyIsLocked';
}
/** The key that wraps a data key was not given. */
export class KeyIsMissing extends Error {
  override readonly name = 'KeyIsMissing';
}

/** @param purpose Additional authenticated data: tenant and version of the data key */
export function wrap(
  { masters: [master] }: Pick<WrappingKeys, 'masters'>,
  purpose: string,
  dataKey: Uint8Array,
): Wrapped {
  if (!master) throw new KeyIsMissing('no master key was given');
  return { wrapped: encryptWith(master, purpose, dataKey).toString('base64url'), wrappedBy: masterName(master) };
}

/** @throws KeyIsLocked when only the renewal key can unwrap it, KeyIsMissing when its master key is not given */
export function unwrap(
  { masters }: Pick<WrappingKeys, 'masters'>,
  purpose: string,
  { wrapped, wrappedBy }: Wrapped,
): Buffer {
  if (isForRenewal(wrappedBy)) throw new KeyIsLocked(`${purpose} is locked until the service is renewed`);
  const master = masters.find((one) => masterName(one) === wrappedBy);
  if (!master) throw new KeyIsMissing(`${purpose} is wrapped with ${wrappedBy}, which was not given`);
  return decryptWith(master, purpose, Buffer.from(wrapped, 'base64url'));
}

// DER prefixes of X25519 keys (RFC 8410).
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const privateKey = (bytes: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, bytes]), format: 'der', type: 'pkcs8' });
const publicKey = (bytes: Uint8Array): KeyObject =>
  createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
const bytesOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES);

/** The public half of a renewal key. */
export const renewalPublicKey = (renewalKey: Uint8Array): Buffer => bytesOf(createPublicKey(privateKey(renewalKey)));

/** The HKDF info text is part of the stored format. */
const sharedKey = (mine: KeyObject, theirs: KeyObject, salt: Uint8Array): Buffer =>
  derive(diffieHellman({ privateKey: mine, publicKey: theirs }), salt, 'sealed until renewal');

/** Wraps a data key with an ephemeral X25519 key agreement, so that only the renewal private key can unwrap it. */
export function wrapForRenewal(
  { renewal }: Pick<WrappingKeys, 'renewal'>,
  purpose: string,
  dataKey: Uint8Array,
): Wrapped {
  const ephemeral = generateKeyPairSync('x25519');
  const sender = bytesOf(ephemeral.publicKey);
  const encrypted = encryptWith(sharedKey(ephemeral.privateKey, publicKey(renewal), sender), purpose, dataKey);
  return { wrapped: Buffer.concat([sender, encrypted]).toString('base64url'), wrappedBy: renewalName(renewal) };
}

/** Reverses `wrapForRenewal`. @throws KeyIsMissing when it was wrapped for another renewal key */
export function unwrapForRenewal(renewalKey: Uint8Array, purpose: string, { wrapped, wrappedBy }: Wrapped): Buffer {
  const renewal = renewalPublicKey(renewalKey);
  if (renewalName(renewal) !== wrappedBy)
    throw new KeyIsMissing(`${purpose} is wrapped with ${wrappedBy}, not with the given renewal key`);
  const bytes = Buffer.from(wrapped, 'base64url');
  const sender = bytes.subarray(0, KEY_BYTES);
  return decryptWith(sharedKey(privateKey(renewalKey), publicKey(sender), sender), purpose, bytes.subarray(KEY_BYTES));
}
