import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestContext } from '../../context/server/context.ts';
import type { Services } from '../../context/server/services.ts';

/** Accounts that one device remembers, the last used first: the pupils who share a computer. */
const ACCOUNTS_MAX = 24;
const ID_BYTES = 12;
const ID_LENGTH = 16;
const MAC_LENGTH = 22;

/** Derives the MACs. */
type ServerCipher = Pick<Services['cipher'], 'keyFor'>;

/** A browser that has signed in or requested a code before. Its cookie holds no name and no right. */
export interface KnownDevice {
  id: string;
  /** One MAC for each account that signed in on the device. */
  accounts: readonly string[];
}

const macOf = (cipher: ServerCipher, text: string) => cipher.keyFor(`device\n${text}`).slice(0, MAC_LENGTH);
const accountMac = (cipher: ServerCipher, id: string, userId: string) => macOf(cipher, `${id}\n${userId}`);

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The device of a cookie; undefined without one or where this server did not issue it. */
export function readDevice(cipher: ServerCipher, value: string): KnownDevice | undefined {
  const [id = '', mac = '', ...accounts] = value.split('.');
  if (id.length !== ID_LENGTH || accounts.length > ACCOUNTS_MAX || !equal(mac, macOf(cipher, id))) return undefined;
  return { id, accounts };
}

export const newDevice = (): KnownDevice => ({ id: randomBytes(ID_BYTES).toString('base64url'), accounts: [] });

/** Whether the account has signed in on the device. An unknown account takes the same steps. */
export function isKnownTo(cipher: ServerCipher, device: KnownDevice | undefined, userId: string): boolean {
  if (!device) return false;
  const mac = accountMac(cipher, device.id, userId);
  return device.accounts.filter((one) => equal(one, mac)).length > 0;
}

const cookieOf = (cipher: ServerCipher, { id, accounts }: KnownDevice) =>
  [id, macOf(cipher, id), ...accounts].join('.');

/** Writes the device's cookie. */
export const keepDevice = ({ services: { cipher }, deviceCookie }: RequestContext, device: KnownDevice): void =>
  deviceCookie.replace(cookieOf(cipher, device));

/** The device of a request, if it has one. */
export const deviceOfRequest = ({ services: { cipher }, deviceCookie }: RequestContext): KnownDevice | undefined =>
  readDevice(cipher, deviceCookie.value);

/** After a sign-in: the device keeps a counter of its own for this account. */
export function rememberAccount(ctx: RequestContext, userId: string): void {
  const { cipher } = ctx.services;
  const device = deviceOfRequest(ctx) ?? newDevice();
  const mac = accountMac(cipher, device.id, userId);
  const accounts = [mac, ...device.accounts.filter((one) => one !== mac)].slice(0, ACCOUNTS_MAX);
  keepDevice(ctx, { ...device, accounts });
}
