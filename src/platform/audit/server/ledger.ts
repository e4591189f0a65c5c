import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../schema/json.ts';

/** An entry as its digest covers it: every column that says something. */
export interface LoggedEntry {
  org_id: string;
  log_id: string;
  /** ISO 8601, in milliseconds. */
  at: string;
  user_id: string;
  role_id: number | null;
  act: string;
  resource: string;
  row_id: string;
  row_label: string | null;
  before: unknown;
  after: unknown;
  address: string | null;
  request_id: string | null;
}

/** How far a chain has got: the number and hash of its last link; 0 and an empty hash before the first. */
export type Head = { seq: number; hash: string };
/** @property broken What came before was not as it had been left when this link was written */
export type Link = Head & { org_id: string; log_id: string; digest: string; broken: boolean };

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64url');

/**
 * One text for one content: names in order, no room, and what JSON leaves out left out. A database that reorders names
 * or spells a number otherwise changes nothing.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one === undefined ? null : one)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  if ('toJSON' in value && typeof value['toJSON'] === 'function') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

export const digestOf = (e: LoggedEntry): string =>
  sha256(
    canonical([
      e.org_id,
      e.log_id,
      e.at,
      e.user_id,
      e.role_id,
      e.act,
      e.resource,
      e.row_id,
      e.row_label,
      e.before,
      e.after,
      e.address,
      e.request_id,
    ]),
  );

/** What a link's hash must be. @param previous hash of the link before it */
export const hashOf = ({ org_id, seq, log_id, digest, broken }: Omit<Link, 'hash'>, previous: string): string =>
  sha256(canonical([org_id, seq, log_id, digest, broken, previous]));

/**
 * Signs heads of chains under a key that is derived from the server's secret, so that who owns the database alone
 * cannot shorten a chain or write it anew.
 */
export interface Ledger {
  sign(orgId: string, head: Head): string;
  holds(orgId: string, head: Head, signature: string): boolean;
  /** Of a text of our own: a line of the file of seals. */
  seal(text: string): string;
}

export function createLedger(secret: string): Ledger {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'heads of the operation log', 32));
  const mac = (text: string) => createHmac('sha256', key).update(text, 'utf8').digest('base64url');
  const sign = (orgId: string, { seq, hash }: Head) => mac(canonical(['head', orgId, seq, hash]));
  return {
    sign,
    holds(orgId, head, signature) {
      const [is, given] = [Buffer.from(sign(orgId, head)), Buffer.from(signature)];
      return is.length === given.length && timingSafeEqual(is, given);
    },
    seal: (text) => mac(canonical(['seal', text])),
  };
}
