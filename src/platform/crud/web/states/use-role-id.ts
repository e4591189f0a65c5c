import { useCurrentUser } from '../../../session/web/current-user.ts';

/** The number of the current role; undefined for people without one. */
export function useRoleId(): number | undefined {
  const { role } = useCurrentUser();
  return role?.role_id;
}
