import type { RequestContext } from '../../../platform/context/server/context.ts';
import { classesForTree } from '../../classes/server/public.ts';
import type { Invited } from '../contract/registration.ts';
import type { CodeType } from '../rules/codes.ts';
import { findInvitation, requireUsable } from './find-invitation.ts';
import { applicationOfTicket } from './queries/applications.ts';
import { isOver, newTicket, ticketOf } from './ticket.ts';

/**
 * What the registration page needs, with a ticket for one registration. A page that is loaded again sends its ticket
 * and keeps it, so that the end of the code or a used-up invitation does not take the form away.
 *
 * @throws AppError of `findInvitation` and `requireUsable`
 */
export async function checkCode(ctx: RequestContext, code: string, type: CodeType): Promise<Invited> {
  const found = await findInvitation(ctx, code, [type]);
  const { orgId, orgName, invitation, review, mobileRequired } = found;
  const held = ticketOf(ctx, invitation.invitation_id);
  const [classes, used] = await ctx.services.db.read({ orgId, userId: null }, [
    classesForTree(orgId, { kind: 'all' }),
    applicationOfTicket(orgId, held?.id ?? ''),
  ]);
  const registered = used.length > 0;
  const kept = held && !isOver(ctx, held) ? held : undefined;
  if (!registered) requireUsable(found, ctx.now(), kept !== undefined);
  const own = classes.filter(({ class_id }) => class_id === invitation.class_id);
  return {
    org_name: orgName,
    ...(own[0] && { class_name: own[0].class_name }),
    review,
    mobile_required: mobileRequired,
    registered,
    classes: registered ? [] : invitation.class_id === null ? classes : own,
    ...(kept
      ? { secondary_token: ctx.secondaryToken, expires_at: new Date(kept.until).toISOString() }
      : newTicket(ctx, orgId, invitation.invitation_id)),
  };
}
