import { implement, type Implementation, type RequestContext } from '../../../platform/context/server/context.ts';
import { requesterOf } from '../../../platform/jobs/server/requester.ts';
import * as applications from '../contract/applications.ts';
import * as invitations from '../contract/invitations.ts';
import * as registration from '../contract/registration.ts';
import type { ApplicationKind } from '../rules/application.ts';
import { CODE_TYPE, type CodeType } from '../rules/codes.ts';
import { checkCode } from './check-code.ts';
import { checkPerson, proveMobile, type Person } from './check-person.ts';
import { createInvitation } from './create-invitation.ts';
import { acceptApplication, refuseApplication } from './decide-application.ts';
import { findInvitation } from './find-invitation.ts';
import { readReview } from './read-review.ts';
import { answered, register } from './register.ts';
import { revokeInvitation } from './revoke-invitation.ts';
import { sendCode } from './send-code.ts';
import { changeSettings, readSettings } from './settings.ts';
import { requireTicket } from './ticket.ts';

const OK = { ok: true } as const;

/** A registration: checks first, then the slow hash, then the transaction that counts. */
async function applyWith(
  ctx: RequestContext,
  code: string,
  types: readonly CodeType[] | undefined,
  kind: ApplicationKind,
  person: Person,
): Promise<registration.Received> {
  const { db, passwords } = ctx.services;
  const found = await findInvitation(ctx, code, types);
  const ticket = requireTicket(ctx, found.invitation.invitation_id);
  const before = await answered(ctx, found, ticket);
  if (before) return before;
  const class_id = await checkPerson(ctx, found, person);
  const mobile = await proveMobile(ctx, found, person);
  const { child_name, student_no, sex = null, password } = person;
  const password_hash = await passwords.hash(password);
  return db.transaction({ orgId: found.orgId, userId: null }, (tx) =>
    register(ctx, tx, found, ticket, { kind, child_name, student_no, sex, class_id, mobile, password_hash }),
  );
}

/** Invitations to register, what was registered with them, and the calls of the registration itself. */
export const invitationsHandlers: readonly Implementation[] = [
  implement(invitations.createInvitation, async (ctx, { body }) => {
    const maker = await requesterOf(ctx);
    return ctx.transaction((tx) => createInvitation(ctx, tx, maker, body));
  }),
  implement(invitations.revokeInvitation, async (ctx, { params }) => {
    await ctx.transaction((tx) => revokeInvitation(ctx, tx, params.id));
    return OK;
  }),
  implement(invitations.invitationSettings, (ctx) => readSettings(ctx)),
  implement(invitations.changeInvitationSettings, async (ctx, { body }) => {
    await ctx.transaction((tx) => changeSettings(ctx, tx, body));
    return OK;
  }),
  implement(applications.applicationReview, (ctx, { params }) => readReview(ctx, params.id)),
  implement(applications.acceptApplication, (ctx, { params, body }) =>
    ctx.transaction((tx) => acceptApplication(ctx, tx, params.id, body.child_id)),
  ),
  implement(applications.refuseApplication, async (ctx, { params, body }) => {
    await ctx.transaction((tx) => refuseApplication(ctx, tx, params.id, body.reason));
    return OK;
  }),
  implement(registration.checkInvitation, (ctx, { body }) => checkCode(ctx, body.invitation_code, CODE_TYPE.single)),
  implement(registration.checkGroupInvitation, (ctx, { body }) =>
    checkCode(ctx, body.invitation_code, CODE_TYPE.group),
  ),
  implement(registration.sendRegistrationCode, (ctx, { body }) => sendCode(ctx, body)),
  implement(registration.applyByInvitation, (ctx, { body: { invitation_code, ...person } }) =>
    applyWith(ctx, invitation_code, [CODE_TYPE.single], 'enrol', person),
  ),
  implement(registration.applyByGroupInvitation, (ctx, { body: { invitation_code, ...person } }) =>
    applyWith(ctx, invitation_code, [CODE_TYPE.group], 'enrol', person),
  ),
  implement(registration.signUpOnly, (ctx, { params, body }) =>
    applyWith(ctx, params.code, undefined, 'account', body),
  ),
];
