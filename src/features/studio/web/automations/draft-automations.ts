import {
  placeholdersOf,
  type Automation,
  type AutomationTrigger,
  type AutomationValue,
} from '../../../../platform/schema/automations.ts';
import { isAssignable, isDated, isUsable } from '../../../../platform/schema/check-automations.ts';
import { isMovable } from '../../../../platform/schema/check-moves.ts';
import { display } from '../../../../platform/schema/columns.ts';
import { namesStaff } from '../../../../platform/schema/references.ts';
import { fieldsIn, isFiles, type EntitySchema, type FieldSchema } from '../../../../platform/schema/types.ts';
import { freeName } from '../draft.ts';
import { SYSTEM } from '../prints/draft-prints.ts';

export interface Option<T> {
  value: T;
  label: string;
}

const DEFAULT_AT = '08:00';
const STAY_DAYS = 3;

export const newAutomation = (others: readonly Automation[]): Automation => ({
  key: freeName(
    others.map(({ key }) => key),
    'automation',
  ),
  title: '',
  when: { on: 'create' },
  notify: { title: '' },
});

/** The schema with other automations. */
export function withAutomations(schema: EntitySchema, automations: readonly Automation[]): EntitySchema {
  const { automations: _, ...meta } = schema['x-resource'];
  return { ...schema, 'x-resource': { ...meta, ...(automations.length > 0 && { automations }) } };
}

const optionsOf = (fields: readonly [string, FieldSchema][]): Option<string>[] =>
  fields.map(([value, { title }]) => ({ value, label: title }));
const fieldsThat = (schema: EntitySchema, is: (field: FieldSchema) => boolean): Option<string>[] =>
  optionsOf(Object.entries(schema.properties).filter(([, field]) => is(field)));

export const dateFields = (schema: EntitySchema) =>
  fieldsThat(schema, (field) => isUsable(field) && isDated(field) && !field['x-mask']).filter(
    ({ value }) => !SYSTEM.has(value),
  );
export const staffFields = (schema: EntitySchema) => fieldsThat(schema, namesStaff);
export const wordFields = (schema: EntitySchema) => fieldsThat(schema, isUsable);

/** The states of a schema with their names. */
export function statesOf({ properties, 'x-resource': { states } }: EntitySchema): Option<string | number>[] {
  const field = states && properties[states.field];
  return field?.enum?.map((value) => ({ value, label: display(field, value) })) ?? [];
}

/** The transitions that an automation with this trigger may do. */
export const movesFor = (schema: EntitySchema, when: AutomationTrigger): Option<string>[] =>
  (schema['x-resource'].states?.transitions ?? [])
    .filter((transition) => isMovable(schema, when, transition))
    .map(({ key, label }) => ({ value: key, label }));

/** The trigger of another kind, as far as the schema allows one. */
export function triggerOf(schema: EntitySchema, on: AutomationTrigger['on']): AutomationTrigger {
  if (on === 'state') return { on, state: statesOf(schema)[0]?.value ?? '' };
  if (on === 'stay') return { on, state: statesOf(schema)[0]?.value ?? '', days: STAY_DAYS, at: DEFAULT_AT };
  if (on === 'date') return { on, field: dateFields(schema)[0]?.value ?? '', days: -1, at: DEFAULT_AT };
  return { on };
}

/** A text with the titles of its fields in place of their names, as people edit it. */
export const toTitles = ({ properties }: EntitySchema, text: string): string =>
  text.replace(/\{([a-z][a-z0-9_]*)\}/g, (all, name: string) => {
    const title = properties[name]?.title;
    return title === undefined ? all : `{${title}}`;
  });

/** A text as it is stored: the names of its fields in place of their titles. */
export const toNames = (schema: EntitySchema, text: string): string =>
  text.replace(/\{([^{}]+)\}/g, (all, title: string) => {
    const found = wordFields(schema).find(({ label }) => label === title);
    return found ? `{${found.value}}` : all;
  });

/** What stands in braces in an edited text and is no field that a notice can have. */
export function strayField(schema: EntitySchema, text: string): string | undefined {
  const known = new Set(wordFields(schema).map(({ value }) => value));
  const stored = toNames(schema, text);
  const named = placeholdersOf(stored).find((name) => !known.has(name));
  return named ?? /\{([^{}]*[^{}a-z0-9_][^{}]*)\}/.exec(stored)?.[1];
}

/** The fields of a target that its form asks for, the required ones first. */
export function targetFields(target: EntitySchema): { name: string; field: FieldSchema; required: boolean }[] {
  return fieldsIn(target, 'x-form')
    .filter(({ field, at }) => at.on.includes('create') && at.hidden !== true && !isFiles(field))
    .map(({ name, field }) => ({ name, field, required: target.required.includes(name) }))
    .sort((a, b) => Number(b.required) - Number(a.required));
}

/** The fields of a row whose values a field of the target can have; `''` is the row itself. */
export function sourcesFor(schema: EntitySchema, field: FieldSchema): Option<string>[] {
  return Object.entries(schema.properties)
    .filter(([name, one]) => (isUsable(one) && !one['x-mask']) || name === schema['x-resource'].id)
    .filter(([name]) => isAssignable(schema, name, field))
    .map(([value, { title }]) => ({ value, label: title }));
}

/** A value that is likely meant: of the field with the same title, or the row itself. */
export function suggestedValues(schema: EntitySchema, target: EntitySchema): Record<string, AutomationValue> {
  const { id } = schema['x-resource'];
  return Object.fromEntries(
    targetFields(target).flatMap(({ name, field, required }): [string, AutomationValue][] => {
      const sources = sourcesFor(schema, field);
      const same = sources.find(({ label }) => label === field.title);
      const self = field['x-kind'] === 'row' && sources.find(({ value }) => value === id);
      const first = required ? sources.find(({ value }) => value === schema['x-resource'].label) : undefined;
      const chosen = same ?? (self || first);
      return chosen ? [[name, { field: chosen.value }]] : [];
    }),
  );
}

/** Whether everything that an automation needs is there. */
export function isComplete(schema: EntitySchema, { title, when, notify, create, move, webhook }: Automation): boolean {
  if (title.trim() === '' || (!notify && !create && move === undefined && !webhook)) return false;
  if ((when.on === 'state' || when.on === 'stay') && when.state === '') return false;
  if (when.on === 'date' && when.field === '') return false;
  if (create?.entity === '') return false;
  if (move !== undefined && !movesFor(schema, when).some(({ value }) => value === move)) return false;
  if (!notify) return true;
  const isAddressed = notify.roles !== undefined || notify.field !== undefined || notify.creator === true;
  const texts = [notify.title, notify.text ?? ''];
  return isAddressed && notify.title.trim() !== '' && texts.every((text) => strayField(schema, text) === undefined);
}
