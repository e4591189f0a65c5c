import { useQueries } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { scale, type ScaleDetail } from '../../contract/scales.ts';

export type Packs = ReadonlyMap<string, ScaleDetail>;

/** The details of some scales. A scale that cannot be read is left out. */
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

/** The title of a scale's norm set: the chosen one, or the first. Its id stands for one that the scale does not name. */
export function normSetTitle(pack: ScaleDetail, chosen: string | undefined): string | undefined {
  const found = chosen === undefined ? pack.norm_sets[0] : pack.norm_sets.find((set) => set.norm_set_id === chosen);
  return found?.title ?? chosen;
}
