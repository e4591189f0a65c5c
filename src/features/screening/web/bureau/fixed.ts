import type { Entity } from '../../../../platform/resources/contract/entity.ts';

/** The fields that a plan always fixes. */
const FIXED = ['scale_ids', 'norm_sets'];

const cache = new WeakMap<Entity, Entity>();

/** The entity of screenings whose form leaves out what the institution's plan fixes. */
export function withoutFixed(entity: Entity): Entity {
  const known = cache.get(entity);
  if (known) return known;
  const properties = Object.fromEntries(
    Object.entries(entity.schema.properties).map(([name, field]) => {
      if (!FIXED.includes(name)) return [name, field];
      const { 'x-form': _, ...rest } = field;
      return [name, rest];
    }),
  );
  const made = { ...entity, schema: { ...entity.schema, properties } };
  cache.set(entity, made);
  return made;
}
