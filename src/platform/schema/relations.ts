import { variablesOf } from './expressions/check-expression.ts';
import { ownReferences, type Reference } from './references.ts';
import type { EntitySchema } from './types.ts';

/** A value that computed fields take from the rows that a reference names, for example `equipment.price`. */
export interface Related extends Reference {
  /** As expressions name it. */
  name: string;
  /** The field of the other rows. */
  of: string;
}

/** The field of the row itself that a variable begins with. */
export const baseOf = (variable: string): string => variable.split('.', 1)[0] ?? variable;
export const isRelated = (variable: string): boolean => variable.includes('.');

/** What a variable takes from related rows; undefined where its field is no reference. */
export function relatedBy(schema: EntitySchema, variable: string): Related | undefined {
  const [field, of, ...deeper] = variable.split('.');
  const reference = ownReferences(schema).find((one) => one.field === field);
  return !reference || of === undefined || deeper.length > 0 ? undefined : { ...reference, name: variable, of };
}

const known = new WeakMap<EntitySchema, readonly Related[]>();

/** Everything that the computed fields of a schema take from related rows. */
export function relatedIn(schema: EntitySchema): readonly Related[] {
  const found = known.get(schema);
  if (found) return found;
  const names = Object.values(schema.properties).flatMap((field) => variablesOf(field['x-computed']).filter(isRelated));
  const made = [...new Set(names)].flatMap((name) => relatedBy(schema, name) ?? []);
  known.set(schema, made);
  return made;
}
