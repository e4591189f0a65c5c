import { serviceState } from '../../../platform/access/service-stage.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import { featuresOf, orgById, termsOf } from '../../../platform/context/server/queries/orgs.ts';
import { NO_TENANT, type RowOf } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { ErrorCode } from '../../../platform/errors/catalogue.ts';
import { network } from '../../../platform/identity/server/network.ts';
import type { InvitationState } from '../../../platform/schema/generated/enums.ts';
import { ABILITY, CODE_TYPE, type CodeType } from '../rules/codes.ts';
import { invitationState } from '../rules/state.ts';
import { hashOfCode, isSame } from './code-hash.ts';
import { invitationById, invitationOfCode, settingsOf } from './queries/invitations.ts';
import * as store from './queries/invitations.ts';
import type { Ticket } from './ticket.ts';

/** Unknown codes of one address within a minute after which none is looked up. */
export const UNKNOWN_MAX = 30;
const UNKNOWN_MS = 60_000;

export type Invitation = NonNullable<RowOf<ReturnType<typeof invitationOfCode>>>;

/** An invitation with its school, as a registration finds it. */
export interface Found {
  orgId: string;
  hash: string;
  orgName: string;
  invitation: Invitation;
  /** Whether the school is in service and still has this type of code. */
  isOpen: boolean;
  review: boolean;
  mobileRequired: boolean;
}

const REFUSALS = {
  revoked: 'PSY_INVITATION_REVOKED',
  used_up: 'PSY_INVITATION_USED_UP',
  expired: 'PSY_INVITATION_EXPIRED',
} as const satisfies Record<Exclude<InvitationState, 'open'>, ErrorCode>;

/** Whether a school is in service and has opened this type of code. */
function isOpenFor(
  type: CodeType,
  org: NonNullable<RowOf<ReturnType<typeof orgById>>>,
  features: readonly { feature: string }[],
  now: number,
): boolean {
  const { stage } = serviceState(termsOf(org), now);
  const inService = org.suspended_at === null && (stage === 'formal' || stage === 'trial');
  return inService && features.some(({ feature }) => feature === ABILITY[type]);
}

/**
 * The invitation of a code. A code of the other type is as unknown as one that does not exist.
 *
 * @param types Types that the call accepts
 * @throws AppError PSY_INVITATION_UNKNOWN; AC_TOO_MANY_REQUESTS for an address that guesses
 */
export async function findInvitation(
  { services, address, now }: RequestContext,
  code: string,
  types: readonly CodeType[] = Object.values(CODE_TYPE),
): Promise<Found> {
  const { db, state } = services;
  const key = `invitation:unknown:${network(address)}`;
  if (Number((await state.get(key)) ?? 0) >= UNKNOWN_MAX)
    throw new AppError('AC_TOO_MANY_REQUESTS', { retryInMs: await state.left(key) });
  const hash = hashOfCode(services, code);
  const [[owner]] = await db.read(NO_TENANT, [store.tenantOfCode(hash)]);
  const orgId = owner?.tenant ?? '';
  const [[invitation], [org], features, [settings]] = await db.read({ orgId, userId: null }, [
    invitationOfCode(orgId, hash),
    orgById(orgId),
    featuresOf(orgId),
    settingsOf(orgId),
  ]);
  const type = types.find((one) => one === invitation?.code_type);
  if (!invitation || !org || type === undefined || !isSame(invitation.code_hash, hash)) {
    await state.count(key, UNKNOWN_MS);
    throw new AppError('PSY_INVITATION_UNKNOWN');
  }
  return {
    orgId,
    hash,
    orgName: org.org_name,
    invitation,
    isOpen: isOpenFor(type, org, features, now()),
    review: settings?.review ?? true,
    mobileRequired: settings?.mobile_required ?? false,
  };
}

/**
 * The invitation of a ticket, as it is now.
 *
 * @throws AppError PSY_INVITATION_UNKNOWN where it is gone
 */
export async function invitationOfTicket(
  { services: { db }, now }: RequestContext,
  { orgId, invitationId }: Ticket,
): Promise<Pick<Found, 'invitation' | 'isOpen' | 'mobileRequired'>> {
  const [[invitation], [org], features, [settings]] = await db.read({ orgId, userId: null }, [
    invitationById(orgId, invitationId),
    orgById(orgId),
    featuresOf(orgId),
    settingsOf(orgId),
  ]);
  const type = Object.values(CODE_TYPE).find((one) => one === invitation?.code_type);
  if (!invitation || !org || type === undefined) throw new AppError('PSY_INVITATION_UNKNOWN');
  return {
    invitation,
    isOpen: isOpenFor(type, org, features, now()),
    mobileRequired: settings?.mobile_required ?? false,
  };
}

/**
 * @param hasTicket The page was opened in time, so that the end of the code does not matter
 * @throws AppError PSY_INVITATION_CLOSED, PSY_INVITATION_REVOKED, PSY_INVITATION_USED_UP, PSY_INVITATION_EXPIRED
 */
export function requireUsable(
  { isOpen, invitation }: Pick<Found, 'isOpen' | 'invitation'>,
  now: number,
  hasTicket: boolean,
): void {
  if (!isOpen) throw new AppError('PSY_INVITATION_CLOSED');
  const state = invitationState(invitation, now);
  if (state === 'open' || (state === 'expired' && hasTicket)) return;
  throw new AppError(REFUSALS[state]);
}
