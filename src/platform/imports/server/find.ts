import type { OrgContext } from '../../context/server/context.ts';
import { PAGE_SIZE_DEFAULT } from '../../contract/common.ts';
import { AppError } from '../../errors/app-error.ts';
import { entityFor } from '../../resources/server/scoped-rows.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { own } from '../../schema/json.ts';
import type { FieldSchema } from '../../schema/types.ts';
import type { Import } from '../contract.ts';
import { importById, importsOf, type ImportFacts } from './queries/imports.ts';
import { KEPT_MS, shownImport } from './state.ts';

/**
 * A user with all rows of a resource in scope manages all its imports; others manage those that they created in the
 * same role.
 */
const reachesAll = ({ actor, services: { access } }: OrgContext, resource: string): boolean =>
  access.scope(actor, resource).kind === 'all';
const isOwn = ({ actor, caller }: OrgContext, { user_id, role_id }: ImportFacts): boolean =>
  user_id === caller.userId && role_id === actor.roleId;

/** What keeps the caller from reading an import as it was uploaded: fields that are hidden now, and masked ones. */
export interface Unclear {
  hidden: boolean;
  masked: ReadonlySet<string>;
}

/**
 * What an import of another person or role has that the caller does not see in clear now; undefined where that is
 * nothing.
 */
export function unclearIn(ctx: OrgContext, facts: ImportFacts): Unclear | undefined {
  if (isOwn(ctx, facts)) return undefined;
  const { properties } = entityFor(ctx, facts.resource).schema;
  const fields = (facts.found?.layout.fields ?? []).map(({ field }) => ({
    field,
    known: own(properties, field) as FieldSchema | undefined,
  }));
  const hidden = fields.some(({ known }) => !known || known['x-hidden'] === true);
  // The schema of a role has no mask where the role sees the kind of value in clear.
  const masked = new Set(fields.flatMap(({ field, known }) => (known?.['x-mask'] ? [field] : [])));
  return hidden || masked.size > 0 ? { hidden, masked } : undefined;
}

/** @throws AppError PSY_NOT_FOUND where this resource has no such import, or the caller may not manage it */
export async function requireImport(ctx: OrgContext, resource: string, importId: string): Promise<ImportFacts> {
  const [[facts]] = await ctx.read([importById(ctx.actor.orgId, importId)]);
  if (!facts || facts.resource !== resource || !(isOwn(ctx, facts) || reachesAll(ctx, resource)))
    throw new AppError('PSY_NOT_FOUND');
  return facts;
}

/** The imports that are still kept, the latest first. */
export async function recentImports(
  ctx: OrgContext,
  resource: string,
  { page = 1, size = PAGE_SIZE_DEFAULT }: { page?: number; size?: number },
): Promise<{ total: number; items: Import[] }> {
  const {
    actor: { orgId },
    caller: { userId },
    services: { clock },
  } = ctx;
  const all = reachesAll(ctx, resource);
  const [found] = await ctx.read([
    importsOf(orgId, isoTime(clock.now() - KEPT_MS), resource, all ? undefined : userId),
  ]);
  const mine = all ? found : found.filter((facts) => isOwn(ctx, facts));
  return {
    total: mine.length,
    items: mine.slice((page - 1) * size, page * size).map((facts) => shownImport(ctx, facts)),
  };
}
