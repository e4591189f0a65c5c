import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { receivedPlans } from '../../contract/bureau.ts';

/** The plans of the institution above the school that the school has not accepted. */
export function useReceived() {
  const mayAnswer = useMay('exam', 'accept');
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['received-plans'],
    queryFn: ({ signal }) => call(receivedPlans, {}, { signal, quiet: true }),
    enabled: mayAnswer,
    gcTime: 0,
  });
  return {
    plans: data?.items.filter(({ answer }) => answer !== 'accepted') ?? [],
    error,
    isLoading,
    refetch: () => void refetch(),
  };
}
