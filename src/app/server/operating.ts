import { tenants } from '../../features/tenants/server/feature.ts';
import { createLedger } from '../../platform/audit/server/ledger.ts';
import { allTenants } from '../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../platform/context/server/services.ts';
import { createDataKeys } from '../../platform/crypto/server/data-keys.ts';
import type { WrappingKeys } from '../../platform/crypto/server/wrapping.ts';
import { registerErrors } from '../../platform/errors/catalogue.ts';
import { NO_EVENTS } from '../../platform/events/server/events.ts';
import { systemClock } from '../../platform/runtime/server/clock.ts';
import { StartError } from '../../platform/runtime/server/start-error.ts';
import { MemoryState } from '../../platform/state/server/memory-state.ts';
import type { Config } from './config/config.ts';
import { loadConfig } from './config/load.ts';
import { openKeys } from './open-keys.ts';
import { openObjects } from './open-objects.ts';
import { openConfigured, requireMigrated } from './prepare-database.ts';
import { commandFailure } from './report.ts';
import { tenantFolder } from './tenant-folder.ts';

/** The services that an operator's command uses. */
export interface Operating extends Pick<Services, 'db' | 'clock' | 'keys' | 'ledger' | 'events' | 'state' | 'objects'> {
  config: Config;
  wrapping: WrappingKeys;
  /** `APP_SECRET`. */
  secret: string;
  /** The folder with the own fields and scales of organisations, one folder each. */
  ownSchemas: string;
}

/** @throws StartError when the organisation does not exist */
export async function requireTenant({ db }: Pick<Operating, 'db'>, orgId: string): Promise<void> {
  if (!(await allTenants(db)).includes(orgId)) throw new StartError(`没有编号为 ${orgId} 的单位`);
}

/**
 * Runs an operator's command over the configured database and closes it. Running processes hear of changes through the
 * shared store, if one is configured. A failure is printed and sets the exit code.
 */
export async function operate(entries: string, work: (parts: Operating) => Promise<void>): Promise<void> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    registerErrors([tenants]);
    const config = loadConfig({ serving: false });
    const db = await openConfigured(config, entries);
    closers.push(() => db.close());
    await requireMigrated(db);
    const state =
      config.redisUrl === undefined
        ? new MemoryState(systemClock)
        : await (
            await import('../../platform/state/server/valkey-state.ts')
          ).ValkeyState.open(config.redisUrl, (error) => console.error(error));
    closers.push(() => state.close());
    const { secret, wrapping } = await openKeys(db, config);
    await work({
      db,
      state,
      clock: systemClock,
      config,
      wrapping,
      secret,
      ownSchemas: tenantFolder(config.tenantsDir).schemas,
      ledger: createLedger(secret),
      objects: openObjects(config, secret),
      events: NO_EVENTS,
      keys: createDataKeys({ db, state, clock: systemClock, wrapping }),
    });
  } catch (error) {
    console.error(commandFailure(error));
    process.exitCode = 1;
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
