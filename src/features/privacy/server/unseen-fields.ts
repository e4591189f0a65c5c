import type { OrgContext } from '../../../platform/context/server/context.ts';
import { spellingOf } from '../../../platform/schema/convert.ts';
import { mayBeSeen } from '../../../platform/schema/field-rights.ts';
import { fieldOfOwner } from '../../../platform/schema/file-fields.ts';
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

/**
 * Whether the role sees a name in `ext` of an entity: of fields in use, hidden and removed ones. A name that no
 * declaration covers any more, of a layer that was recalled or of a file that is gone, may have been restricted: it is
 * seen by roles that could declare it again.
 */
export async function seenNames(ctx: OrgContext): Promise<(entity: string | undefined, name: string) => boolean> {
  const former = await formerFields(ctx);
  const {
    actor,
    services: { access },
  } = ctx;
  const mayPublish = access.decide(actor, 'schema-studio', 'publish');
  const known = new Map(
    schemasOf(ctx).map(({ $id, properties }) => {
      const all = [...(former.get($id) ?? []), ...Object.entries(properties)];
      return [
        $id,
        new Map(
          all.flatMap(([name, field]) => [name, spellingOf(name)].map((one) => [one, mayBeSeen(field, actor.roleId)])),
        ),
      ];
    }),
  );
  return (entity = '', name) => known.get(entity)?.get(name) ?? mayPublish;
}

/** Whether the role sees what a file is attached to: a field of a row, or a record as a whole. */
export const seesOwner = (isSeen: Awaited<ReturnType<typeof seenNames>>, owner: unknown): boolean => {
  const of = fieldOfOwner(String(owner));
  return of === undefined || isSeen(of.entity, of.field);
};

/** Titles of the fields in use that the role does not see, and that a record therefore leaves out. */
export const unseenTitles = (ctx: OrgContext): string[] =>
  schemasOf(ctx).flatMap(({ title, properties }) =>
    Object.values(properties)
      .filter((field) => !field['x-hidden'] && !mayBeSeen(field, ctx.actor.roleId))
      .map((field) => `${title}的${field.title}`),
  );
