import { createHash, randomBytes } from 'node:crypto';
import type { Services } from '../../context/server/services.ts';
import type { PasskeysTable } from './queries/passkeys.ts';

type Parts = Pick<Services, 'state'>;

/** Milliseconds in which a challenge must be answered. */
const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;
/** COSE algorithms: EdDSA, ES256, RS256. */
export const ALGORITHMS = [-8, -7, -257];

/** What a challenge is for, and whom it was given to. */
export type Purpose = 'enrol' | 'proof' | 'sign-in';

/** Where a page runs: its origin, and the host that passkeys are bound to. */
export interface Site {
  origin: string;
  /** RP ID: the host without port. */
  rpId: string;
}

export const siteOf = (origin: string): Site => ({ origin, rpId: new URL(origin).hostname });

/** The id by which an authenticator knows an account: no name, and nothing that the portal shows. */
export const handleOf = (userId: string): string =>
  createHash('sha256').update(`passkeys of ${userId}`).digest('base64url');

const keyOf = (purpose: Purpose, holder: string) => `passkey:${purpose}:${holder}`;

/** Creates a challenge. A new one for the same holder replaces it. @param holder Who may answer it */
export async function newChallenge({ state }: Parts, purpose: Purpose, holder: string): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  await state.set(keyOf(purpose, holder), challenge, CHALLENGE_MS);
  return challenge;
}

/** The open challenge, which is used up. */
export const takeChallenge = ({ state }: Parts, purpose: Purpose, holder: string): Promise<string | undefined> =>
  state.take(keyOf(purpose, holder));

/** Answer of a browser that has created a passkey; all in Base64url. */
export interface Attestation {
  id: string;
  client_data: string;
  attestation: string;
  transports: readonly string[];
}

/** Answer of a browser that has used a passkey; all in Base64url. */
export interface Assertion {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user_handle?: string | null | undefined;
}

// Loaded when the first passkey is used: most processes of a school on plain HTTP never need it.
const library = () => import('@simplewebauthn/server');

/** What is stored of a new passkey. @returns undefined where the answer does not fit the challenge or the site */
export async function verifyAttestation(
  challenge: string,
  { origin, rpId }: Site,
  { id, client_data, attestation }: Attestation,
): Promise<Pick<PasskeysTable, 'credential_id' | 'public_key' | 'counter'> | undefined> {
  const { verifyRegistrationResponse } = await library();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, attestationObject: attestation },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ verified: false, registrationInfo: undefined }));
  if (!verified || !registrationInfo) return undefined;
  const { credential } = registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
  };
}

/** @returns The counter after this use; undefined where the answer does not fit the challenge, the site or the passkey */
export async function verifyAssertion(
  challenge: string,
  { origin, rpId }: Site,
  passkey: PasskeysTable,
  { id, client_data, authenticator_data, signature, user_handle }: Assertion,
): Promise<number | undefined> {
  if (passkey.rp_id !== rpId) return undefined;
  if (typeof user_handle === 'string' && user_handle !== handleOf(passkey.user_id)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified ? authenticationInfo?.newCounter : undefined;
}
