/** Service life of an organisation (`spec §1`). */
export type ServiceStage = 'trial' | 'formal' | 'protection' | 'expired';

/** `service_type` of an organisation (`schemas/enums.json`). */
export const TRIAL = 1;
export const FORMAL = 2;

const DAY_MS = 86_400_000;
/**
 * Days after the end in which administrators can read and export (`spec §9`). The operator sets it per organisation;
 * the default is the maximum.
 */
export const PROTECTION_DAYS = { least: 7, most: 30 } as const;
/** The reminder to export is sent this many days before the end (`spec §9`). */
export const REMINDER_DAYS = 30;

/** The facts that determine the stage. */
export interface ServiceTerms {
  service_type: number;
  /** The end of the service; without one it has none. */
  account_expire_at?: string | undefined;
  protection_days?: number | undefined;
}

export interface ServiceState {
  stage: ServiceStage;
  /** Whole days until the end; negative after it, absent without an end date. */
  daysLeft?: number;
  /** The end is near: time to renew or to export. */
  ending: boolean;
  /** When the next stage or the reminder begins, in milliseconds; absent where none follows. */
  changesAt?: number;
}

/** @param now Milliseconds */
export function serviceState(
  { service_type, account_expire_at, protection_days = PROTECTION_DAYS.most }: ServiceTerms,
  now: number,
): ServiceState {
  const running = service_type === TRIAL ? 'trial' : 'formal';
  const end = account_expire_at === undefined ? Number.NaN : Date.parse(account_expire_at);
  if (Number.isNaN(end)) return { stage: running, ending: false };
  const daysLeft = Math.floor((end - now) / DAY_MS);
  const [reminder, closing] = [end - REMINDER_DAYS * DAY_MS, end + protection_days * DAY_MS];
  if (now < end)
    return { stage: running, daysLeft, ending: now >= reminder, changesAt: now < reminder ? reminder : end };
  return now < closing
    ? { stage: 'protection', daysLeft, ending: false, changesAt: closing }
    : { stage: 'expired', daysLeft, ending: false };
}

/** `product_status` of `schemas/enums.json` (`spec §3`): 0 in service, 1 expiring, 2 expired. */
export function productStatus({ stage, ending }: ServiceState): number {
  if (stage === 'protection' || stage === 'expired') return 2;
  return ending ? 1 : 0;
}
