import { useCan } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { rightsStore, type Rights } from '../../session/web/rights.ts';
import { useStore } from '../../state/web/store.ts';
import { answerNow, answersNow, SEVERAL, type Question, type SeveralAnswer } from './access-control.ts';

/** Whether the role may do an act in an area. */
export type May = (area: string, act: string) => boolean;

/**
 * Refine's `useCan` for one act in an area. The first render has the answer already (`initialData`), so that a button
 * never appears late.
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
 * Several acts in one question to Refine's access control: one entry of the query cache and one subscription, however
 * many acts. What was not among the questions is not allowed.
 *
 * @returns A function that stays the same while the answers do
 */
export function useMayAll(questions: readonly Question[]): May {
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

/** The areas behind second-step verification and the page-level flags; facts of the role, not acts. */
export const useRoleFacts = (): Pick<Rights, 'protected' | 'flags'> => useStore(rightsStore);

/**
 * Asks Refine's access control again when the rights have changed. Answers that nothing on the screen uses are dropped,
 * so that none of an earlier role is shown later.
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
