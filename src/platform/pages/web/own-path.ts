/** Longest path that is followed. */
const LONGEST = 2000;
/** Any origin; only whether a path leaves it matters. */
const ORIGIN = 'http://portal.invalid';

/** A backslash, two slashes, or a character that browsers drop or show as nothing (control, format, space). */
const UNSAFE = /\\|\/\/|[\p{C}\p{Z}]/u;

/** The path as the last reader could see it: decoded until nothing changes, with look-alikes of ASCII replaced. */
function plainest(path: string): string | undefined {
  let plain = path;
  // A path that is encoded more often than that is nobody's honest link.
  for (let round = 0; round < 5; round++) {
    let next: string;
    try {
      next = decodeURIComponent(plain).normalize('NFKC');
    } catch {
      return undefined;
    }
    if (next === plain) return plain;
    plain = next;
  }
  return undefined;
}

function parsed(value: string): URL | undefined {
  try {
    return new URL(value, ORIGIN);
  } catch {
    return undefined;
  }
}

/**
 * The path of a redirect, with query and hash, if it stays in the portal; undefined for everything else: other sites
 * (also as `//host`, `/\host` or encoded), other schemes, and what browsers read differently than it looks.
 *
 * @param value What a link, a message or a history entry names
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > LONGEST || !value.startsWith('/')) return undefined;
  if (/[\p{C}\\]/u.test(value)) return undefined;
  const path = plainest(value.split(/[?#]/, 1)[0] ?? '');
  if (path === undefined || UNSAFE.test(path)) return undefined;
  const url = parsed(value);
  if (url?.origin !== ORIGIN || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
