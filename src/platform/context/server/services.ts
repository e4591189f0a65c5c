import type { Logger } from 'pino';
import type { Database } from '../../db/server/database.ts';
import type { Clock } from '../../runtime/server/clock.ts';

/**
 * The service container: everything that one process is built of (`app/server/services.ts`). Each room of the platform
 * adds its own services by `declare module`, so that this room depends on none of them.
 */
export interface Services {
  db: Database;
  clock: Clock;
  /** The structured log. It never contains texts that people wrote, nor secrets. */
  log: Logger;
}
