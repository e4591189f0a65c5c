import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Flags of authenticator data: user present, user verified, attested credential data included. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();
const b64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

/** The part of CBOR (RFC 8949) that authenticators use. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as string)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

export interface Ceremony {
  challenge: string;
  rp_id: string;
  origin: string;
}
interface Faults {
  origin?: string;
  rpId?: string;
  flags?: number;
  type?: string;
  counter?: number;
  handle?: string;
}

/** An authenticator with one passkey (ES256), as a browser would use it. */
export class SoftAuthenticator {
  readonly id = b64(randomBytes(32));
  counter = 0;
  handle = '';
  readonly #key: KeyObject;
  readonly #public: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.#public = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  #clientData(type: string, { challenge, origin }: Ceremony): string {
    return JSON.stringify({ type, challenge, origin, crossOrigin: false });
  }

  #data(rpId: string, flags: number, more: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more]);
  }

  create(ceremony: Ceremony & { user_handle: string }, { origin, rpId, flags }: Faults = {}) {
    this.handle = ceremony.user_handle;
    const id = Buffer.from(this.id, 'base64url');
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, this.#public]);
    const authData = this.#data(rpId ?? ceremony.rp_id, flags ?? PRESENT | VERIFIED | ATTESTED, attested);
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    );
    const client = this.#clientData('webauthn.create', { ...ceremony, origin: origin ?? ceremony.origin });
    return { id: this.id, client_data: b64(client), attestation: b64(attestation), transports: ['internal'] };
  }

  use(ceremony: Ceremony, { origin, rpId, flags, type = 'webauthn.get', counter, handle }: Faults = {}) {
    this.counter = counter ?? this.counter + 1;
    const data = this.#data(rpId ?? ceremony.rp_id, flags ?? PRESENT | VERIFIED);
    const client = this.#clientData(type, { ...ceremony, origin: origin ?? ceremony.origin });
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#key);
    return {
      id: this.id,
      client_data: b64(client),
      authenticator_data: b64(data),
      signature: b64(signature),
      user_handle: handle ?? this.handle,
    };
  }
}
