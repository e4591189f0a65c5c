/** Service life of an organisation (`spec §1`). */
export type ServiceStage = 'trial' | 'formal' | 'protection' | 'expired';

/** `service_type` of an organisation (`schemas/enums.json`). */
const TRIAL = 1;

const DAY_MS = 86_400_000;
/** Data stay readable for administrators this long after the end (`spec §9`: 7 to 30 days; the longest is granted). */
export const PROTECTION_DAYS = 30;
/** The reminder to export comes this long before the end (`spec §9`). */
export const REMINDER_DAYS = 30;

export interface ServiceState {
  stage: ServiceStage;
  /** Whole days until the end; negative after it, absent where no end is set. */
  daysLeft?: number;
  /** The end is near: time to renew or to export. */
  ending: boolean;
}

/** @param now milliseconds */
export function serviceState(org: { service_type: number; account_expire_at?: string | undefined }, now: number): ServiceState {
  const running = org.service_type === TRIAL ? 'trial' : 'formal';
  const end = org.account_expire_at === undefined ? Number.NaN : Date.parse(org.account_expire_at);
  if (Number.isNaN(end)) return { stage: running, ending: false };
  const daysLeft = Math.floor((end - now) / DAY_MS);
  if (end > now) return { stage: running, daysLeft, ending: daysLeft < REMINDER_DAYS };
  return { stage: now - end <= PROTECTION_DAYS * DAY_MS ? 'protection' : 'expired', daysLeft, ending: false };
}
