import type { Pack } from '../../screening/public.ts';
import type { Cell, Show } from './cells.ts';

/** A scale in the version that scored most of the results, and the other versions that scored some. */
export interface ScoredWith {
  pack: Pack;
  others: readonly Pack[];
}

/** Finds a pack in a version; undefined where none has it. */
export type FindPack = (scaleId: string, version: string) => Pack | undefined;

/**
 * The versions that results of a scale were scored by, the most used first. One whose number of students is suppressed
 * is not named, except the most used one.
 */
export function versionsOf(
  cells: readonly Pick<Cell, 'scale_id' | 'version' | 'n'>[],
  scaleId: string,
  show: Show,
): string[] {
  const sizes = new Map<string, number>();
  for (const { scale_id, version, n } of cells)
    if (scale_id === scaleId) sizes.set(version, (sizes.get(version) ?? 0) + n);
  return [...sizes]
    .sort(([a, n], [b, m]) => m - n || (a < b ? 1 : -1))
    .filter(([, n], i) => i === 0 || show(n) !== undefined)
    .map(([version]) => version);
}

/** Puts each pack into the versions that scored the results; the given one stands where there is none. */
export const scoredWith = (
  packs: readonly Pack[],
  cells: readonly Pick<Cell, 'scale_id' | 'version' | 'n'>[],
  find: FindPack,
  show: Show,
): ScoredWith[] =>
  packs.map((given) => {
    const [pack = given, ...others] = versionsOf(cells, given.id, show).flatMap(
      (version) => find(given.id, version) ?? [],
    );
    return { pack, others };
  });
