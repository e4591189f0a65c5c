/** An error in a schema file: where (JSON Pointer), why, and how to fix it; in Chinese, for the editor of the file. */
export interface Finding {
  pointer: string;
  reason: string;
  fix: string;
}

/** Reports a finding about the place that the names lead to. */
export type Report = (path: readonly string[], reason: string, fix: string) => void;

/** A finding in an overlay, with its file and the schema that the tenant gets meanwhile. */
export interface OverlayProblem extends Finding {
  /** Path from the project's root. */
  file: string;
  orgId: string;
  entity: string;
  /**
   * `last-good`: the last accepted overlay; `core`: no accepted overlay is known, so the core schema; `file`: the
   * schema without what was published.
   */
  serving: 'last-good' | 'core' | 'file';
}

/** The name that was probably meant: at most two letters away, and at most half of the letters. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const [best] = names
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.min(2, name.length / 2) ? best.candidate : undefined;
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
