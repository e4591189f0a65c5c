import { filesKeyOf } from './file-fields.ts';
import { pointer } from './json.ts';
import { nearest, type Finding } from './problem.ts';
import { isSeveral, type EntitySchema, type FieldKind, type FieldSchema } from './types.ts';

/** Entities by which scopes divide rows: of an own resource, those that refer to one of them. */
export const SCOPED_ENTITIES = ['student', 'class', 'school'] as const;
export type ScopedEntity = (typeof SCOPED_ENTITIES)[number];

/** The entity of the staff, whose ids are those of their accounts. */
export const STAFF = 'teacher';

/** Kinds whose values are ids of rows of one entity. */
const ENTITY_OF: Partial<Readonly<Record<FieldKind, string>>> = {
  class: 'class',
  year: 'year',
  college: 'college',
  major: 'major',
  department: 'department',
  staff: STAFF,
};

/** The entity whose row a value of the field is the id of; undefined where it is no id. */
export function referredEntity({ 'x-kind': kind, 'x-of': of }: FieldSchema): string | undefined {
  if (kind === undefined || kind === 'row' || kind === 'rows') return of;
  return ENTITY_OF[kind];
}

/** Whether a value of the field names one member of the staff. */
export const namesStaff = (field: FieldSchema | undefined): boolean =>
  field !== undefined && referredEntity(field) === STAFF && !isSeveral(field);

/** A field of a tenant whose values are ids of rows of an entity. */
export interface Reference {
  field: string;
  entity: string;
  /** The values are lists of ids. */
  several: boolean;
}

const known = new WeakMap<EntitySchema, readonly Reference[]>();

/**
 * The references among the tenant's own fields, hidden ones too. References of the core's fields are validated, named
 * and kept by the features.
 */
export function ownReferences(schema: EntitySchema): readonly Reference[] {
  const found = known.get(schema);
  if (found) return found;
  const made = Object.entries(schema.properties).flatMap(([field, of]) => {
    const entity = of['x-tenant'] ? referredEntity(of) : undefined;
    return entity === undefined ? [] : [{ field, entity, several: isSeveral(of) }];
  });
  known.set(schema, made);
  return made;
}

/** The references that decide in whose scope a row of an own resource is. */
export const dividingReferences = (schema: EntitySchema): (Reference & { entity: ScopedEntity })[] =>
  ownReferences(schema).flatMap(({ entity, ...one }) => {
    const scoped = SCOPED_ENTITIES.find((each) => each === entity);
    return scoped === undefined ? [] : [{ ...one, entity: scoped }];
  });

/** Key of a row on the wire with the name of what a reference refers to; of several, the names. No field is so called. */
export const nameKeyOf = (field: string): string => `${field}:name`;

/**
 * The value of a field as a person reads it: the name or names of what it refers to, or its files, where the row has
 * them.
 */
export const readableValue = (row: Readonly<Record<string, unknown>>, field: string): unknown =>
  row[nameKeyOf(field)] ?? row[filesKeyOf(field)] ?? row[field];

/**
 * References to entities that there are not.
 *
 * @param known Names of all entities that a field may refer to
 */
export const findUnknownReferences = (
  { properties }: Pick<EntitySchema, 'properties'>,
  known: readonly string[],
): Finding[] =>
  Object.entries(properties).flatMap(([name, { 'x-of': of }]) => {
    if (of === undefined || known.includes(of)) return [];
    const near = nearest(of, known);
    return [
      {
        pointer: pointer('properties', name, 'x-of'),
        reason: `没有名为 ${of} 的实体`,
        fix: near === undefined ? `改为 ${known.join('、')} 之一` : `是不是 ${near}？可以写 ${known.join('、')}`,
      },
    ];
  });
