/** A JSON value as one text: names sorted by UTF-16 code units, no white space (RFC 8785). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** What the checksum of a pack covers: all of it except checksum and signature. */
export function checksummedText(pack: object): string {
  return canonicalJson({ ...pack, checksum: undefined, signature: undefined });
}
