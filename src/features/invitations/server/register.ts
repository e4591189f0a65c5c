import { systemIn } from '../../../platform/audit/server/operator.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { RequestContext } from '../../../platform/context/server/context.ts';
import { lockOrg, orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { pinyinOf } from '../../../platform/runtime/server/pinyin.ts';
import { studentLogin } from '../../students/server/public.ts';
import type { Received } from '../contract/registration.ts';
import { TERMS_VERSION, type ApplicationKind } from '../rules/application.ts';
import { AUTOMATIC } from './automatic.ts';
import { requireUsable, type Found } from './find-invitation.ts';
import * as store from './queries/applications.ts';
import { lockInvitation, useInvitation } from './queries/invitations.ts';
import type { Ticket } from './ticket.ts';

/** A registration whose content has been checked, with the hash of its password. */
export interface Registration {
  kind: ApplicationKind;
  child_name: string;
  student_no: string;
  sex: number | null;
  class_id: string;
  /** Proved by a code. */
  mobile: string | null;
  password_hash: string;
}

const answerFor = ({ orgId, review }: Found, student_no: string): Received => ({
  login_name: studentLogin(orgId, student_no),
  review,
});

/** The answer that a ticket already got; undefined where it has not been used. */
export async function answered({ services: { db } }: RequestContext, found: Found, { id }: Ticket) {
  const { orgId } = found;
  const [[before]] = await db.read({ orgId, userId: null }, [store.applicationOfTicket(orgId, id)]);
  return before && answerFor(found, before.student_no);
}

/**
 * Stores a registration, at most one for a ticket. Every registration is stored in the same way, whether a student with
 * this number exists or not: neither answer nor time tells. Where the school does not review, work that follows the
 * commit accepts it.
 *
 * @throws AppError of `requireUsable`; PSY_NO_PLACES_LEFT when every place is taken or waited for
 */
export async function register(
  ctx: RequestContext,
  tx: Tx,
  found: Found,
  ticket: Ticket,
  registration: Registration,
): Promise<Received> {
  const { orgId, hash, review } = found;
  const { services, address, requestId } = ctx;
  const at = ctx.nowIso();
  // Registrations of a school take turns, so that its places are counted once.
  await tx.run(lockOrg(orgId));
  const [[before], [invitation], [org], [waiting]] = await tx.batch([
    store.applicationOfTicket(orgId, ticket.id),
    lockInvitation(orgId, hash),
    orgById(orgId),
    store.countWaiting(orgId),
  ]);
  if (before) return answerFor(found, before.student_no);
  if (!invitation) throw new AppError('PSY_INVITATION_UNKNOWN');
  requireUsable({ ...found, invitation }, ctx.now(), true);
  if ((org?.available_quota ?? 0) <= (waiting?.n ?? 0)) throw new AppError('PSY_NO_PLACES_LEFT');
  if ((await tx.run(useInvitation(orgId, invitation.invitation_id, at))) === 0)
    throw new AppError('PSY_INVITATION_USED_UP');

  const application_id = newId(services.clock);
  await tx.run(
    store.insertApplication({
      org_id: orgId,
      application_id,
      invitation_id: invitation.invitation_id,
      ticket: ticket.id,
      ...registration,
      name_pinyin: pinyinOf(registration.child_name),
      terms: TERMS_VERSION,
      created_at: at,
      updated_at: at,
    }),
  );
  await audit(
    tx,
    { ...systemIn(services, orgId), address, requestId },
    {
      act: 'create',
      resource: 'student-application',
      rowId: application_id,
      rowLabel: registration.child_name,
      after: { kind: registration.kind, invitation_id: invitation.invitation_id },
    },
  );
  if (!review && registration.kind === 'enrol') {
    await services.jobs.add(tx, {
      kind: AUTOMATIC,
      orgId,
      subject: application_id,
      // The rights are those of the maker; place and proof are not, because this request is somebody else's.
      request: { requester: { ...invitation.maker, request_id: requestId, address, device: '', verified: false } },
    });
    tx.afterCommit(() => services.jobs.wake(AUTOMATIC));
  }
  return answerFor(found, registration.student_no);
}
