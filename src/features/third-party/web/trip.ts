import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { call } from '../../../platform/http/web/call.ts';
import { PROVIDERS, type ProviderName, type Way } from '../../../platform/outside-identity/provider.ts';
import { isRecord, slot, tabStorage } from '../../../platform/state/web/storage.ts';
import { depart, departToBind } from '../contract.ts';

/** One way out to a provider and back, kept in the tab. The secret proves that this browser went out. */
export interface Trip {
  secret: string;
  provider: ProviderName;
  purpose: 'sign-in' | 'bind';
}

const isTrip = (value: unknown): value is Trip =>
  isRecord(value) &&
  typeof value['secret'] === 'string' &&
  PROVIDERS.some((name) => name === value['provider']) &&
  (value['purpose'] === 'sign-in' || value['purpose'] === 'bind');

export const trip = slot<Trip>(tabStorage, 'xinyu.third', isTrip);

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const SECRET_BYTES = 32;

interface Destination {
  plat_source: ProviderName;
  way: Way;
  tenant?: string | undefined;
}

/** The address of a provider's page, for an attempt that only this tab can end. @throws ApiError */
export async function addressOf(purpose: Trip['purpose'], { plat_source, way, tenant }: Destination): Promise<string> {
  const secret = base64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  const to = { way, browser_hash: base64url(sha256(utf8ToBytes(secret))), ...(tenant && { tenant }) };
  const { url } =
    purpose === 'bind' && plat_source !== 'sso'
      ? await call(departToBind, { body: { plat_source, ...to } }, { quiet: true })
      : await call(depart, { body: { plat_source, ...to } }, { quiet: true });
  trip.set({ secret, provider: plat_source, purpose });
  return url;
}

/** Leaves the portal; a variable of its own, because tests follow no address. */
export const browser = { goTo: (url: string): void => window.location.assign(url) };
