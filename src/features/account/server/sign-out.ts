import type { AccountContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

/**
 * Ends the session of an access token: a session of the caller, on any device.
 *
 * @throws AppError AC_FORBIDDEN when the token belongs to another person
 */
export async function signOut(ctx: AccountContext, accessToken: string): Promise<void> {
  const {
    services: { sessions, log },
    caller,
    requestId,
  } = ctx;
  const found = await sessions.find(accessToken);
  if (found.state !== 'live') return;
  if (found.caller.userId !== caller.userId) throw new AppError('AC_FORBIDDEN');
  await sessions.end(found.caller.sessionId);
  log.info({ request_id: requestId, user_id: caller.userId, app_kind: found.caller.appKind }, 'signed out');
}
