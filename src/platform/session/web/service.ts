import { serviceState, type ServiceState } from '../../access/service-stage.ts';
import type { Tone } from '../../schema/types.ts';
import { usePortal } from './portal-context.ts';

/** State of the current organisation's service; undefined without an organisation. */
export function useService(): ServiceState | undefined {
  const { org } = usePortal();
  return org && serviceState(org, Date.now());
}

/** Colours of `product_status` (`spec §9`): grey in service, yellow expiring, red expired. */
export const STATUS_TONES: Readonly<Record<number, Tone>> = { 0: 'done', 1: 'yellow', 2: 'red' };
