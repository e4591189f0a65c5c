import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { grantableRoles } from '../../contract/teachers.ts';

/** The roles that one may give, each with what may limit it; they change with one's own role only. */
export const useGrantableRoles = () =>
  useQuery({
    queryKey: ['grantable-roles'],
    queryFn: ({ signal }) => call(grantableRoles, {}, { signal }),
    staleTime: Infinity,
  });
