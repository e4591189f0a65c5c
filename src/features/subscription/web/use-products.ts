import { useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { orgProducts } from '../contract.ts';

/** The applications of the current organisation. */
export function useProducts() {
  const { org_id } = useCurrentUser().org;
  return useQuery({
    queryKey: ['products', org_id],
    queryFn: ({ signal }) => call(orgProducts, { params: { id: org_id } }, { signal, quiet: true }),
  });
}
