import type { OrgContext } from '../../../platform/context/server/context.ts';
import { spellingOf } from '../../../platform/schema/convert.ts';
import { mayBeSeen } from '../../../platform/schema/field-rights.ts';
import { isObject, own } from '../../../platform/schema/json.ts';
import { allVersions } from '../../../platform/schema/server/queries/published-overlays.ts';
import type { EntitySchema, FieldSchema } from '../../../platform/schema/types.ts';

const schemasOf = ({ actor, services }: OrgContext): EntitySchema[] =>
  Object.values(services.schemas.all(actor.orgId).resources);

/** The last declarations of fields that a tenant's studio has removed, by entity. */
async function formerFields(ctx: OrgContext): Promise<ReadonlyMap<string, ReadonlyMap<string, FieldSchema>>> {
  const [versions] = await ctx.read([allVersions(ctx.actor.orgId)]);
  const found = new Map<string, Map<string, FieldSchema>>();
  for (const { entity, document } of versions) {
    const fields = found.get(entity) ?? new Map<string, FieldSchema>();
    found.set(entity, fields);
    const properties = own(document, 'properties');
    for (const [name, field] of Object.entries(isObject(properties) ? properties : {}))
      if (isObject(field) && !fields.has(name)) fields.set(name, field as unknown as FieldSchema); // was valid when published
  }
  return found;
}

/** Names in `ext` that the role does not see, by entity: of fields in use, hidden and removed ones. */
export async function unseenNames(ctx: OrgContext): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const former = await formerFields(ctx);
  const { roleId } = ctx.actor;
  return new Map(
    schemasOf(ctx).map(({ $id, properties }) => {
      const all = new Map([...(former.get($id) ?? []), ...Object.entries(properties)]);
      const unseen = [...all].filter(([, field]) => !mayBeSeen(field, roleId)).map(([name]) => name);
      return [$id, new Set(unseen.flatMap((name) => [name, spellingOf(name)]))];
    }),
  );
}

/** Titles of the fields in use that the role does not see, and that a record therefore leaves out. */
export const unseenTitles = (ctx: OrgContext): string[] =>
  schemasOf(ctx).flatMap(({ title, properties }) =>
    Object.values(properties)
      .filter((field) => !field['x-hidden'] && !mayBeSeen(field, ctx.actor.roleId))
      .map((field) => `${title}的${field.title}`),
  );
