import type { StateValue, States, Transition } from '../../../../platform/schema/states.ts';
import type { EntitySchema, FieldSchema } from '../../../../platform/schema/types.ts';
import { freeName, withField, withPlace, withRequired } from '../draft.ts';

/** The states of a draft, with the final ones. */
export interface StatesDraft extends States {
  settled: readonly StateValue[];
}

/** Options fields of the school itself that can hold the state of a row. */
export const possibleFields = ({ properties }: EntitySchema, core: readonly string[]): [string, FieldSchema][] =>
  Object.entries(properties).filter(
    ([name, field]) => !core.includes(name) && field.enum !== undefined && !field['x-hidden'] && !field['x-mask'],
  );

/** Fields that a person can fill in with a transition. */
export const fillableFields = ({ properties }: EntitySchema): [string, FieldSchema][] =>
  Object.entries(properties).filter(([, field]) => !field['x-hidden'] && field['x-form']?.on.includes('edit') === true);

/** The states of a schema. */
export function statesOf({ 'x-resource': { states, settled } }: EntitySchema): StatesDraft | undefined {
  return states && { ...states, settled: settled?.field === states.field ? settled.values : [] };
}

/** States in a field that has none: its first option, and one transition to the second. */
export function newStates(name: string, field: FieldSchema): StatesDraft {
  const [initial = '', next = initial] = field.enum ?? [];
  return { field: name, initial, settled: [], transitions: [newTransition([], initial, next)] };
}

export const newTransition = (others: readonly Transition[], from: StateValue, to: StateValue): Transition => ({
  key: freeName(
    others.map(({ key }) => key),
    'move',
  ),
  label: '',
  from: [from],
  to,
});

/** The field as people fill it in again, without states. */
function asOptions(schema: EntitySchema, base: EntitySchema, name: string): EntitySchema {
  const field = schema.properties[name];
  if (!field) return schema;
  const { readOnly: _, ...rest } = field;
  return withPlace(withField(schema, name, rest), base, name, 'x-form', true);
}

/** The field as only transitions write it. */
function asState(schema: EntitySchema, name: string): EntitySchema {
  const field = schema.properties[name];
  if (!field) return schema;
  const { 'x-form': _, default: __, ...rest } = field;
  const sheet = { ...field['x-sheet'], import: false };
  return withRequired(withField(schema, name, { ...rest, readOnly: true, 'x-sheet': sheet }), name, false);
}

/** The schema with other states, or without any. */
export function withStates(schema: EntitySchema, base: EntitySchema, draft: StatesDraft | undefined): EntitySchema {
  const before = schema['x-resource'].states?.field;
  const freed = before !== undefined && before !== draft?.field ? asOptions(schema, base, before) : schema;
  const { states: _, settled, ...meta } = freed['x-resource'];
  const others = settled && settled.field !== before ? { settled } : {};
  if (!draft) return { ...freed, 'x-resource': { ...meta, ...others } };
  const { settled: values, ...states } = draft;
  return {
    ...asState(freed, draft.field),
    'x-resource': {
      ...meta,
      ...others,
      ...(values.length > 0 && { settled: { field: draft.field, values: values.map((value) => value) } }),
      states,
    },
  };
}
