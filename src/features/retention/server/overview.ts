import { RETENTION_YEARS } from '../../../platform/access/retention.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { Overview, putTerms as putTermsCall, Upcoming } from '../contract.ts';
import {
  DEFAULT_YEARS,
  PART_KINDS,
  QUARANTINE_DAYS,
  RETENTION_KINDS,
  UPCOMING_DAYS,
  type RetentionKind,
} from '../rules.ts';
import { countHolds } from './queries/holds.ts';
import { quarantinedStudents } from './queries/runs.ts';
import { otherHoldings } from './queries/students.ts';
import { putTerm } from './queries/terms.ts';
import { countsByChild, leavers, schoolTerms, totalOf, type Leaver } from './schedule.ts';

const sumOf = (of: readonly Leaver[], kind: RetentionKind) => ({
  students: of.length,
  total: of.reduce((sum, { counts }) => sum + totalOf(counts, [kind]), 0),
});

/** What is kept how long, how much there is of it, and what falls due. */
export async function readOverview(ctx: OrgContext): Promise<Overview> {
  const { orgId } = ctx.actor;
  const [terms, counts] = [await schoolTerms(ctx.read, orgId), await countsByChild(ctx.read, orgId)];
  const gone = await leavers(ctx, orgId, { terms, counts });
  const [others, [held], [quarantined]] = await ctx.read([
    otherHoldings(orgId),
    countHolds(orgId),
    quarantinedStudents(orgId),
  ]);
  const all = [...counts.values()];
  return {
    quarantine_days: QUARANTINE_DAYS,
    upcoming_days: UPCOMING_DAYS,
    kinds: RETENTION_KINDS.map((kind) => ({
      kind,
      years: terms[kind],
      default_years: kind === 'record' ? RETENTION_YEARS : Math.min(DEFAULT_YEARS[kind], terms.record),
      total: all.reduce((sum, own) => sum + (own[kind] ?? 0), 0),
      due: sumOf(
        gone.filter(({ due }) => due.includes(kind)),
        kind,
      ),
      soon: sumOf(
        gone.filter(({ due, soon }) => soon.includes(kind) && !due.includes(kind)),
        kind,
      ),
    })),
    others: others.map(({ kind, n, since }) => ({ kind, total: n, ...(since !== null && { since }) })),
    held: held?.n ?? 0,
    quarantined: quarantined?.n ?? 0,
  };
}

/**
 * Changes terms. Lists that wait for their approval are calculated with the new ones.
 *
 * @throws AppError PSY_INVALID_INPUT for a term that is longer than that of the whole record, or than what it depends
 *   on
 */
export async function changeTerms(ctx: OrgContext, tx: Tx, wanted: BodyOf<typeof putTermsCall>): Promise<void> {
  const { orgId } = ctx.actor;
  const before = await schoolTerms(inTransaction(ctx, tx).read, orgId);
  const after = { ...before, ...wanted };
  for (const kind of PART_KINDS)
    if (wanted[kind] !== undefined && wanted[kind] > before.record)
      throw invalidWithMessage(`/${kind}`, `不能超过完整记录的 ${before.record} 年`);
  if (after.crisis < after.intervention)
    throw invalidWithMessage(
      wanted.crisis === undefined ? '/intervention' : '/crisis',
      '干预记录属于个案：预警与个案的年限不能短于干预与咨询的年限',
    );
  const changed = PART_KINDS.filter((kind) => wanted[kind] !== undefined && wanted[kind] !== before[kind]);
  if (changed.length === 0) return;
  for (const kind of changed) await tx.run(putTerm(orgId, kind, after[kind]));
  const facts = (of: typeof before) =>
    Object.fromEntries(changed.map((kind) => [`retention_${kind}`, String(of[kind])]));
  await audit(tx, ctx, {
    act: 'update',
    resource: 'retention',
    rowId: orgId,
    rowLabel: labelOf('audit_resource', 'retention'),
    before: facts(before),
    after: facts(after),
  });
}

/** Students of whom something is due within the coming days, the earliest first. */
export async function readUpcoming(
  ctx: OrgContext,
  { page = 1, size = 20 }: { page?: number; size?: number },
): Promise<{ total: number; items: Upcoming[] }> {
  const { orgId } = ctx.actor;
  const [terms, counts] = [await schoolTerms(ctx.read, orgId), await countsByChild(ctx.read, orgId)];
  const listed = (await leavers(ctx, orgId, { terms, counts }))
    .filter(({ soon }) => soon.length > 0)
    .map((one) => ({ ...one, dueOn: one.soon.map((kind) => one.days[kind]).reduce((a, b) => (a < b ? a : b)) }))
    .sort((a, b) => a.dueOn.localeCompare(b.dueOn));
  return {
    total: listed.length,
    items: listed.slice((page - 1) * size, page * size).map((one) => ({
      child_id: one.childId,
      child_name: one.name,
      student_no: one.number,
      left_on: one.leftOn,
      due_on: one.dueOn,
      kinds: [...one.soon],
      total: totalOf(one.counts, one.soon),
      why: [...one.blockers],
    })),
  };
}
