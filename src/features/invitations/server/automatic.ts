import { SYSTEM, systemIn } from '../../../platform/audit/server/operator.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { JobContext, JobKind } from '../../../platform/jobs/server/kinds.ts';
import { contextFor } from '../../../platform/jobs/server/requester.ts';
import { acceptApplication } from './decide-application.ts';
import * as store from './queries/applications.ts';
import { inviterOf } from './queries/invitations.ts';

/** Kind of the job that accepts a registration where the school does not review them. */
export const AUTOMATIC = 'registration';

/** What the policies call the students of a school, and what acceptance does there. */
const STUDENTS = 'org-manage/student';
const ACTS = ['create', 'register'];

/** Whether the maker may do by hand what happens here: inviting alone is no right to create students. */
const mayAccept = ({ actor, services: { access } }: OrgContext): boolean =>
  ACTS.every((act) => access.decide(actor, STUDENTS, act));

/** The maker's rights, in the name of the system: the maker did not look at this registration. */
const asSystem = (ctx: OrgContext, tx: Tx): OrgContext => ({
  ...inTransaction(ctx, tx),
  caller: { ...ctx.caller, userId: SYSTEM },
});

/**
 * Accepts a registration with the rights of the person who made the invitation. An applicant who may be a student on
 * the roll waits for a person all the same: otherwise an invitation would open the account of any student whose name
 * and number are known.
 *
 * @returns Whether it was accepted
 */
async function acceptNew(ctx: OrgContext, tx: Tx, id: string): Promise<boolean> {
  const { orgId } = ctx.actor;
  if (!mayAccept(ctx)) return false;
  const all = { kind: 'all' } as const;
  const [application] = await tx.run(store.applicationById(orgId, all, id));
  if (application?.status !== 'pending') return false;
  const [like, [others], [inviter]] = await tx.batch([
    store.studentsLike(orgId, all, application),
    store.othersWithNumber(orgId, id, application.student_no),
    inviterOf(orgId, application.invitation_id),
  ]);
  if (like.length > 0 || (others?.n ?? 0) > 0) return false;
  await acceptApplication(asSystem(ctx, tx), tx, id, undefined, {
    userId: null,
    auditor: { ...systemIn(ctx.services, orgId), address: ctx.address, requestId: ctx.requestId },
    note: inviter ? `凭${inviter.real_name}的邀请自动通过` : '自动通过',
  });
  return true;
}

async function run(context: JobContext): Promise<void> {
  const {
    services,
    job: { tenant: orgId, subject },
  } = context;
  if (orgId === null) throw new Error('a registration belongs to a school');
  const { requester } = await context.request();
  const log = (outcome: string) => services.log.info({ org_id: orgId, outcome }, 'registration without a review');
  try {
    const ctx = await contextFor(services, orgId, requester);
    const accepted = await ctx.transaction((tx) => {
      context.guard(tx);
      return acceptNew(ctx, tx, subject);
    });
    log(accepted ? 'accepted' : 'left to a person');
  } catch (error) {
    // A refusal is no failure of the work: the registration waits for a person.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    log(error.code);
  }
}

export const automaticAcceptance: JobKind = {
  name: AUTOMATIC,
  slots: 1,
  leaseMs: 30_000,
  maxAttempts: 3,
  maxCrashes: 3,
  run,
};
