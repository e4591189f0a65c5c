import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Assertion, Attestation, proofChallenge, proposePasskey } from '../../passkey-contract.ts';

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

type Known = (typeof TRANSPORTS)[number];
const known = (transports: readonly string[]): Known[] => TRANSPORTS.filter((one) => transports.includes(one));

interface Credential {
  id: string;
  transports: readonly string[];
}
const described = ({ id, transports }: Credential) => ({
  id,
  type: 'public-key' as const,
  transports: known(transports),
});

/** How a person's own act ended a ceremony: closed the browser's window, waited too long, or has none here. */
export type Stop = 'cancelled' | 'known';

/** Why a ceremony ended without an answer; undefined for what the server refused. */
export function stopOf(error: unknown): Stop | undefined {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known';
  const isBrowsers = error instanceof WebAuthnError || error instanceof DOMException;
  return isBrowsers ? 'cancelled' : undefined;
}

/** Lets the browser create a passkey. @throws WebAuthnError, DOMException */
export async function createPasskey(
  { challenge, rp_id, user_handle, algorithms, exclude }: DataOf<typeof proposePasskey>,
  { login, name }: { login: string; name: string },
): Promise<Attestation> {
  const { id, response } = await startRegistration({
    optionsJSON: {
      challenge,
      rp: { id: rp_id, name: '心育' },
      user: { id: user_handle, name: login, displayName: name },
      pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
      excludeCredentials: exclude.map(described),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  });
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: known(response.transports ?? []),
  };
}

/** Lets the browser use a passkey. @throws WebAuthnError, DOMException */
export async function authenticate({
  challenge,
  rp_id,
  allow = [],
}: Pick<DataOf<typeof proofChallenge>, 'challenge' | 'rp_id'> & { allow?: readonly Credential[] }): Promise<Assertion> {
  const { id, response } = await startAuthentication({
    optionsJSON: {
      challenge,
      rpId: rp_id,
      userVerification: 'required',
      ...(allow.length > 0 && { allowCredentials: allow.map(described) }),
    },
  });
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle !== undefined && { user_handle: response.userHandle }),
  };
}
