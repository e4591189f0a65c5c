import { useQueries } from '@tanstack/react-query';
import { call } from '../../../../../platform/http/web/call.ts';
import type { Rule } from '../../../contract/rules.ts';
import { scale, type ScaleDetail } from '../../../contract/scales.ts';

export type Condition = Rule['conditions'][number];
export type Packs = ReadonlyMap<string, ScaleDetail>;

/** The details of some scales, from which conditions get their names. A scale that cannot be read is left out. */
export function usePacks(scaleIds: readonly string[]): { packs: Packs; loading: boolean } {
  const answers = useQueries({
    queries: [...new Set(scaleIds)].map((scaleId) => ({
      queryKey: ['screening-scale', scaleId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(scale, { params: { scale_id: scaleId } }, { signal, quiet: true }),
    })),
  });
  const read = answers.flatMap(({ data }) => (data ? [[data.scale_id, data] as const] : []));
  return { packs: new Map(read), loading: answers.some(({ isPending }) => isPending) };
}

/** The names of a condition; an id stands for what the scale does not name. */
export function namesOf({ scale_id, dimension_id, band_ids }: Condition, packs: Packs) {
  const pack = packs.get(scale_id);
  const dimension = pack?.dimensions.find((each) => each.dimension_id === dimension_id);
  return {
    scale: pack?.title ?? scale_id,
    dimension: dimension?.title ?? dimension_id,
    bands: band_ids.map(
      (id) => dimension?.bands.find(({ band_id }) => band_id === id)?.title ?? pack?.band_titles?.[id] ?? id,
    ),
  };
}
