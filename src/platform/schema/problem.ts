/**
 * Something wrong in a schema file: where (JSON Pointer), why, and what to write instead; Chinese, for the person who
 * edits the file.
 */
export interface Finding {
  pointer: string;
  reason: string;
  fix: string;
}

/** A finding in an overlay, with the file it stands in and what the tenant is served meanwhile. */
export interface OverlayProblem extends Finding {
  /** Path from the project's root. */
  file: string;
  orgId: string;
  entity: string;
  /**
   * `last-good`: the overlay that was accepted before; `core`: no such overlay is known, so the schema without any;
   * `file`: the schema without what was published.
   */
  serving: 'last-good' | 'core' | 'file';
}

/** The name that was probably meant: at most two letters away. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= 2 ? best.candidate : undefined;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
