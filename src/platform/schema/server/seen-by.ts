import { mayBeSeen, mayBeWritten } from '../field-rights.ts';
import { MASK_KINDS, type EntitySchema, type FieldSchema, type MaskKind } from '../types.ts';
import { versionOf, type Entity } from './entity.ts';

/**
 * The viewer of an entity: the role, the kind of school, the kinds of values seen in clear, those that may be revealed,
 * and the areas whose values (`x-area`) are shown.
 */
export interface Viewer {
  roleId: number;
  eduLevel: number | null;
  reveals: (kind: MaskKind) => boolean;
  asks: (kind: MaskKind) => boolean;
  opens: (area: string) => boolean;
}

/**
 * Hides a field that other kinds of school have, that the role does not see, or whose areas the viewer does not open;
 * marks a field that the role does not write as read-only; removes the mask of kinds seen in clear, and marks kinds
 * that may be revealed.
 */
function seenField(given: FieldSchema, { roleId, eduLevel, reveals, asks, opens }: Viewer): FieldSchema {
  const { 'x-edu-levels': levels, 'x-area': areas } = given;
  if (levels && !(eduLevel !== null && levels.includes(eduLevel))) return { ...given, 'x-hidden': true };
  if (areas && !areas.some(opens)) return { ...given, 'x-hidden': true };
  if (!mayBeSeen(given, roleId)) return given['x-hidden'] ? given : { ...given, 'x-hidden': true, 'x-unseen': true };
  const field = mayBeWritten(given, roleId) ? given : readOnly(given);
  const { 'x-mask': mask, ...open } = field;
  if (!mask) return field;
  if (reveals(mask)) return open;
  return asks(mask) ? { ...field, 'x-reveal': true } : field;
}

/** The place in the form stays: it tells such a field from one that only the system writes. */
const readOnly = ({ 'x-sheet': sheet, ...field }: FieldSchema): FieldSchema => ({
  ...field,
  readOnly: true,
  ...(sheet && { 'x-sheet': { ...sheet, import: false } }),
});

/** What viewers of an entity differ in, computed once per entity. */
interface Differences {
  byRole: boolean;
  areas: readonly string[];
}
const differences = new WeakMap<Entity, Differences>();

function differencesOf(entity: Entity): Differences {
  let made = differences.get(entity);
  if (!made) {
    const fields = Object.values(entity.schema.properties);
    made = {
      byRole: fields.some((field) => field['x-seen-by'] ?? field['x-written-by']),
      areas: [...new Set(fields.flatMap((field) => field['x-area'] ?? []))],
    };
    differences.set(entity, made);
  }
  return made;
}

const listed = new WeakMap<Entity, Entity>();

/** An entity as in lists, files and answers to a change: without fields that only the details show. */
export function inLists(entity: Entity): Entity {
  let made = listed.get(entity);
  if (!made) {
    const { schema } = entity;
    const isListed = ([, field]: [string, FieldSchema]) => field['x-confidential'] === undefined;
    made = Object.entries(schema.properties).every(isListed)
      ? entity
      : {
          ...entity,
          version: versionOf(`${entity.version} lists`),
          schema: {
            ...schema,
            properties: Object.fromEntries(
              Object.entries(schema.properties).map(([name, field]) => [
                name,
                isListed([name, field]) ? field : { ...field, 'x-hidden': true },
              ]),
            ),
          },
        };
    listed.set(entity, made);
  }
  return made;
}

/** The areas that decide about fields of an entity (`x-area`). */
export const areasOf = (entity: Entity): readonly string[] => differencesOf(entity).areas;

const seen = new WeakMap<Entity, Map<string, Entity>>();

/** An entity as a viewer sees it, shared by all viewers with equal rights. Bodies are validated by the entity itself. */
export function seenBy(entity: Entity, viewer: Viewer): Entity {
  const known = seen.get(entity) ?? new Map<string, Entity>();
  seen.set(entity, known);
  const { byRole, areas } = differencesOf(entity);
  const role = byRole ? viewer.roleId : '';
  const key = `${role} ${viewer.eduLevel ?? ''} ${MASK_KINDS.filter(viewer.reveals).join(' ')} ? ${MASK_KINDS.filter(viewer.asks).join(' ')} @ ${areas.filter(viewer.opens).join(' ')}`;
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
