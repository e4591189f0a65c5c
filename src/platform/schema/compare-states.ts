import { display } from './columns.ts';
import { sameValue } from './json.ts';
import type { StateValue, Transition } from './states.ts';
import type { EntitySchema } from './types.ts';

/** How the states of two schemas differ, as text for the person who decides on it. */
export function stateDifferences(was: EntitySchema, is: EntitySchema): string[] {
  const [before, after] = [was['x-resource'].states, is['x-resource'].states];
  const texts: string[] = [];
  const name = (schema: EntitySchema, field: string) => schema.properties[field]?.title ?? field;
  if (before && !after) texts.push('不再使用状态');
  if (!before && after) texts.push(`以“${name(is, after.field)}”为状态`);
  if (before && after && before.field !== after.field) texts.push(`状态字段改为“${name(is, after.field)}”`);
  if (before && after && before.initial !== after.initial) texts.push(`初始状态改为“${stateName(is, after.initial)}”`);
  texts.push(...ofTransitions(before?.transitions ?? [], after?.transitions ?? []));
  const [ended, ends] = [was, is].map((schema) => schema['x-resource'].settled);
  if (!sameValue(ended, ends))
    texts.push(ends ? `办结状态为“${ends.values.map((value) => stateName(is, value)).join('、')}”` : '不再有办结状态');
  return texts;
}

function stateName({ properties, 'x-resource': { states, settled } }: EntitySchema, value: StateValue): string {
  const field = properties[states?.field ?? settled?.field ?? ''];
  return field ? display(field, value) : String(value);
}

function ofTransitions(before: readonly Transition[], after: readonly Transition[]): string[] {
  const find = (all: readonly Transition[], { key }: Transition) => all.find((one) => one.key === key);
  return [
    ...before.filter((one) => !find(after, one)).map(({ label }) => `删除操作“${label}”`),
    ...after.flatMap((one) => {
      const old = find(before, one);
      if (!old) return [`新增操作“${one.label}”`];
      if (sameValue(old, one)) return [];
      return [old.label === one.label ? `操作“${one.label}”改变` : `操作“${old.label}”改为“${one.label}”`];
    }),
  ];
}
