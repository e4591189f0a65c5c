import { REFERRAL_CLOSED } from '../../crisis/public.ts';

/** States of a referral (`referral_status` of `schemas/enums.json`); `spec §3` fixes that of a closed one. */
export const REFERRAL = {
  pending: 1,
  accepted: 2,
  treated: 4,
  finished: 8,
  returned: 16,
  declined: 32,
  closed: REFERRAL_CLOSED,
} as const;
export type ReferralStatus = (typeof REFERRAL)[keyof typeof REFERRAL];

/** Allowed next states. A closed referral is final; a new one is needed instead. */
const NEXT: Readonly<Record<number, readonly ReferralStatus[]>> = {
  [REFERRAL.pending]: [REFERRAL.accepted, REFERRAL.declined, REFERRAL.closed],
  [REFERRAL.declined]: [REFERRAL.pending, REFERRAL.closed],
  [REFERRAL.accepted]: [REFERRAL.treated, REFERRAL.finished, REFERRAL.closed],
  [REFERRAL.treated]: [REFERRAL.finished, REFERRAL.closed],
  [REFERRAL.finished]: [REFERRAL.returned, REFERRAL.closed],
  [REFERRAL.returned]: [REFERRAL.treated, REFERRAL.closed],
  [REFERRAL.closed]: [],
};

/** States that may follow a state. */
export const nextOfReferral = (status: number): readonly ReferralStatus[] => NEXT[status] ?? [];
