import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { grantableRoles } from '../../contract/teachers.ts';

/** The roles that the user may grant, with their possible scopes; they change only with the role of the user. */
export const useGrantableRoles = () =>
  useQuery({
    queryKey: ['grantable-roles'],
    queryFn: ({ signal }) => call(grantableRoles, {}, { signal }),
    staleTime: Infinity,
  });
