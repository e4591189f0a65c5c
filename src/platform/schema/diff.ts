import { isObject, sameValue, type JsonObject } from './json.ts';

/**
 * The JSON Merge Patch (RFC 7396) from one document to another, without equal members. Neither document may contain
 * null, which a patch cannot express.
 */
export function diffPatch(before: JsonObject, after: JsonObject): JsonObject {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys(before)) if (!Object.hasOwn(after, key)) patch[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const was = Object.hasOwn(before, key) ? before[key] : undefined;
    if (isObject(value) && isObject(was)) {
      const inner = diffPatch(was, value);
      if (Object.keys(inner).length > 0) patch[key] = inner;
    } else if (!sameValue(was, value)) patch[key] = value;
  }
  return patch;
}
