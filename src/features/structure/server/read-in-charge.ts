import type { OrgContext } from '../../../platform/context/server/context.ts';
import { gradeId } from '../../organisation/public.ts';
import { activeTeachers } from '../../staff/server/public.ts';
import type { InCharge, Person } from '../contract.ts';
import { chargeRole, includesCharge, type Charge } from './put-in-charge.ts';
import { inChargeOf } from './queries.ts';

/** Enabled teachers in charge of a grade or class. */
export async function holdersOf(
  { actor: { orgId }, services: { db } }: OrgContext,
  charge: Charge,
): Promise<{ items: Person[] }> {
  const [rows] = await db.read({ orgId, userId: null }, [inChargeOf(orgId)]);
  return {
    items: rows
      .filter(({ enabled, role_extend }) => enabled && includesCharge(role_extend, charge))
      .map(({ user_id, teacher_name }) => ({ user_id, real_name: teacher_name })),
  };
}

/** People in charge of all grades and classes, the candidates, and what the caller may change. */
export async function everyoneInCharge(ctx: OrgContext): Promise<InCharge> {
  const { orgId } = ctx.actor;
  const [rows, people] = await ctx.services.db.read({ orgId, userId: null }, [
    inChargeOf(orgId),
    activeTeachers(orgId),
  ]);
  const active = rows.filter(({ enabled }) => enabled);
  return {
    grades: active.flatMap(({ user_id, role_extend: { grade_combos = [] } }) =>
      grade_combos.map(({ period, grade }) => ({ grade_id: gradeId(period, grade), user_id })),
    ),
    classes: active.flatMap(({ user_id, role_extend: { class_ids = [] } }) =>
      class_ids.map((class_id) => ({ class_id, user_id })),
    ),
    people,
    may: { grades: chargeRole(ctx, 'grade') !== undefined, classes: chargeRole(ctx, 'class') !== undefined },
  };
}
