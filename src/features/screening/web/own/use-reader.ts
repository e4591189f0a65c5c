import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';

/** Options for texts that have another form for guardians (`…_guardian`), who are addressed as adults. */
export const useReader = (): { context?: 'guardian' } =>
  useCurrentUser().identity === IDENTITY.parent ? { context: 'guardian' } : {};
