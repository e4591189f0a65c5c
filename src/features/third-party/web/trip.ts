import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { call } from '../../../platform/http/web/call.ts';
import { PROVIDERS, type ProviderName, type Way } from '../../../platform/outside-identity/provider.ts';
import { isRecord, slot, tabStorage } from '../../../platform/state/web/storage.ts';
import { depart, departToBind } from '../contract.ts';
import { departToAuthorise } from '../suite-contract.ts';

/** One way out to a provider and back, kept in the tab. The secret proves that this browser went out. */
export interface Trip {
  secret: string;
  provider: ProviderName;
  purpose: 'sign-in' | 'bind' | 'authorise';
  /** Of the service provider's app, where the browser went out by it. */
  suite_id?: string | undefined;
}

const PURPOSES: readonly unknown[] = ['sign-in', 'bind', 'authorise'] satisfies Trip['purpose'][];

const isTrip = (value: unknown): value is Trip =>
  isRecord(value) &&
  typeof value['secret'] === 'string' &&
  PROVIDERS.some((name) => name === value['provider']) &&
  PURPOSES.includes(value['purpose']) &&
  (value['suite_id'] === undefined || typeof value['suite_id'] === 'string');

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
  suite_id?: string | undefined;
}

function newSecret(): { secret: string; browser_hash: string } {
  const secret = base64url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
  return { secret, browser_hash: base64url(sha256(utf8ToBytes(secret))) };
}

/** The address of a provider's page, for an attempt that only this tab can end. @throws ApiError */
export async function addressOf(
  purpose: 'sign-in' | 'bind',
  { plat_source, way, tenant, suite_id }: Destination,
): Promise<string> {
  const { secret, browser_hash } = newSecret();
  const to = { way, browser_hash, ...(tenant && { tenant }) };
  const { url } =
    purpose === 'bind' && plat_source !== 'sso'
      ? await call(departToBind, { body: { plat_source, ...to } }, { quiet: true })
      : await call(depart, { body: { plat_source, ...to, ...(suite_id && { suite_id }) } }, { quiet: true });
  trip.set({ secret, provider: plat_source, purpose, suite_id });
  return url;
}

/** The page of WeCom on which a corporation authorises the service provider's app. @throws ApiError */
export async function authorisationAddress(): Promise<string> {
  const { secret, browser_hash } = newSecret();
  const { url } = await call(departToAuthorise, { body: { browser_hash } }, { quiet: true });
  trip.set({ secret, provider: 'wwork', purpose: 'authorise' });
  return url;
}

/** Leaves the portal; a variable of its own, because tests follow no address. */
export const browser = { goTo: (url: string): void => window.location.assign(url) };
