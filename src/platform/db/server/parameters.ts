/** An encoded parameter: text, or bytes for `bytea`. */
export type Encoded = string | Buffer | null;

const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;

function arrayElement(value: unknown): string {
  if (value == null) return 'NULL';
  if (Array.isArray(value)) return arrayLiteral(value);
  const encoded = encodeParameter(value);
  if (Buffer.isBuffer(encoded)) return quoted(`\\x${encoded.toString('hex')}`);
  return typeof value === 'number' || typeof value === 'boolean' ? String(encoded) : quoted(String(encoded));
}

const arrayLiteral = (values: readonly unknown[]) => `{${values.map(arrayElement).join(',')}}`;

/**
 * Encodes a JavaScript value as a parameter. Arrays become PostgreSQL arrays and plain objects JSON, so pass
 * `JSON.stringify(value)` for an array in a JSON column. `undefined` becomes null.
 *
 * @throws TypeError for functions and symbols
 */
export function encodeParameter(value: unknown): Encoded {
  if (value == null) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object') throw new TypeError(`a ${typeof value} cannot be a parameter`);
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return arrayLiteral(value);
  return JSON.stringify(value);
}
