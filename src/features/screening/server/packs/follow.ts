import type { Logger } from 'pino';
import { MISSED, type SharedState } from '../../../../platform/state/server/shared-state.ts';
import type { PackRegistry } from './registry.ts';

/** Topic of packs that a school installed or removed; the message is the school. */
export const PACK_TOPIC = 'scale-packs';

/** Reloads what other processes install. */
export function followPacks(state: SharedState, packs: PackRegistry, log: Logger): void {
  state.subscribe(PACK_TOPIC, (orgId) => {
    void packs
      .refresh(orgId === MISSED ? undefined : orgId)
      .catch((error: unknown) => log.error({ err: error, org_id: orgId }, 'scale packs stay as they were'));
  });
}
