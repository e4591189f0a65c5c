import { OPEN } from '../../../platform/access/server/rights.ts';
import { staffRoles } from '../../../platform/access/server/staff-roles.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import { accountContext, orgContext, requestContext } from '../../../platform/context/server/make-context.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { membershipsOf } from '../../../platform/identity/server/queries/memberships.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource, toList, wireRows } from '../../../platform/resources/server/reading.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { display } from '../../../platform/schema/columns.ts';
import { mayBeSeen } from '../../../platform/schema/field-rights.ts';
import { readableValue } from '../../../platform/schema/references.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { minuteOf } from '../../../platform/schema/wall-clock.ts';

/** Shown in place of a value that the reader does not see. */
export const UNSEEN = '—';

/** A person in one of their roles. */
export interface Person {
  userId: string;
  roleId: number;
}

/**
 * The context of a person in a role, with the rights of this moment; undefined where the person has lost the role.
 *
 * @param runId Names the work in the operation log
 */
export async function contextAs(
  services: Services,
  orgId: string,
  { userId, roleId }: Person,
  runId: string,
): Promise<OrgContext | undefined> {
  const [[org]] = await services.db.read({ orgId, userId: null }, [orgById(orgId)]);
  if (!org) return undefined;
  const claim = { orgId, orgType: String(org.org_type), roleId: String(roleId) };
  try {
    const actor = await services.access.resolveActor(userId, claim);
    const caller = { userId, sessionId: runId, chainId: runId, appKind: 'web' as const };
    const request = requestContext({
      services,
      caller,
      actor,
      requestId: runId,
      appKind: 'web',
      address: '',
      device: '自动化',
    });
    return orgContext(accountContext(request, caller), actor, async () => {
      throw new AppError('PSY_INVALID_SECONDARY_TOKEN');
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'AC_ORG_ROLE_FORBIDDEN') return undefined;
    throw error;
  }
}

/** The roles of a member of staff, as people; empty for an account that is disabled or has left. */
export async function rolesOfPerson({ db, clock, access }: Services, orgId: string, userId: string): Promise<Person[]> {
  if (!(await access.isEnabled(userId))) return [];
  const [memberships] = await db.read({ orgId, userId: null }, [membershipsOf(orgId, userId, nowIso(clock))]);
  return staffRoles(memberships).map(({ roleId }) => ({ userId, roleId }));
}

/** A row with the fields and masks of one reader. */
export interface SeenRow {
  schema: EntitySchema;
  row: Row;
}

/** A row as the person of a context sees it in lists; undefined where it is out of reach. */
export async function rowAs(ctx: OrgContext, schema: EntitySchema, rowId: string): Promise<SeenRow | undefined> {
  const { access, resources } = ctx.services;
  const { $id: name, 'x-resource': meta } = schema;
  if (!access.decide(ctx.actor, meta.area, OPEN)) return undefined;
  const { entity, rows } = toList(resolveResource(ctx, name, resources.hooksFor(schema)));
  const [stored] = await ctx.read([rowsOfIds(rows, [rowId])]);
  const [row] = await wireRows(ctx, entity, stored);
  return row && { schema: entity.schema, row };
}

/** A value of a row as its reader sees it. */
export function wordsIn({ schema, row }: SeenRow, name: string): string {
  const field = schema.properties[name];
  if (!field || field['x-hidden']) return UNSEEN;
  const value = readableValue(row, name);
  if (field.format === 'date-time' && typeof value === 'string') return minuteOf(Date.parse(value));
  return display(field, value);
}

/** Whether the role of a seen schema has a value without a mask. */
export const isInClear = ({ properties }: EntitySchema, name: string, roleId: number): boolean => {
  const field = properties[name];
  return field !== undefined && !field['x-hidden'] && !field['x-mask'] && mayBeSeen(field, roleId);
};
