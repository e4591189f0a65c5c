import { schoolsReached } from '../../../platform/access/server/queries/school-rows.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import type { Audience, Choices } from '../contract/writing.ts';
import type { StoredAnnouncement } from './queries/tables.ts';
import * as store from './queries/writing.ts';

/**
 * The announcements that the caller manages: all of the organisation, or the own ones where the role reaches some
 * schools only.
 */
export function writerOf({ actor, caller, services: { access } }: OrgContext): store.Writer {
  const limited = actor.orgType === ORG_TYPE.institution && access.scope(actor, 'school').kind !== 'all';
  return { orgId: actor.orgId, ...(limited && { onlyBy: caller.userId }) };
}

/** What the caller may address. */
export async function readChoices(ctx: OrgContext): Promise<Choices> {
  const { actor, services } = ctx;
  const { grants } = services.access;
  const institution = actor.orgType === ORG_TYPE.institution;
  const scope = services.access.scope(actor, 'school');
  const [schools] = institution ? await ctx.read([schoolsReached(actor.orgId, scope)]) : [[]];
  return {
    own_roles: [...grants.rolesIn(actor.orgType)],
    school_roles: institution ? [...grants.rolesIn(ORG_TYPE.school)] : [],
    schools: schools.map(({ org_id, org_name }) => ({ school_id: org_id, school_name: org_name })),
    may_all_schools: institution && scope.kind === 'all',
  };
}

const refuse = (message: string) => invalidWithMessage('/audience', message);

/**
 * Checks that the caller may address an audience.
 *
 * @throws AppError PSY_INVALID_INPUT
 */
export async function checkAudience(ctx: OrgContext, tx: Tx, audience: Audience): Promise<void> {
  const { actor, services } = ctx;
  const { grants } = services.access;
  const institution = actor.orgType === ORG_TYPE.institution;
  const roles = new Set([...grants.rolesIn(actor.orgType), ...(institution ? grants.rolesIn(ORG_TYPE.school) : [])]);
  if (audience.role_ids.some((role) => !roles.has(role))) throw refuse('有角色不属于本单位，请重新选择');
  if (!institution) {
    if (audience.all_schools || audience.school_ids.length > 0) throw refuse('学校只能发给本校');
    const known = await tx.run(store.knownClasses(actor.orgId, audience.class_ids));
    if (known.length < audience.class_ids.length) throw refuse('有班级不存在或已被删除，请重新选择');
    return;
  }
  if (audience.grades.length > 0 || audience.class_ids.length > 0) throw refuse('机构不能限定年级和班级');
  const scope = services.access.scope(actor, 'school');
  if (audience.all_schools && scope.kind !== 'all') throw refuse('您只能发给您负责的学校，请逐所选择');
  const reached = new Set((await tx.run(schoolsReached(actor.orgId, scope))).map(({ org_id }) => org_id));
  if (audience.school_ids.some((id) => !reached.has(id))) throw refuse('有学校不在您负责的范围内，请重新选择');
}

/**
 * Requires schools where an institution addresses their people.
 *
 * @throws AppError PSY_INVALID_INPUT
 */
export function requireSchools({ actor, services: { access } }: OrgContext, audience: Audience): void {
  if (actor.orgType !== ORG_TYPE.institution || audience.all_schools || audience.school_ids.length > 0) return;
  const own = access.grants.rolesIn(actor.orgType);
  if (audience.to_students || audience.to_guardians || audience.role_ids.some((role) => !own.includes(role)))
    throw invalidWithMessage('/audience', '请选择发给哪些学校');
}

/** Whom an announcement addresses, as the wire has it. */
export const audienceOf = (row: StoredAnnouncement): Audience => ({
  role_ids: row.role_ids,
  to_students: row.to_students,
  to_guardians: row.to_guardians,
  grades: row.grades,
  class_ids: row.class_ids,
  all_schools: row.all_schools,
  school_ids: row.school_ids,
});

/**
 * Locks an announcement that the caller manages.
 *
 * @throws AppError PSY_NOT_FOUND
 */
export async function lockOwn(ctx: OrgContext, tx: Tx, id: string) {
  const [row] = await tx.run(store.lockWritten(writerOf(ctx), id));
  if (!row) throw new AppError('PSY_NOT_FOUND');
  return row;
}
export type OwnRow = Awaited<ReturnType<typeof lockOwn>>;

export const conflict = (message: string) => new AppError('PSY_CONFLICT', { message });

/** @throws AppError PSY_CONFLICT where the row has changed since the caller read it */
export function requireVersion({ version, updated_by_name }: OwnRow, read: number): void {
  if (version !== read) throw conflict(`${updated_by_name ?? '有人'}刚刚修改过这一篇，请刷新后再改`);
}

export const stateOf = (id: string, version: number, status: string) => ({ announcement_id: id, version, status });
