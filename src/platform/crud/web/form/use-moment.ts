import { useState } from 'react';
import { classOfRole, type Moment } from '../../../schema/expressions/evaluate.ts';
import { dayOf } from '../../../schema/wall-clock.ts';
import { useCurrentUser } from '../../../session/web/current-user.ts';

/** The day, the time, the user and the user's class, as expressions know them; those of the first render. */
export function useMoment(): Moment {
  const { user, org, role } = useCurrentUser();
  const [moment] = useState(() => {
    const now = Date.now();
    const held = user.orgs
      .find(({ org_id }) => org_id === org.org_id)
      ?.org_roles.find(({ role_id }) => role_id === role?.role_id);
    return {
      today: dayOf(now),
      now: new Date(now).toISOString(),
      me: user.user_id,
      myClass: held && classOfRole(held.role_extend),
    };
  });
  return moment;
}
