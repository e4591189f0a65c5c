import { useState } from 'react';
import type { Moment } from '../../../schema/expressions/evaluate.ts';
import { dayOf } from '../../../schema/wall-clock.ts';
import { useCurrentUser } from '../../../session/web/current-user.ts';

/** The day, the time and the user, as expressions know them; those of the first render. */
export function useMoment(): Moment {
  const { user } = useCurrentUser();
  const [moment] = useState(() => {
    const now = Date.now();
    return { today: dayOf(now), now: new Date(now).toISOString(), me: user.user_id };
  });
  return moment;
}
