import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { isObject } from '../../schema/json.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    /** Signs the heads of the chains of the operation log. */
    ledger: Ledger;
  }
}

/** Columns of a log entry that its digest covers. */
export interface LoggedEntry {
  org_id: string;
  log_id: string;
  /** ISO 8601 with milliseconds. */
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

/** Head of a hash chain: number and hash of the last link; 0 and an empty hash before the first. */
export type Head = { seq: number; hash: string };
/** @property broken The chain's head was invalid when this link was written */
export type Link = Head & { org_id: string; log_id: string; digest: string; broken: boolean };

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('base64url');

/**
 * Canonical JSON: sorted names, no spaces, undefined members omitted, null for what else has no JSON. The digest thus
 * does not depend on how the database stores JSON.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonical(one)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  if ('toJSON' in value && typeof value['toJSON'] === 'function') return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

/** Digest of an entry's content. */
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

/** Hash of a link. @param previous hash of the preceding link */
export const hashOf = ({ org_id, seq, log_id, digest, broken }: Omit<Link, 'hash'>, previous: string): string =>
  sha256(canonical([org_id, seq, log_id, digest, broken, previous]));

/**
 * Signs heads of chains with a key derived from the server's secret, so that access to the database alone is not enough
 * to truncate or rewrite a chain.
 */
export interface Ledger {
  sign(orgId: string, head: Head): string;
  verify(orgId: string, head: Head, signature: string): boolean;
  /** Signs a line of the countersignature file. */
  signLine(text: string): string;
}

export function createLedger(secret: string): Ledger {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'heads of the operation log', 32));
  const mac = (text: string) => createHmac('sha256', key).update(text, 'utf8').digest('base64url');
  const sign = (orgId: string, { seq, hash }: Head) => mac(canonical(['head', orgId, seq, hash]));
  return {
    sign,
    verify(orgId, head, signature) {
      const expected = Buffer.from(sign(orgId, head));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
    signLine: (text) => mac(canonical(['seal', text])),
  };
}
