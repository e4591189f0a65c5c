/** The parts of a request that its MAC covers (`api.md`, the signed authorization header). */
export interface SignedParts {
  /** Milliseconds, the client's clock plus `differtimestamp`. */
  ts: string;
  nonce: string;
  method: string;
  /** Path with its query exactly as sent. */
  target: string;
  host: string;
  appId: string;
  /** The three are empty before an organisation is chosen. */
  orgId: string;
  orgType: string;
  roleId: string;
  /** Empty when the client has no token. */
  secondaryToken: string;
  /** Base64url(SHA-256(raw body)), or empty without a body. */
  bodyHash: string;
}

/** The text the MAC is computed over: one part a line, each line ended by a line feed. */
export const canonicalText = (p: SignedParts): string =>
  `${p.ts}\n${p.nonce}\n${p.method.toUpperCase()}\n${p.target}\n${p.host}\n${p.appId}\n${p.orgId}\n${p.orgType}\n${p.roleId}\n${p.secondaryToken}\n${p.bodyHash}\n`;

export interface MacHeader {
  id: string;
  ts: string;
  nonce: string;
  bodyHash: string;
  mac: string;
}

export const formatMacHeader = (h: MacHeader): string =>
  `MAC id="${h.id}",ts="${h.ts}",nonce="${h.nonce}",bodyhash="${h.bodyHash}",mac="${h.mac}"`;

const HEADER =
  /^MAC id="([A-Za-z0-9_-]{16,128})",ts="(\d{1,15})",nonce="([A-Za-z0-9_-]{16,64})",bodyhash="([A-Za-z0-9_-]{43}|)",mac="([A-Za-z0-9_-]{43})"$/;

/** Parses an `authorization` header; `undefined` when the format is not exact. */
export function parseMacHeader(header: string | undefined): MacHeader | undefined {
  const m = HEADER.exec(header ?? '');
  if (!m) return undefined;
  const [, id = '', ts = '', nonce = '', bodyHash = '', mac = ''] = m;
  return { id, ts, nonce, bodyHash, mac };
}

/** Maximum difference between `ts` and the server's clock (`api.md`); also the lifetime of nonces before and after. */
export const CLOCK_WINDOW_MS = 5 * 60_000;
