import type { AppKind } from '../../context/server/context.ts';
import { NO_TENANT, type Database } from '../../db/server/database.ts';
import { isoTime, type Clock } from '../../runtime/server/clock.ts';
import * as store from './queries/sessions.ts';

/** Origin of a session, shown to its owner. */
export interface Origin {
  device: string;
  address: string;
}

/** A session as shown to its owner. The id (of the chain) stays the same when tokens are refreshed. */
export interface OwnSession extends Origin {
  id: string;
  appKind: AppKind;
  signedInAt: string;
  seenAt: string;
}

interface Parts {
  db: Database;
  clock: Clock;
  /** Time in milliseconds when a session ends by idleness. */
  idleUntil: (seenAt: number, isStaff: boolean) => number;
}

/** Live sessions of a user, the last used first. */
export async function liveOwn({ db, clock, idleUntil }: Parts, userId: string): Promise<OwnSession[]> {
  const now = clock.now();
  const [found] = await db.read(NO_TENANT, [store.sessionsOf(userId, isoTime(now))]);
  return found
    .filter(({ seen_at, is_staff }) => now < idleUntil(Date.parse(seen_at), is_staff))
    .map(({ chain_id: id, app_kind, device, address, signed_in_at, seen_at }) => ({
      id,
      appKind: app_kind === 'mobile' ? ('mobile' as const) : ('web' as const),
      device,
      address,
      signedInAt: signed_in_at,
      seenAt: seen_at,
    }));
}
