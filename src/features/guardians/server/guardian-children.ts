import { notFoundInScope } from '../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { codesOf, labelOf } from '../../../platform/schema/labels.ts';
import { STUDENT_NOT_REACHED, studentsReached } from '../../students/server/public.ts';
import { lockGuardian } from './lock-guardian.ts';
import { changeRelation, deleteLink, insertLinks, linkOf } from './queries/guardians.ts';

const RELATIONS = codesOf('guardian_relation');

interface Link {
  guardianId: string;
  childId: string;
}
type Relation = { child_id: string; relation: number };

function requireRelation(relation: number): void {
  if (!RELATIONS.has(String(relation))) throw invalid('/relation', '请从列出的选项中选择');
}

/** Changes the link of a guardian to a child, both within the role's scope. Changes of one guardian are serialised. */
async function changing(
  ctx: OrgContext,
  tx: Tx,
  { guardianId, childId }: Link,
  work: (was: number | undefined) => Promise<{ before?: Relation; after?: Relation } | undefined>,
): Promise<{ ok: true }> {
  const {
    actor,
    services: { access },
  } = ctx;
  const name = await lockGuardian(tx, ctx, guardianId);
  const scope = access.scope(actor, 'student');
  const [child] = await tx.run(studentsReached(actor.orgId, scope, [childId]));
  if (!child)
    throw notFoundInScope(scope, {
      message: STUDENT_NOT_REACHED,
      details: [{ field: '/child_id', message: STUDENT_NOT_REACHED }],
    });
  const [link] = await tx.run(linkOf(actor.orgId, guardianId, childId));
  const change = await work(link?.relation);
  if (change)
    await audit(tx, ctx, { act: 'update', resource: 'guardian', rowId: guardianId, rowLabel: name, ...change });
  return { ok: true };
}

/**
 * Links another child to a guardian.
 *
 * @throws AppError `notFoundInScope`, PSY_INVALID_INPUT; PSY_CONFLICT when the link exists
 */
export async function linkChild(ctx: OrgContext, tx: Tx, link: Link, relation: number): Promise<{ ok: true }> {
  requireRelation(relation);
  return changing(ctx, tx, link, async (was) => {
    if (was !== undefined)
      throw new AppError('PSY_CONFLICT', { message: `这个孩子已经关联，关系是${labelOf('guardian_relation', was)}` });
    await tx.run(
      insertLinks([{ org_id: ctx.actor.orgId, guardian_id: link.guardianId, child_id: link.childId, relation }]),
    );
    return { after: { child_id: link.childId, relation } };
  });
}

/**
 * Changes the relation of a guardian to a child.
 *
 * @throws AppError `notFoundInScope`, PSY_INVALID_INPUT; PSY_NOT_FOUND without a link
 */
export async function setRelation(ctx: OrgContext, tx: Tx, link: Link, relation: number): Promise<{ ok: true }> {
  requireRelation(relation);
  return changing(ctx, tx, link, async (was) => {
    if (was === undefined) throw new AppError('PSY_NOT_FOUND');
    if (was === relation) return undefined;
    await tx.run(changeRelation(ctx.actor.orgId, link.guardianId, link.childId, relation));
    return { before: { child_id: link.childId, relation: was }, after: { child_id: link.childId, relation } };
  });
}

/**
 * Unlinks a child; the guardian stays.
 *
 * @throws AppError as `setRelation`
 */
export const unlinkChild = (ctx: OrgContext, tx: Tx, link: Link): Promise<{ ok: true }> =>
  changing(ctx, tx, link, async (was) => {
    if (was === undefined) throw new AppError('PSY_NOT_FOUND');
    await tx.run(deleteLink(ctx.actor.orgId, link.guardianId, link.childId));
    return { before: { child_id: link.childId, relation: was } };
  });
