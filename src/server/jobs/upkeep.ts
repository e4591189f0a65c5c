import { AppError } from '../../shared/errors/app-error.ts';
import { sealRows } from '../commands/seal-rows.ts';
import type { Services } from '../context.ts';
import { hooksFor } from '../handlers/resources.ts';
import { allTenants } from '../store/data-keys.ts';

/** How often what is not sealed, or not under the current key, is looked for. */
const SEALING_MS = 60 * 60_000;
/** How often a process asks whether something is due. */
const ROUND_MS = 60_000;

type Parts = Pick<Services, 'db' | 'keys' | 'schemas' | 'state' | 'log'>;

/** Seals what of all tenants' rows should lie sealed and does not. Of several processes one does it. */
async function sealEverywhere({ state, log, ...parts }: Parts, stop?: AbortSignal): Promise<void> {
  if (!(await state.claim('upkeep sealing', SEALING_MS))) return;
  for (const orgId of await allTenants(parts.db)) {
    if (stop?.aborted) return;
    try {
      const sealed = await sealRows(parts, orgId, (schema) => hooksFor(schema).table, stop);
      if (sealed > 0) log.info({ org_id: orgId, values: sealed }, 'sealed');
    } catch (error) {
      // A tenant whose keys are sealed has nothing to be done; another's trouble is no reason to leave out the rest.
      if (!(error instanceof AppError && error.code === 'PSY_SERVICE_EXPIRED')) log.error({ err: error, org_id: orgId }, 'sealing failed');
    }
  }
}

/** What is done without anybody asking, once. */
export const upkeep = (parts: Parts, stop?: AbortSignal): Promise<void> => sealEverywhere(parts, stop);

/** Does it now and every minute, until `close`. A round that takes longer than that is not joined by another. */
export function startUpkeep({ background, ...parts }: Parts & Pick<Services, 'background'>): { close: () => void } {
  let running = false;
  const round = () => {
    if (running) return;
    running = true;
    background.start('upkeep', (stop) => upkeep(parts, stop).finally(() => { running = false; }));
  };
  round();
  const timer = setInterval(round, ROUND_MS);
  timer.unref();
  return { close: () => clearInterval(timer) };
}
