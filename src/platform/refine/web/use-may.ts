import { useCan } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { rightsStore, type Rights } from '../../session/web/rights.ts';
import { useStore } from '../../state/web/store.ts';
import { answerNow, answersNow, SEVERAL, type AreaAct, type SeveralAnswer } from './access-control.ts';

/** Whether the role may do an act in an area. */
export type May = (area: string, act: string) => boolean;

/**
 * Refine's `useCan` for one act in an area. `initialData` gives the first render the answer, so that no button appears
 * late.
 */
export function useMay(area: string, act: string): boolean {
  const { data } = useCan({
    resource: area,
    action: act,
    queryOptions: { initialData: () => answerNow(area, act) },
  });
  return data?.can === true;
}

const isSeveral = (answer: object | undefined): answer is SeveralAnswer => answer !== undefined && 'allowed' in answer;
const keyOf = (area: string, act: string): string => `${act} ${area}`;

/**
 * Checks several acts with one entry of the query cache and one subscription. An act outside `questions` is not
 * allowed.
 *
 * @returns A function that is stable while the answers are the same
 */
export function useMayAll(questions: readonly AreaAct[]): May {
  const { data } = useCan({
    action: SEVERAL,
    params: { questions },
    queryOptions: { initialData: () => answersNow(questions) },
  });
  return useMemo(() => {
    const allowed = new Set(isSeveral(data) ? data.allowed.map(([area, act]) => keyOf(area, act)) : []);
    return (area, act) => allowed.has(keyOf(area, act));
  }, [data]);
}

/** The areas with second-step verification and the page-level flags of the role. */
export const useRoleFacts = (): Pick<Rights, 'protected' | 'flags'> => useStore(rightsStore);

/**
 * Invalidates Refine's access answers when the rights change. Unused answers are removed, so that no answer of an
 * earlier role is reused.
 */
export function useRightsChanges(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      rightsStore.subscribe(() => {
        queryClient.removeQueries({ queryKey: ['access'], type: 'inactive' });
        void queryClient.invalidateQueries({ queryKey: ['access'] });
      }),
    [queryClient],
  );
}
