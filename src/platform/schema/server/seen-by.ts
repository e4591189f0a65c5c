import { MASK_KINDS, type EntitySchema, type FieldSchema, type MaskKind } from '../types.ts';
import { versionOf, type Entity } from './entity.ts';

/** Whoever looks at an entity: at a school of which kind, what they see in clear, and what they may ask for. */
export interface Viewer {
  eduLevel: number | null;
  reveals: (kind: MaskKind) => boolean;
  asks: (kind: MaskKind) => boolean;
}

/**
 * Other kinds of school do not have a field that is for some; what is seen in clear is not masked, and what may be
 * asked for says so.
 */
function seenField(field: FieldSchema, { eduLevel, reveals, asks }: Viewer): FieldSchema {
  const { 'x-edu-levels': levels, 'x-mask': mask, ...open } = field;
  if (levels && !(eduLevel !== null && levels.includes(eduLevel))) return { ...field, 'x-hidden': true };
  if (!mask) return field;
  return reveals(mask) ? open : asks(mask) ? { ...field, 'x-reveal': true } : field;
}

const listed = new WeakMap<Entity, Entity>();

/** An entity as lists, files and answers to a change show it: without what is told in details alone. */
export function inLists(entity: Entity): Entity {
  let made = listed.get(entity);
  if (!made) {
    const { schema } = entity;
    const isTold = ([, field]: [string, FieldSchema]) => field['x-confidential'] === undefined;
    made = Object.entries(schema.properties).every(isTold)
      ? entity
      : {
          ...entity,
          version: versionOf(`${entity.version} lists`),
          schema: {
            ...schema,
            properties: Object.fromEntries(
              Object.entries(schema.properties).map(([name, field]) => [
                name,
                isTold([name, field]) ? field : { ...field, 'x-hidden': true },
              ]),
            ),
          },
        };
    listed.set(entity, made);
  }
  return made;
}

const seen = new WeakMap<Entity, Map<string, Entity>>();

/**
 * An entity as a viewer has it, the same one for all who agree in what matters. Bodies are checked by the entity
 * itself.
 */
export function seenBy(entity: Entity, viewer: Viewer): Entity {
  const known = seen.get(entity) ?? new Map<string, Entity>();
  seen.set(entity, known);
  const key = `${viewer.eduLevel ?? ''} ${MASK_KINDS.filter(viewer.reveals).join(' ')} ? ${MASK_KINDS.filter(viewer.asks).join(' ')}`;
  let made = known.get(key);
  if (!made) {
    const properties = Object.fromEntries(
      Object.entries(entity.schema.properties).map(([name, field]) => [name, seenField(field, viewer)]),
    );
    const schema: EntitySchema = { ...entity.schema, properties };
    const isSame = Object.entries(properties).every(([name, field]) => field === entity.schema.properties[name]);
    known.set(key, (made = isSame ? entity : { ...entity, schema, version: versionOf(`${entity.version} ${key}`) }));
  }
  return made;
}
