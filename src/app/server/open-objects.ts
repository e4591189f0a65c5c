import path from 'node:path';
import type { Services } from '../../platform/context/server/services.ts';
import { embeddedStore } from '../../platform/objects/server/embedded.ts';
import { serviceStore } from '../../platform/objects/server/service.ts';
import { systemClock } from '../../platform/runtime/server/clock.ts';
import type { Config } from './config/config.ts';

/** Files are kept in the data folder, unless the configuration names a service. */
export const openObjects = (
  { objectStore, dataDir }: Pick<Config, 'objectStore' | 'dataDir'>,
  secret: string,
): Services['objects'] =>
  objectStore
    ? serviceStore(objectStore, systemClock)
    : embeddedStore(path.join(dataDir, 'objects'), { secret, clock: systemClock });
