import type { InvitationState } from '../../../platform/schema/generated/enums.ts';

/** Facts of an invitation that decide whether it can still be used. */
export interface InvitationFacts {
  expires_at: string;
  revoked_at: string | null;
  used: number;
  max_registrations: number;
}

/** State of an invitation. A revoked one stays revoked, and a used-up one is told as such also after its end. */
export function invitationState(
  { expires_at, revoked_at, used, max_registrations }: InvitationFacts,
  now: number,
): InvitationState {
  if (revoked_at !== null) return 'revoked';
  if (used >= max_registrations) return 'used_up';
  return now >= Date.parse(expires_at) ? 'expired' : 'open';
}
