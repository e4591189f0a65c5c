import { LRUCache } from 'lru-cache';
import type { Services } from '../../../platform/context/server/services.ts';
import { NO_TENANT } from '../../../platform/db/server/database.ts';
import { siteByHostName } from './queries.ts';

const CACHED_MAX = 10_000;
const SITE_MS = 60_000;
const WINDOW_MS = 1000;
/** Unknown names that are looked up per second; beyond that they are refused, so that invented ones cause no load. */
const LOOKUPS_MAX = 200;

/** Whether a host is that of a site. A new host counts at once, a former one for another minute. */
export function hostsOfSites({ db, clock }: Services): (name: string) => Promise<boolean> {
  const sites = new LRUCache<string, number>({ max: CACHED_MAX });
  let windowFrom = -Infinity;
  let lookups = 0;
  return async (name) => {
    const now = clock.now();
    if ((sites.get(name) ?? -Infinity) > now) return true;
    if (now - windowFrom >= WINDOW_MS) [windowFrom, lookups] = [now, 0];
    if (++lookups > LOOKUPS_MAX) return false;
    const [found] = await db.read(NO_TENANT, [siteByHostName(name)]);
    if (found.length === 0) return false;
    sites.set(name, now + SITE_MS);
    return true;
  };
}
